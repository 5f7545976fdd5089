package mine

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/testing/puzzletest"
	"turncoat/rules"
	"turncoat/rules/board"
)

// longerMine is a mine of wins in 3 before one in 2.
func longerMine(t testing.TB, rules, shorter string) *Mine {
	return &Mine{
		Rules: puzzletest.Named(t, rules).Set(), From: Longer, Bases: []string{shorter}, Least: 3,
		Most: 3, Count: 1,
		Pool: 1, Seed: 1,
		Demands: analysis.Fine(), Units: 100, Nodes: 2_000_000,
	}
}

// From each position that is made longer a turn of White's and one of Black's lead to the shorter
// win.
func TestLongerPositionsLeadToTheShorter(t *testing.T) {
	const shorter = "8/P7/8/6P1/N4K2/5P2/7n/7k w - - 0 1" // 1.a8=Q
	m := longerMine(t, "pacifist1", shorter)
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	variant, seen := rules.New(m.Rules), 0
	for unit := range 20 {
		if err := m.candidates(t.Context(), variant, unit, rand.New(rand.NewPCG(1, uint64(unit))),
			func(c candidate) error {
				seen++
				if c.source.From != "longer" || c.source.Unit != unit ||
					!leadsTo(variant, &c.at, shorter) {
					t.Errorf("%s from %+v does not lead to %s", variant.FEN(&c.at), c.source,
						shorter)
				}
				return nil
			}); err != nil {
			t.Fatal(err)
		}
	}

	if seen < 20 {
		t.Errorf("%d positions", seen)
	}
}

// leadsTo reports whether two turns, whichever, lead to the pieces of a position.
func leadsTo(variant *rules.Variant, at *board.Position, fen string) bool {
	pieces, _, _ := strings.Cut(fen, " ")
	for turn := range variant.Turns(at) {
		for answer := range variant.Turns(&turn.After) {
			if strings.HasPrefix(variant.FEN(&answer.After), pieces+" w") {
				return true
			}
		}
	}

	return false
}

// A mine of longer puzzles finds a win that is one turn longer, and the checker that shares nothing
// with the search proves it.
func TestLongerPuzzles(t *testing.T) {
	puzzles, err := longerMine(t, "chess", "3K4/8/8/4Q3/5N2/5k2/8/6B1 w - - 0 1").Run(t.Context(),
		Options{Jobs: 1})
	if err != nil || len(puzzles) != 1 || puzzles[0].In != 3 {
		t.Fatalf("%d puzzles, %v", len(puzzles), err)
	}
	if _, err := analysis.Verify(t.Context(), &puzzles[0], 1, nil); err != nil {
		t.Error(err)
	}
}

// The puzzles that a mine makes longer are read before the work begins, and there is a limit on
// their number.
func TestBasesAreChecked(t *testing.T) {
	m := longerMine(t, "pacifist1", "")
	m.Bases = []string{"8/8/8 w"}
	if _, err := m.Run(context.Background(), Options{Jobs: 1}); err == nil {
		t.Error("a base that is no position is taken")
	}
	for _, n := range []int{0, MaxBases + 1} {
		m.Bases = make([]string, n)
		if err := m.Check(); !errors.Is(err, rules.ErrLimit) {
			t.Errorf("%d bases: %v", n, err)
		}
	}

	m.Bases = make([]string, MaxBases) // so many are read, though these are no positions
	if err := m.Check(); err == nil || errors.Is(err, rules.ErrLimit) {
		t.Errorf("%d bases: %v", MaxBases, err)
	}
}
