package solve

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"turncoat/puzzle/internal/puzzletest"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

var (
	exhaust = flag.Int("exhaust", 4, "positions of each rule set to hold against exhaustive search")
	deepest = flag.Int("deepest", 2, "the greatest number of turns to search exhaustively")
	seed    = flag.Uint64("seed", 1, "seed of the random games")
)

// exhaustive is the stipulation told once more, as plainly as it can be: on the reference rules, without table,
// order or limits.
type exhaustive struct {
	set      ruleset.Set
	goal     Goal
	attacker board.Colour
}

func (e exhaustive) attack(p board.Position, n int) bool {
	for _, m := range rules.NewReference(e.set).Moves(&p) {
		if e.turn(p, m, n) {
			return true
		}
	}
	return false
}

func (e exhaustive) turn(p board.Position, m board.Move, n int) bool {
	for t := range rules.NewReference(e.set).TurnsOf(&p, m) {
		if !e.after(t, n) {
			return false
		}
	}
	return true
}

func (e exhaustive) after(t board.Played, n int) bool {
	if e.goal == Claim && t.Converted&t.After.Kings != 0 {
		return true
	}
	if n == 1 && e.goal == Claim {
		return false
	}
	outcome := rules.NewReference(e.set).Outcome(&t.After).Result
	if outcome != board.Ongoing {
		return e.goal == Win && outcome == board.Win(e.attacker)
	}
	if n == 1 && e.goal == Win {
		return false
	}
	for _, m := range rules.NewReference(e.set).Moves(&t.After) {
		if !e.stillWins(t.After, m, n-1) {
			return false
		}
	}
	return true
}

func (e exhaustive) stillWins(p board.Position, m board.Move, n int) bool {
	for t := range rules.NewReference(e.set).TurnsOf(&p, m) {
		if e.goal == SelfWin && rules.NewReference(e.set).Outcome(&t.After).Result == board.Win(e.attacker.Other()) {
			return true
		}
		if n > 0 && e.attack(t.After, n) {
			return true
		}
	}
	return false
}

// someGames yields positions of random games, most of them just before one side lost.
func someGames(game *rules.Variant, random *rand.Rand, count int, yield func(board.Position)) {
	for found := 0; found < count; {
		history := []board.Position{game.Start()}
		length := 8 + random.IntN(150)
		for len(history) < length {
			p := &history[len(history)-1]
			moves := game.Moves(p)
			if len(moves) == 0 {
				break
			}
			history = append(history, game.Full(p, moves[random.IntN(len(moves))]).After)
		}
		last := len(history) - 1
		if game.Outcome(&history[last]).Result == board.Ongoing && random.IntN(6) > 0 {
			continue // most games that go on
		}
		yield(history[max(0, last-1-random.IntN(4))])
		found++
	}
}

// The search and the plain exhaustive search on the reference rules agree: won or not, in how many
// turns, by which keys.
func TestAgainstExhaustiveSearch(t *testing.T) {
	sets := ruleset.BuiltinNames()
	for _, name := range sets {
		t.Run(name, func(t *testing.T) {
			game := puzzletest.Named(t, name)
			solver := New(game, Options{Memory: 1 << 20})
			random := rand.New(rand.NewPCG(*seed, 0))
			tally := map[Goal][4]int{}
			someGames(game, random, *exhaust, func(p board.Position) {
				for _, goal := range []Goal{Win, Claim, SelfWin} {
					if goal == Claim && game.Set().Family != ruleset.Pacifist {
						continue
					}
					deep := *deepest
					if game.Set().Reclaim == ruleset.OptionalReclaim || goal == SelfWin {
						deep = max(1, deep-1)
					}
					got, err := solver.Solve(context.Background(), p, goal, deep)
					if err != nil {
						t.Fatal(err)
					}
					counts := tally[goal]
					counts[got.In]++
					tally[goal] = counts
					agree(t, game, p, goal, deep, got)
				}
			})
			for goal, counts := range tally {
				t.Logf("%s: %d not, %v in 1, 2, 3", goal, counts[0], counts[1:])
			}
		})
	}
}

func agree(t *testing.T, game *rules.Variant, p board.Position, goal Goal, deep int, got Result) {
	t.Helper()
	e := exhaustive{game.Set(), goal, p.Turn}
	for n := 1; n <= deep; n++ {
		var keys []string
		for _, m := range rules.NewReference(e.set).Moves(&p) {
			if e.turn(p, m, n) {
				keys = append(keys, m.UCI(&p))
			}
		}
		slices.Sort(keys)
		if len(keys) > 0 {
			var found []string
			for _, k := range got.Keys {
				found = append(found, k.UCI(&p))
			}
			if got.Status != Won || got.In != n || !slices.Equal(found, keys) {
				t.Errorf("%s %s: %v in %d by %v, exhaustive search says in %d by %v", game.FEN(&p), goal, got.Status,
					got.In, found, n, keys)
			}
			return
		}
	}
	if got.Status != None || got.Excluded != deep {
		t.Errorf("%s %s: %v in %d, exhaustive search says none in %d", game.FEN(&p), goal, got.Status, got.In, deep)
	}
}
