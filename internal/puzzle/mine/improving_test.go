package mine

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/rules/board"
)

const (
	twoKeys  = "k7/8/2K5/8/8/8/8/7R w - - 0 1"       // 1.Kb6 Kb8 2.Rh8# and 1.Kc7 Ka7 2.Ra1#
	backRank = "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 5 9" // 1.Ra8#
)

// An improvement starts from the position with fresh counters, and with castling rights only if
// rights are kept. A position without a win of the wanted length stays as it is.
func TestImproveBegins(t *testing.T) {
	for _, keeps := range []bool{false, true} {
		w, at, _ := workerOf(t, &Mine{Least: 1, Most: 1}, backRank)
		w.improver.keepsRights = keeps
		got, changes, sound, err := w.improver.improve(t.Context(), at, 1, 0)
		if err != nil || changes != 0 || !sound || got.Board() != at.Board() || got.Clock != 0 ||
			got.Number != 1 || got.EnPassant != board.NoSquare ||
			(got.Rights != board.Rights{}) != keeps {
			t.Errorf("keeps rights %t: %+v, %d changes, sound %t, %v", keeps, got, changes,
				sound, err)
		}

		if fresh := got; keeps {
			fresh.Rekey()
			if fresh.Key != got.Key || got.Rights != at.Rights {
				t.Errorf("%+v", got)
			}
		}

		if got, changes, sound, err := w.improver.improve(t.Context(), at, 2, 50); err != nil ||
			changes != 0 || sound || got != at {
			t.Errorf("no win in two: %+v, %d changes, sound %t, %v", got, changes, sound, err)
		}
	}

	over, cancel := context.WithCancel(t.Context())
	cancel()
	w, at, _ := workerOf(t, &Mine{Least: 1, Most: 1}, backRank)
	if got, changes, sound, err := w.improver.improve(over, at, 1, 50); !errors.Is(err, context.Canceled) ||
		changes != 0 || sound || got != at {
		t.Errorf("interrupted: %+v, %d changes, sound %t, %v", got, changes, sound, err)
	}
}

// A sound position stays sound and gets no worse, even if an unsound one would have a better score.
// The number of changes is returned. If rights are kept, their kings and rooks stay.
func TestImproveOnlyBetters(t *testing.T) {
	changed := 0
	for seed := range uint64(6) {
		for _, test := range []struct {
			fen     string
			in      int
			keeps   bool
			demands analysis.Demands
		}{{cornerMate, 2, false, analysis.Demands{}}, {backRank, 1, true, analysis.Demands{}},
			{"8/6R1/8/3P4/2K5/4k3/7p/3Q4 w - - 0 1", 2, false, analysis.Demands{MaxSize: 3}}} {
			w, at, _ := workerOf(t, &Mine{Least: test.in, Most: test.in, Demands: test.demands},
				test.fen)
			v := &w.improver
			v.random, v.keepsRights = rand.New(rand.NewPCG(seed, 3)), test.keeps
			before, _, err := v.judge(t.Context(), &at, test.in, hopeless)
			if err != nil {
				t.Fatal(err)
			}
			got, changes, sound, err := v.improve(t.Context(), at, test.in, 120)
			if err != nil || !sound {
				t.Fatalf("%s: sound %t, %v", test.fen, sound, err)
			}
			after, found, err := v.judge(t.Context(), &got, test.in, hopeless)
			if err != nil || after > before {
				t.Errorf("%s from %s: %v after %v, %v", got.Board(), test.fen, after, before, err)
			}
			if ok, err := v.sound(t.Context(), &got, &found); err != nil || !ok ||
				!natural(v.analyst.Variant(), &got) {
				t.Errorf("%s is not sound, %v", got.Board(), err)
			}
			if changes == 0 && got.Board() != at.Board() || changes > 120 {
				t.Errorf("%d changes from %s to %s", changes, at.Board(), got.Board())
			}
			if changes > 0 {
				changed++
			}
			if test.keeps && (got.Rights != at.Rights || !keepsRights(&at, &got)) {
				t.Errorf("%s: the rights are %v", got.Board(), got.Rights)
			}
		}
	}

	if changed < 4 {
		t.Errorf("%d of 18 are changed: the test says little", changed)
	}
}

// A sound position is kept as it is. An unsound one is improved if the mine says so, and then has
// no turn before it. A win that is too short is skipped.
func TestScreen(t *testing.T) {
	one := analysis.Demands{OneKey: true}
	past := puzzletest.Position(t, puzzletest.Named(t, "chess"), "6k1/8/8/6K1/8/8/8/R7 b - - 0 1")
	for _, test := range []struct {
		fen         string
		least, most int
		demands     analysis.Demands
		steps       int
		keys        int // of the puzzle that is kept; 0 for none
		improved    bool
	}{
		{cornerMate, 2, 2, one, 0, 1, false}, {cornerMate, 1, 3, one, 0, 1, false},
		{cornerMate, 3, 3, one, 0, 0, false}, {cornerMate, 1, 1, one, 0, 0, false},
		{cornerMate, 2, 2, one, 300, 1, false},
		{twoKeys, 2, 2, analysis.Demands{}, 0, 2, false}, {twoKeys, 2, 2, one, 0, 0, false},
		{twoKeys, 2, 2, one, 300, 1, true},
	} {
		w, at, _ := workerOf(t, &Mine{Least: test.least, Most: test.most, Demands: test.demands,
			Improve: test.steps}, test.fen)
		c := candidate{at: at, source: puzzle.Source{From: "given", Before: "x", Last: "y"}}
		if test.fen == cornerMate {
			c.before = &past
		}
		if err := w.screen(t.Context(), c); err != nil || w.unit.Screened != 1 {
			t.Fatalf("%+v: %d screened, %v", test, w.unit.Screened, err)
		}
		list := w.unit.Puzzles
		if len(list) != min(test.keys, 1) {
			t.Errorf("%+v: %d puzzles", test, len(list))
			continue
		}

		if test.keys == 0 {
			continue
		}
		p := list[0]
		if len(p.Keys) != test.keys || p.In != 2 || (p.Source.Improved > 0) != test.improved ||
			(p.Source.Before == "") != test.improved || (p.Source.Last == "") != test.improved ||
			p.Claims.Mistake != (test.fen == cornerMate) {
			t.Errorf("%+v: %q, %+v, %+v", test, p.Keys, p.Source, p.Claims)
		}

		if w.improver.screened > 0 != test.improved {
			t.Errorf("%+v: %d positions are judged", test, w.improver.screened)
		}
	}
}
