package solve

import (
	"math/rand/v2"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
)

// After a solver has found a win, it finds none in fewer turns. The wins are one of each length of
// the lists, mates with the rook, and wins of few pieces, whose length a solver that begins with
// the shortest has found, under every rule set.
func TestLongerWinsAreNoShorterOnes(t *testing.T) {
	plain := false // by the search for rule sets that package fast does not play
	ask := func(variant *rules.Variant, p board.Position, goal Goal, n int) {
		if plain {
			variant = rules.NewReference(variant.Set())
		}
		s := New(variant, Options{Jobs: 1})
		if r, err := s.solve(t.Context(), &p, goal, n, n); err != nil || r.Status != Won ||
			r.In != n {
			t.Errorf("%s %s: %+v, %v, want a %s in %d", variant.Set().Name, variant.FEN(&p), r, err,
				goal, n)
		}
		if r, err := s.solve(t.Context(), &p, goal, 1, n-1); err != nil || r.Status != None {
			t.Errorf("%s %s: %+v, %v, want no %s in %d", variant.Set().Name, variant.FEN(&p), r,
				err, goal, n-1)
		}
	}
	chess := puzzletest.Named(t, "chess")
	asked := map[int]bool{}
	for _, m := range mates(t, 2, 4) {
		if !asked[m.N] {
			ask(chess, m.Position, Win, m.N)
		}
		asked[m.N] = true
	}

	plain = true
	ask(chess, puzzletest.Position(t, chess, inTwo), Win, 2)
	ask(chess, puzzletest.Position(t, chess, "7k/8/8/4K3/8/8/8/R7 w - - 0 1"), Win, 3)
	plain = false
	for _, w := range knownWins(t) {
		if w.N == 3 {
			ask(w.Variant, w.Position, Win, w.N)
			break
		}
	}

	for _, name := range rulestest.Representative() {
		variant := puzzletest.Named(t, name)
		s := New(variant, Options{Jobs: 1, Memory: 1 << 20})
		random := rand.New(rand.NewPCG(7, 0))
		for found := 0; found < 3; {
			p := scattered(variant, random, 0)
			r, err := s.Solve(t.Context(), &p, Win, 3)
			if err != nil {
				t.Fatal(err)
			}
			if r.In == 3 {
				ask(variant, p, Win, 3)
				found++
			}
		}
	}
}
