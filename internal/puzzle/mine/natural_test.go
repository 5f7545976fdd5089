package mine

import (
	"context"
	"errors"
	"testing"

	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/testing/puzzletest"
)

// Black's king on a7 is over-persuaded by rook and bishop, two against one, and White is to move:
// under PAC-10 Black cannot have left it so; under PAC-11 it can, for nothing else protects a king
// there.
const hanging = "3r1b2/k1R5/8/2B5/q7/4K3/1b6/5q2 w - - 0 1"

func TestNaturalPositions(t *testing.T) {
	for _, c := range []struct {
		rules, fen string
		want       bool
	}{
		{"pacifist1", hanging, false},
		{"pacifist-number", hanging, true},
		// The mover's rook, which its king supports: two rooks would have converted it (PAC-6), one
		// would not.
		{"pacifist1", "k3r3/8/8/8/r3R3/4K3/8/8 w - - 0 1", false},
		{"pacifist1", "k3r3/8/8/8/4R3/4K3/8/8 w - - 0 1", true},
		// Black to move would be in check (CON-12).
		{"chess", "k7/8/8/8/8/8/8/R6K w - - 0 1", false},
	} {
		variant := puzzletest.Named(t, c.rules)
		at, err := variant.ParseFEN(c.fen)
		if err != nil {
			if c.want {
				t.Fatal(err)
			}
			continue
		}

		if got := natural(variant, &at); got != c.want {
			t.Errorf("%s %s: natural is %v", c.rules, c.fen, got)
		}
	}
}

// A position to which no turn can have led is a puzzle only for who allows it.
func TestUnreachedPositionsAreNotWanted(t *testing.T) {
	m := &Mine{From: Given, Position: hanging, Least: 2, Most: 2, Count: 1, Pool: 1, Units: 1,
		Demands: analysis.Fine()}
	m.Rules = puzzletest.Named(t, "pacifist1").Set()
	if puzzles, err := m.Run(context.Background(), Options{Jobs: 1}); !errors.Is(err, ErrExhausted) ||
		len(puzzles) != 0 {
		t.Errorf("%d puzzles, %v", len(puzzles), err)
	}

	m.Demands.Reached = false
	if puzzles, err := m.Run(context.Background(), Options{Jobs: 1}); err != nil ||
		len(puzzles) != 1 {
		t.Errorf("allowed: %d puzzles, %v", len(puzzles), err)
	}
}
