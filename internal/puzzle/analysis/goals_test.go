package analysis

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
)

// Self-wins and claims are made into puzzles, written, read and proved again like wins; with
// another stipulation or length they are refused.
func TestOtherGoals(t *testing.T) {
	ctx, wanted := context.Background(), 3
	if !longtest.Enabled() {
		wanted = 1
	}
	for _, c := range []struct {
		rules string
		goal  solve.Goal
	}{{"pacifist1", solve.SelfWin}, {"pacifist-number", solve.SelfWin}, {"pacifist1", solve.Claim},
		{"pacifist-average", solve.Claim}} {
		variant := puzzletest.Named(t, c.rules)
		a := New(variant, Options{Goal: c.goal})
		random := rand.New(rand.NewPCG(17, 2))
		met := map[int]int{}
		for tries := 0; tries < 20_000 && met[1]+met[2] < wanted; tries++ {
			at, ok := sparse(variant, random, 6)
			if !ok {
				continue
			}
			found, err := a.Analyse(ctx, &at, 2)
			if err != nil {
				t.Fatal(err)
			}
			if found.In == 0 || met[found.In] > 1 {
				continue
			}
			met[found.In]++
			p, err := a.Make(ctx, &at, &found)
			if err != nil {
				t.Fatal(err)
			}
			p.Source.From = "given"
			var text strings.Builder
			if err := puzzle.Write(&text, []puzzle.Puzzle{p}); err != nil {
				t.Fatal(err)
			}
			read, err := puzzle.Parse([]byte(text.String()))
			if err != nil || read.Stipulation != c.goal.String() ||
				!strings.HasPrefix(read.ID, c.rules+"-"+
					c.goal.String()+"-") {
				t.Fatalf("%s: %v", text.String(), err)
			}

			if _, err := Verify(ctx, &read, 1, nil); err != nil {
				t.Errorf("%s: %v", text.String(), err)
			}
			for _, spoil := range []func(p *puzzle.Puzzle){func(p *puzzle.Puzzle) { p.In++ },
				func(p *puzzle.Puzzle) { p.Stipulation = "" }} {
				bad := read
				spoil(&bad)
				if bad.Stipulation == "" && c.goal == solve.Claim {
					continue // a claim may win, too
				}
				if _, err := Verify(ctx, &bad, 1, nil); !errors.Is(err, puzzle.ErrUnsound) {
					t.Errorf("spoiled %s: %v", text.String(), err)
				}
			}
		}

		if met[1]+met[2] == 0 {
			t.Errorf("%s: no %s was met", c.rules, c.goal)
		}
		t.Log(c.rules, c.goal, met)
	}
}
