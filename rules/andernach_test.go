package rules

import (
	"context"
	"math/rand/v2"
	"testing"

	"turncoat/internal/fast"
	"turncoat/internal/testing/longtest"
	"turncoat/rules/ruleset"
)

// The counts that cutechess publishes for Andernach Chess, from the start and from a position with
// a capture en passant. Both are too shallow for a rook to gain a right, the one thing in which
// cutechess plays otherwise (AND-9).
func TestPerftOfCutechess(t *testing.T) {
	tests := []struct {
		fen    string
		depth  int
		want   uint64
		longer bool
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197410, false},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4870137, false},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119527044, true},
		{"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 4, 523348, false},
		{"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 5, 16330793, true},
	}
	variant := named(t, "andernach")
	for _, test := range tests {
		if test.longer && longtest.Short() {
			continue
		}
		p := position(t, variant, test.fen)
		got, err := variant.Perft(context.Background(), &p, test.depth, 1, nil)
		if err != nil || got != test.want {
			t.Errorf("perft %d of %s is %d (%v), want %d", test.depth, test.fen, got, err, test.want)
		}
	}
}

// Rule sets of the family that are not built in are played by both implementations alike.
func TestDifferentialOfOwnSets(t *testing.T) {
	random := rand.New(rand.NewPCG(*differentialSeed, 7))
	base := rulesetOf(t, "andernach")
	for range 40 {
		set := base
		for _, s := range ruleset.SettingsOf(ruleset.Andernach) {
			if random.IntN(3) > 0 {
				continue
			}
			choice := s.Choices[random.IntN(len(s.Choices))]
			changed, err := s.With(set, choice.Name)
			if err != nil {
				t.Fatal(err)
			}
			set = changed
		}

		set.Squares = ruleset.Squares(random.Uint64())
		ours, ok := fast.For(set)
		if !ok {
			continue // a misreading that only the reference plays
		}
		for range 15 {
			p, ok := shapes[random.IntN(len(shapes))].position(random, set)
			if !ok {
				continue
			}
			for range 1 + random.IntN(8) {
				if err := differ(set, ours, p); err != nil {
					t.Fatalf("%s: %s: %v", set.FromBase(), p.FEN(set), err)
				}
				if !step(random, ours, &p) {
					break
				}
			}
		}
	}
}

func rulesetOf(t *testing.T, name string) ruleset.Set {
	t.Helper()
	set, err := ruleset.Builtin(name)
	if err != nil {
		t.Fatal(err)
	}
	return set
}
