package mine

import (
	"context"
	"errors"
	"testing"
	"time"

	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
)

// The puzzles that interrupted mining has found are graded if there is time for all of them.
// Otherwise none is graded, and all are returned.
func TestRescue(t *testing.T) {
	found, err := givenMine(t).Run(t.Context(), Options{Jobs: 1})
	if err != nil || len(found) != 1 {
		t.Fatalf("%d puzzles, %v", len(found), err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	m := givenMine(t)
	found[0].Grade = nil
	if got := m.rescue(over, found, time.Minute); len(got) != 1 || got[0].Grade == nil {
		t.Errorf("%+v", got)
	}
	broken := found[0]
	broken.FEN = "x"
	if got := m.rescue(over, []puzzle.Puzzle{found[0], broken}, time.Minute); len(got) != 2 ||
		got[0].Grade != nil || got[1].Grade != nil {
		t.Errorf("%+v", got)
	}
}

// givenMine finds one puzzle, in the first of its three units.
func givenMine(t *testing.T) *Mine {
	t.Helper()
	return &Mine{Rules: puzzletest.Named(t, "chess").Set(), From: Given, Position: cornerMate,
		Least: 2, Most: 2, Count: 1, Pool: 1, Units: 3, Seed: 5,
		Demands: analysis.Demands{OneKey: true}}
}

// If a search reaches its limit, it is unknown whether the last turn was a mistake, and the puzzle
// is not kept. If the context has ended, its error is returned, and nothing counts as judged.
func TestTooLongToTell(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	before := puzzletest.Position(t, variant, "6k1/8/8/6K1/8/8/8/R7 b - - 0 1")
	w, at, found := workerOf(t, &Mine{Least: 2, Most: 2}, cornerMate)
	w.analyst = w.mine.analyst(variant, 1)
	if err := w.keep(t.Context(), candidate{at: at, before: &before}, found); err != nil ||
		len(w.unit.Puzzles) != 0 {
		t.Errorf("%d kept, %v", len(w.unit.Puzzles), err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	w, at, found = workerOf(t, &Mine{Least: 2, Most: 2}, cornerMate)
	if err := w.keep(over, candidate{at: at}, found); !errors.Is(err, context.Canceled) ||
		len(w.unit.Puzzles) != 0 {
		t.Errorf("%d kept, %v", len(w.unit.Puzzles), err)
	}
	w.improver.themes = []string{"changed-play"}
	if sound, err := w.improver.sound(over, &at, &found); !errors.Is(err, context.Canceled) ||
		sound {
		t.Errorf("sound %t, %v", sound, err)
	}
	if fault, err := w.improver.withThemes(over, &at, &found, 7, 8); !errors.Is(err, context.Canceled) ||
		fault != hopeless {
		t.Errorf("%v, %v", fault, err)
	}

	if fault, err := w.improver.withThemes(over, &at, &found, 8.5, 8); err != nil || fault != 8.5 {
		t.Errorf("above the limit: %v, %v", fault, err)
	}
}
