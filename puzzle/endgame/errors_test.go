package endgame

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"turncoat/puzzle/solution"
	"turncoat/rules"
	"turncoat/tablebase"
)

// What tables do not hold is an error, wherever it is met, and so is what they contradict; an interruption is one, too.
func TestErrorsOfTables(t *testing.T) {
	tables := opened(t, "chess")
	o := newOutliner(tables, 400)
	missing := positionOf(t, tables, "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1")
	q := quarry{tables: tables, game: rules.New(tables.Set())}
	if _, err := o.keys(&missing, tablebase.In(3), 0, 2); !errors.Is(err, tablebase.ErrMissing) {
		t.Errorf("keys: %v", err)
	}
	if _, err := o.outline(&missing, tablebase.In(3), 0); !errors.Is(err, tablebase.ErrMissing) {
		t.Errorf("outline: %v", err)
	}
	if err := q.judge(o, &prospect{position: missing}, tablebase.In(3)); !errors.Is(err, tablebase.ErrMissing) {
		t.Errorf("judgement: %v", err)
	}
	if _, err := Puzzle(t.Context(), tables, missing, 400); !errors.Is(err, tablebase.ErrMissing) {
		t.Errorf("puzzle: %v", err)
	}
	drawn := positionOf(t, tables, "k7/8/1K6/2N5/8/8/8/8 b - - 0 1")
	for _, reply := range o.rules.AppendTurns(nil, &drawn) {
		if err := o.answer(&child{}, &drawn, reply, solution.Threat{}, 0); !errors.Is(err, ErrNoWin) {
			t.Errorf("an answer that draws: %v", err)
		}
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for _, kind := range []Kind{Zugzwang, Weaker} {
		if list, err := Mine(over, tables, class(t, "KKQ"), kind, MineOptions{Count: 1}); list != nil ||
			!errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", kind, err)
		}
	}
	if list, err := Mine(over, tables, class(t, "KKQ"), OnlyMoves, MineOptions{Count: 1}); list != nil ||
		!errors.Is(err, context.Canceled) {
		t.Errorf("only moves: %v", err)
	}
	if list, err := Puzzles(over, tables, []tablebase.Class{class(t, "KKQ")}, Wanted{Least: 2, Most: 2, Count: 1,
		Looked: 5}); len(list) > 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("puzzles: %v", err)
	}
	won := positionOf(t, tables, "k7/8/1K6/8/8/8/8/7R w - - 0 1")
	if _, err := Prove(over, &bytes.Buffer{}, tables, won, 5); !errors.Is(err, context.Canceled) {
		t.Errorf("proof: %v", err)
	}
	full := errors.New("full")
	if _, err := Prove(t.Context(), refusing{full}, tables, won, 5); !errors.Is(err, full) {
		t.Errorf("proof that cannot be written: %v", err)
	}
}

type refusing struct{ err error }

func (r refusing) Write([]byte) (int, error) { return 0, r.err }
