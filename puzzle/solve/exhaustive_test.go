package solve

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/internal/testing/rulestest"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

var (
	exhaust = flag.Int("exhaust", 4, "positions of each rule set to hold against exhaustive search")
	deepest = flag.Int("deepest", 2, "the greatest number of turns to search exhaustively")
	seed    = flag.Uint64("seed", 1, "seed of the random games")
)

// someGames yields positions of random games, most of them just before one side lost.
func someGames(variant *rules.Variant, random *rand.Rand, count int, yield func(*board.Position)) {
	for found := 0; found < count; {
		history := []board.Position{variant.Start()}
		length := 8 + random.IntN(150)
		for len(history) < length {
			p := &history[len(history)-1]
			moves := variant.Moves(p)
			if len(moves) == 0 {
				break
			}
			history = append(history, variant.Play(p, moves[random.IntN(len(moves))]).After)
		}

		last := len(history) - 1
		if variant.Outcome(&history[last]).Result == board.Ongoing && random.IntN(6) > 0 {
			continue // most games that go on
		}
		yield(&history[max(0, last-1-random.IntN(4))])
		found++
	}
}

// The search and the plain exhaustive search on the reference rules agree: won or not, in how many
// turns, by which keys.
func TestAgainstExhaustiveSearch(t *testing.T) {
	sets := rulestest.Representative()
	for _, name := range sets {
		t.Run(name, func(t *testing.T) {
			variant := puzzletest.Named(t, name)
			solver := New(variant, Options{Memory: 1 << 20})
			random := rand.New(rand.NewPCG(*seed, 0))
			tally := map[Goal][4]int{}
			someGames(variant, random, *exhaust, func(p *board.Position) {
				for _, goal := range []Goal{Win, Claim, SelfWin} {
					if goal == Claim && variant.Set().Family != ruleset.Pacifist {
						continue
					}
					deep := *deepest
					if variant.Set().Reclaim == ruleset.OptionalReclaim || goal == SelfWin {
						deep = max(1, deep-1)
					}
					got, err := solver.Solve(context.Background(), p, goal, deep)
					if err != nil {
						t.Fatal(err)
					}
					counts := tally[goal]
					counts[got.In]++
					tally[goal] = counts
					agree(t, variant, p, goal, deep, got)
				}
			})
			for goal, counts := range tally {
				t.Logf("%s: %d not, %v in 1, 2, 3", goal, counts[0], counts[1:])
			}
		})
	}
}

func agree(t *testing.T, variant *rules.Variant, p *board.Position, goal Goal, deep int,
	got Result) {
	t.Helper()
	e := puzzletest.Exhausting(variant, goal, p.Turn)
	for n := 1; n <= deep; n++ {
		if keys := e.Keys(p, n); len(keys) > 0 {
			if found := puzzle.UCI(p, got.Keys); got.In != n || !slices.Equal(found, keys) {
				t.Errorf("%s %s: %v in %d by %v, exhaustive search says in %d by %v",
					variant.FEN(p), goal, got.Status, got.In, found, n, keys)
			}

			return
		}
	}

	if got.Status != None || got.Excluded != deep {
		t.Errorf("%s %s: %v in %d, exhaustive search says none in %d", variant.FEN(p), goal,
			got.Status, got.In, deep)
	}
}
