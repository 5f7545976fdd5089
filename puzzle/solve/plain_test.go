package solve

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// told returns what a solver has to say of a position: its answer, the solution with all there is
// of it, and the proof.
func told(t *testing.T, s *Solver, p board.Position, goal Goal, n int) (Result, string) {
	t.Helper()
	r, err := s.Solve(t.Context(), &p, goal, n)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if goal != HelpWin || r.Status == Won {
		if err := s.WriteProof(t.Context(), &text, r, true); err != nil {
			t.Fatal(err)
		}
	}

	if r.Status == Won && goal != HelpWin {
		tree, err := s.Solution(t.Context(), r, Wanted{Refutations: 2, SetPlay: true})
		if err != nil {
			t.Fatal(err)
		}
		if err := json.NewEncoder(&text).Encode(tree); err != nil {
			t.Fatal(err)
		}
	}

	return r, text.String()
}

// The search through package rules gives the answers of the one through package fast, and letter by
// letter the same solutions and proofs, whatever is stipulated.
func TestPlainSearchAgrees(t *testing.T) {
	met := map[Goal][3]int{}
	sample, long := 24, 24 // long ones are in two
	if longtest.Short() {
		sample, long = 12, 8
	}
	for _, name := range []string{"chess", "conversion", "pacifist1", "pacifist-number"} {
		variant := puzzletest.Named(t, name)
		random := rand.New(rand.NewPCG(21, 1))
		for i := range sample {
			p := scattered(variant, random, 0)
			for _, goal := range []Goal{Win, SelfWin, HelpWin, Claim} {
				n := 1
				if i%4 == 0 && i < long && goal != HelpWin &&
					variant.Set().Reclaim != ruleset.OptionalReclaim {
					n = 2
				}
				if goal == Claim && variant.Set().Family != ruleset.Pacifist ||
					goal == HelpWin && i%4 != 0 {
					continue
				}
				slow := New(rules.NewReference(variant.Set()), Options{Jobs: 1})
				want, wantText := told(t, New(variant, Options{Jobs: 1}), p, goal, n)
				got, text := told(t, slow, p, goal, n)
				if got.Status != want.Status || got.In != want.In ||
					got.Excluded != want.Excluded || got.LineCount != want.LineCount ||
					!slices.Equal(got.Keys, want.Keys) || text != wantText {
					t.Errorf("%s %s, %s in %d: %+v\n%s\nwant %+v\n%s", name, variant.FEN(&p), goal,
						n, got, text, want, wantText)
				}

				counts := met[goal]
				counts[want.In]++
				met[goal] = counts
			}
		}
	}

	t.Log(met)
	for _, goal := range []Goal{Win, SelfWin, HelpWin, Claim} {
		if counts := met[goal]; counts[0] == 0 || counts[1] == 0 || goal == Win && counts[2] == 0 {
			t.Errorf("%s: %d positions without, %d in one, %d in two: the test shows little", goal,
				counts[0], counts[1], counts[2])
		}
	}
}
