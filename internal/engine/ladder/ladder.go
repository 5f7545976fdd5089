package main

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

// A step is how well a level did against the player below it, which is another level or the greedy
// player.
type step struct {
	level  int
	games  int
	points float64
}

// share returns the share of the points that the level won.
func (s step) share() float64 { return s.points / float64(s.games) }

// deviation returns the standard error of the share.
func (s step) deviation() float64 {
	return math.Sqrt(s.share() * (1 - s.share()) / float64(s.games))
}

// options control how levels are measured.
type options struct {
	games int // for each pair; even, because each opening is played with both colours
	from  int // the first level
	to    int // the last level
	seed  uint64
	jobs  int
}

const (
	openingPlies = 6 // random
	longestGame  = 400
)

// measure plays the games of the levels and calls each after each level. The same options give the
// same games.
func measure(ctx context.Context, variant *rules.Variant, o options, each func(step)) error {
	for level := o.from; level <= o.to; level++ {
		points, errs := make([]float64, o.games), make([]error, o.games)
		err := workers.Each(ctx, o.jobs, o.games, func(_, i int) {
			points[i], errs[i] = game(ctx, variant, level, o.seed, i)
		})
		if err := errors.Join(append(errs, err)...); err != nil {
			return err
		}
		done := step{level: level, games: o.games}
		for _, one := range points {
			done.points += one
		}
		each(done)
	}

	return ctx.Err()
}

// game plays one game of a level and returns its points.
func game(ctx context.Context, variant *rules.Variant, level int, seed uint64, number int) (points float64, err error) {
	own := board.Colour(number % 2)
	opening := match.RandomOpening(variant, openingPlies, seed, uint64(number/2))
	random := rand.New(rand.NewPCG(seed, uint64(number)))
	e := engine.New(variant, engine.Options{Memory: 1 << 20})

	at := engine.At(opening.Start)
	for _, t := range opening.Turns {
		at.Play(t.After)
	}
	for ply := 0; ; ply++ {
		if outcome := variant.Outcome(&at.Position); outcome.Result != board.Ongoing {
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
		full := variant.Play(&at.Position, turn.Move)
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
