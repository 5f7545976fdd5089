package endgame

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"turncoat/internal/tablebase"
	"turncoat/rules"
	"turncoat/rules/board"
)

// positionOf reads a position.
func positionOf(t *testing.T, tables *tablebase.Tables, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen, tables.Set())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// What tables do not hold is an error, wherever it is met, and so is an interruption.
func TestErrorsOfTables(t *testing.T) {
	tables := opened(t, "chess")
	missing := positionOf(t, tables, "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1")
	q := quarry{tables: tables, variant: rules.New(tables.Set())}
	if err := q.judge(t.Context(), nil, &prospect{position: missing}, 2); !errors.Is(err, tablebase.ErrMissing) {
		t.Errorf("judgement: %v", err)
	}
	if _, err := Puzzle(t.Context(), tables, &missing, 400); !errors.Is(err, tablebase.ErrMissing) {
		t.Errorf("puzzle: %v", err)
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
	if _, err := Prove(over, &bytes.Buffer{}, tables, &won, 5); !errors.Is(err, context.Canceled) {
		t.Errorf("proof: %v", err)
	}
	full := errors.New("full")
	if _, err := Prove(t.Context(), refusing{full}, tables, &won, 5); !errors.Is(err, full) {
		t.Errorf("proof that cannot be written: %v", err)
	}
}

type refusing struct{ err error }

func (r refusing) Write([]byte) (int, error) { return 0, r.err }
