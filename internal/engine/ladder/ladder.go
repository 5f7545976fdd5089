// Package ladder measures the levels of the engine: each plays against the one below it, and the lowest against a
// greedy player.
package ladder

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"

	"turncoat/engine"
	"turncoat/internal/engine/match"
	"turncoat/internal/workers"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A Step is how well a level did against the player below it: the level below, or the greedy player.
type Step struct {
	Level  int
	Games  int
	Points float64
	Plies  int // of all games
}

// Share returns which share of the points the level made.
func (s Step) Share() float64 { return s.Points / float64(s.Games) }

// Error returns the standard error of the share.
func (s Step) Error() float64 {
	return math.Sqrt(s.Share() * (1 - s.Share()) / float64(s.Games))
}

// Options say how levels are measured.
type Options struct {
	Games int // of each pair, an even number: each opening is played with both colours
	Seed  uint64
	Jobs  int
}

const (
	openingPlies = 6 // random
	longestGame  = 400
)

// Measure plays the games of the levels from one to another and calls each after each level. The same options give the
// same games.
func Measure(ctx context.Context, v *rules.Variant, from, to int, o Options, each func(Step)) error {
	for level := from; level <= to; level++ {
		step := Step{Level: level, Games: o.Games}
		points, plies := make([]float64, o.Games), make([]int, o.Games)
		err := workers.Each(ctx, o.Jobs, o.Games, func(_, i int) {
			points[i], plies[i] = game(ctx, v, level, o.Seed, i)
		})
		if err != nil {
			return err
		}
		for i := range points {
			step.Points += points[i]
			step.Plies += plies[i]
		}
		each(step)
	}
	return ctx.Err()
}

// game plays one game of a level and returns its points.
func game(ctx context.Context, v *rules.Variant, level int, seed uint64, number int) (points float64, plies int) {
	own := board.Colour(number % 2)
	opening := match.RandomOpening(v, openingPlies, seed, uint64(number/2))
	random := rand.New(rand.NewPCG(seed, uint64(number)))
	e := engine.New(v, engine.Options{Memory: 1 << 20})

	at := engine.At(opening.Start)
	for _, t := range opening.Turns {
		at.Play(t.After)
	}
	for ply := 0; ctx.Err() == nil; ply++ {
		if outcome := v.Outcome(&at.Position); outcome.Result != board.Ongoing {
			return pointsOf(outcome.Result, own), ply
		}
		if ply == longestGame || drawn(&at) {
			return 0.5, ply
		}
		at.Play(turn(ctx, e, at, level, own, random))
	}
	return 0, 0
}

// turn returns the position after a turn of the level, or of its opponent.
func turn(ctx context.Context, e *engine.Engine, at engine.Game, level int, own board.Colour,
	random *rand.Rand) board.Position {
	if at.Position.Turn != own {
		level--
	}
	if level == 0 {
		return greediest(e.Variant(), &at.Position, random)
	}
	r, err := e.Search(ctx, at, engine.Level(level, random.Uint64()))
	if err != nil || len(r.Lines) == 0 {
		return at.Position
	}
	t := r.Lines[0].Turns[0]
	full := e.Variant().Full(&at.Position, t.Move)
	return full.After
}

func pointsOf(r board.Result, own board.Colour) float64 {
	switch r {
	case board.Win(own):
		return 1
	case board.Win(own.Other()):
		return 0
	}
	return 0.5
}

// drawn reports whether a draw can be claimed (PAC-16).
func drawn(g *engine.Game) bool {
	times := 1
	for _, key := range g.Before {
		if key == g.Position.Key {
			times++
		}
	}
	return times >= 3 || g.Position.Clock >= 100
}

// greediest returns the position after the turn that wins most pieces at once; of equal turns chance takes one.
func greediest(v *rules.Variant, p *board.Position, random *rand.Rand) board.Position {
	var chosen board.Position
	most, ties := math.MinInt, 0
	for t := range v.FullTurns(p) {
		won := balance(&t.After, p.Turn)
		if v.Outcome(&t.After).Result == board.Win(p.Turn) {
			won = math.MaxInt
		}
		if won > most {
			most, ties = won, 0
		}
		if won < most {
			continue
		}
		ties++
		if random.IntN(ties) == 0 {
			chosen = t.After
		}
	}
	return chosen
}

// worth is what a greedy player takes pieces to be worth, pawns first.
var worth = [...]int{1, 3, 3, 5, 9, 20}

// balance returns what a side owns more than the other.
func balance(p *board.Position, side board.Colour) int {
	total := 0
	for kind, each := range worth {
		all := p.Of(board.Kind(kind))
		own := bits.OnesCount64(uint64(all & p.Colours[side&1]))
		other := bits.OnesCount64(uint64(all & p.Colours[side&1^1]))
		total += each * (own - other)
	}
	return total
}
