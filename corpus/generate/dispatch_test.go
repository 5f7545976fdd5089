package generate

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"turncoat/corpus/internal/probe"
	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// A composing makes a position with a source of chance.
type composing func(c *composer, r *rand.Rand) (probe.Question, bool)

// alike holds that two ways compose the same from the same sources of chance, and something from one of them at least.
func alike(t *testing.T, what string, c *composer, seeds []uint64, got, want composing) {
	t.Helper()
	made := 0
	for _, seed := range seeds {
		a, okA := got(c, rand.New(rand.NewPCG(seed, 1)))
		b, okB := want(c, rand.New(rand.NewPCG(seed, 1)))
		if okA != okB || okA && !reflect.DeepEqual(a, b) {
			t.Errorf("%s: %v %t, want %v %t", what, a, okA, b, okB)
		}
		if okB {
			made++
		}
	}
	if made == 0 {
		t.Errorf("%s: nothing is composed", what)
	}
}

// drawing returns some seeds with which the first number below 20 that is drawn is n.
func drawing(n int) (seeds []uint64) {
	for seed := uint64(0); len(seeds) < 4; seed++ {
		if rand.New(rand.NewPCG(seed, 1)).IntN(20) == n {
			seeds = append(seeds, seed)
		}
	}
	return seeds
}

// Of twenty positions eight are scattered, three are for castling, one each for rights with a history, for what
// is converted back and out of a game; one is made out of the seeds, where there are any, and the rest out of
// good ones, where there are any.
func TestComposeByTwenty(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	good := []probe.Question{{FEN: "4k3/8/8/8/8/2n5/8/R3K3 w Q - 0 1"}, {FEN: "4k3/8/3q4/8/8/8/8/4K2R w K - 0 1"}}
	seeds := []probe.Question{{FEN: "7k/8/8/8/8/2b5/8/K7 w - - 0 1"}, {FEN: "7k/8/8/8/8/5r2/8/K7 w - - 0 1"}}
	scatter := composing((*composer).scatter)
	fromGood := func(c *composer, r *rand.Rand) (probe.Question, bool) { return c.mutate(r, good[r.IntN(2)]) }
	fromSeeds := func(c *composer, r *rand.Rand) (probe.Question, bool) { return c.mutate(r, seeds[r.IntN(2)]) }
	drawn := []composing{
		scatter, scatter, scatter, scatter, scatter, scatter, scatter, scatter, (*composer).castling,
		(*composer).castling, (*composer).castling,
		(*composer).history, (*composer).convertedBack, (*composer).walk, fromSeeds, fromGood, fromGood, fromGood,
		fromGood, fromGood,
	}
	for n, way := range drawn {
		c := &composer{variant: rules.New(set), family: set.Family, seeds: seeds}
		want := func(c *composer, r *rand.Rand) (probe.Question, bool) { r.IntN(20); return way(c, r) }
		alike(t, "with seeds and good positions", c, drawing(n), func(c *composer, r *rand.Rand) (probe.Question,
			bool) {
			return c.compose(r, good)
		}, want)
		c.seeds = nil
		if n == 14 {
			way = fromGood
		}
		alike(t, "without seeds", c, drawing(n), func(c *composer, r *rand.Rand) (probe.Question,
			bool) {
			return c.compose(r, good)
		}, want)
		if n >= 14 {
			way = scatter
		}
		alike(t, "without either", c, drawing(n), func(c *composer, r *rand.Rand) (probe.Question,
			bool) {
			return c.compose(r, nil)
		}, want)
	}
}

// Positions of play, of situations and of rarities come in turn, by their number.
func TestComposedInTurn(t *testing.T) {
	seeds := []uint64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	good := []probe.Question{{FEN: "4k3/8/8/8/8/2n5/8/R3K3 w Q - 0 1"}}
	occasion := func(i int) composing {
		return func(c *composer, r *rand.Rand) (probe.Question, bool) { return c.occasion(r, i) }
	}
	compose := func(c *composer, r *rand.Rand) (probe.Question, bool) { return c.compose(r, good) }
	castling := func(c *composer, r *rand.Rand) (probe.Question, bool) {
		q, ok := c.castling(r)
		if ok && r.IntN(3) == 0 { // one in three has both kings
			ok = c.crown(&q)
		}
		return q, ok
	}
	mutate := func(c *composer, r *rand.Rand) (probe.Question, bool) { r.Uint64(); return c.mutate(r, good[0]) }
	for _, name := range []string{"pacifist-number", "chess"} {
		set := rulestest.Builtin(t, name)
		c := &composer{variant: rules.New(set), family: set.Family}
		second, sixth := composing((*composer).passing), composing((*composer).struck)
		if set.Family == ruleset.Pacifist {
			second, sixth = (*composer).column, (*composer).walk
		}
		for i, want := range []composing{
			(*composer).walk, (*composer).thereAndBack, second, (*composer).castling, (*composer).walk,
			(*composer).thereAndBack, sixth, (*composer).hinder, (*composer).walk,
		} {
			alike(t, name+": play", c, seeds, occasion(i), want)
		}
		for i, want := range []composing{
			occasion(0), compose, castling, mutate, occasion(1), (*composer).lostAndBack, (*composer).exposed,
			(*composer).inner,
			occasion(2), compose, castling, mutate, occasion(3), (*composer).alone, (*composer).exposed,
			(*composer).inner, occasion(4),
		} {
			alike(t, name+": situations", c, seeds, func(c *composer, r *rand.Rand) (probe.Question,
				bool) {
				return c.situation(r, i, good)
			}, want)
		}
		for i, want := range []composing{(*composer).beyond, (*composer).stuck, (*composer).takenAway,
			(*composer).inward, (*composer).beyond} {
			if i == 2 && set.Family != ruleset.Pacifist { // no enemy has a rook of the other side's there
				if _, ok := c.rarity(rand.New(rand.NewPCG(1, 1)), i); ok {
					t.Error("a rook is taken away in chess")
				}
				continue
			}
			alike(t, name+": rarities", c, seeds, func(c *composer, r *rand.Rand) (probe.Question,
				bool) {
				return c.rarity(r, i)
			}, want)
		}
	}
}
