// Package ladder measures the levels of the engine: each plays against the one below it, and the
// lowest against a greedy player.
package ladder

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"turncoat/engine"
	"turncoat/internal/engine/match"
	"turncoat/internal/workers"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A Step is how well a level did against the player below it, which is another level or the greedy
// player.
type Step struct {
	Level  int
	Games  int
	Points float64
}

// Share returns the share of the points that the level won.
func (s Step) Share() float64 { return s.Points / float64(s.Games) }

// Error returns the standard error of the share.
func (s Step) Error() float64 {
	return math.Sqrt(s.Share() * (1 - s.Share()) / float64(s.Games))
}

// Options control how levels are measured.
type Options struct {
	Games int // for each pair; even, because each opening is played with both colours
	From  int // the first level
	To    int // the last level
	Seed  uint64
	Jobs  int
}

const (
	openingPlies = 6 // random
	longestGame  = 400
)

// Measure plays the games of the levels and calls each after each level. The same options give the
// same games.
func Measure(ctx context.Context, v *rules.Variant, o Options, each func(Step)) error {
	for level := o.From; level <= o.To; level++ {
		step := Step{Level: level, Games: o.Games}
		points, errs := make([]float64, o.Games), make([]error, o.Games)
		err := workers.Each(ctx, o.Jobs, o.Games, func(_, i int) {
			points[i], errs[i] = game(ctx, v, level, o.Seed, i)
		})
		if err := errors.Join(append(errs, err)...); err != nil {
			return err
		}
		for _, one := range points {
			step.Points += one
		}
		each(step)
	}

	return ctx.Err()
}

// game plays one game of a level and returns its points.
func game(ctx context.Context, v *rules.Variant, level int, seed uint64, number int) (points float64, err error) {
	own := board.Colour(number % 2)
	opening := match.RandomOpening(v, openingPlies, seed, uint64(number/2))
	random := rand.New(rand.NewPCG(seed, uint64(number)))
	e := engine.New(v, engine.Options{Memory: 1 << 20})

	at := engine.At(opening.Start)
	for _, t := range opening.Turns {
		at.Play(t.After)
	}
	for ply := 0; ; ply++ {
		if outcome := v.Outcome(&at.Position); outcome.Result != board.Ongoing {
			return pointsOf(outcome.Result, own), nil
		}
		if ply == longestGame || drawn(&at) {
			return 0.5, nil
		}

		player := level
		if at.Position.Turn != own {
			player--
		}
		turn, err := choose(ctx, e, at, player, random)
		if err != nil {
			return 0, err
		}
		full := v.Full(&at.Position, turn.Move)
		at.Play(full.After)
	}
}

// choose returns the turn of a level; level 0 is the greedy player.
func choose(ctx context.Context, e *engine.Engine, at engine.Game, level int, random *rand.Rand) (board.Turn, error) {
	if level == 0 {
		return greediest(ctx, e, at, random)
	}
	r, err := e.Search(ctx, at, engine.Level(level, random.Uint64()))
	if err != nil {
		return board.Turn{}, err
	}
	return r.Lines[0].Turns[0], nil
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

// greediest returns the turn that wins the most pieces at once, a random one of equal turns.
func greediest(ctx context.Context, e *engine.Engine, at engine.Game, random *rand.Rand) (board.Turn, error) {
	looks, err := e.Looks(ctx, at, 1)
	if err != nil {
		return board.Turn{}, err
	}
	random.Shuffle(len(looks[0]), func(i, j int) { looks[0][i], looks[0][j] = looks[0][j], looks[0][i] })
	best := slices.MaxFunc(looks[0], func(a, b engine.Look) int { return cmp.Compare(a.Gain, b.Gain) })
	return best.Turn, nil
}
