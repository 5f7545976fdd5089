package mine

import (
	"context"
	"math/rand/v2"

	"turncoat/engine"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A candidate is a position that may hold a puzzle, and where it comes from.
type candidate struct {
	at     board.Position
	source puzzle.Source
	// before is the position before the enemy's last turn, where the candidate arose in a game.
	before *board.Position
}

// A Kind of source of positions.
type Kind string

// The kinds of sources.
const (
	SelfPlay Kind = "self-play" // games of a fallible player against itself
	Records  Kind = "record"    // recorded games
	Composed Kind = "composed"  // pieces placed at random
	Given    Kind = "given"     // one position and its neighbours
	Longer   Kind = "longer"    // what may have come before positions with a shorter win
)

// A Record is a recorded game: the positions in it are where puzzles are looked for.
type Record struct {
	Name  string // FILE:NUMBER
	Start board.Position
	Turns []board.Played
}

// candidates yields the positions of one unit of work, the same for the same number.
func (m *Mine) candidates(ctx context.Context, variant *rules.Variant, unit int, random *rand.Rand,
	yield func(candidate) error) error {
	source := puzzle.Source{From: string(m.From), Seed: m.Seed, Unit: unit}
	switch m.From {
	case SelfPlay:
		return m.selfPlay(ctx, variant, source, random, yield)
	case Records:
		if m.only != nil {
			return replay(ctx, variant, *m.only, source, yield)
		}
		return replay(ctx, variant, m.Games[unit], source, yield)
	case Composed:
		return m.composed(ctx, variant, source, random, yield)
	case Longer:
		return m.longer(ctx, variant, m.bases[unit%len(m.bases)], source, random, yield)
	}

	return yield(candidate{at: m.given, source: source})
}

const (
	// selfPlayLevel is the level of the engine that plays the games: it sees its next turn and the
	// answer, and misjudges some positions.
	selfPlayLevel  = 3
	selfPlayMemory = 1 << 18 // bytes of its table
	selfPlayPlies  = 90
	// firstPly is the first ply of a game whose position is looked at; the opening has no puzzles.
	firstPly = 8
	// wildPlies are played at random, so that games differ.
	wildPlies = 4
)

func (m *Mine) selfPlay(ctx context.Context, variant *rules.Variant, source puzzle.Source, random *rand.Rand,
	yield func(candidate) error) error {
	opponents := engine.New(variant, engine.Options{Memory: selfPlayMemory})
	played := engine.At(variant.Start())
	for ply := 1; ply <= selfPlayPlies && ctx.Err() == nil; ply++ {
		at := played.Position
		var moves []board.Move
		if ply <= wildPlies {
			moves = variant.Moves(&at)
		} else if r, err := opponents.Search(ctx, played, engine.Level(selfPlayLevel, random.Uint64())); err != nil {
			return err
		} else if len(r.Lines) > 0 {
			moves = append(moves, r.Lines[0].Turns[0].Move)
		}

		if len(moves) == 0 {
			return nil
		}

		t := variant.Play(&at, moves[random.IntN(len(moves))])
		if ply >= firstPly {
			if err := yield(arisen(variant, source, ply, at, &t)); err != nil {
				return err
			}
		}

		played.Play(t.After)
	}

	return ctx.Err()
}

// arisen returns the candidate after a turn of a game.
func arisen(variant *rules.Variant, source puzzle.Source, ply int, before board.Position, t *board.Played) candidate {
	source.Ply, source.Before, source.Last = ply, variant.FEN(&before), puzzle.TurnWord(variant,
		&before, t)
	return candidate{at: t.After, source: source, before: &before}
}

// replay yields the positions of a recorded game.
func replay(ctx context.Context, variant *rules.Variant, r Record, source puzzle.Source,
	yield func(candidate) error) error {
	source.Game = r.Name
	at := r.Start
	for i := range r.Turns {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		t := &r.Turns[i]
		if err := yield(arisen(variant, source, i+1, at, t)); err != nil {
			return err
		}
		at = t.After
	}

	return nil
}

// placements is how many positions a unit of composed material tries, natural or not. Units are
// short, since an interrupted unit has to be done again.
const placements = 12

func (m *Mine) composed(ctx context.Context, variant *rules.Variant, source puzzle.Source, random *rand.Rand,
	yield func(candidate) error) error {
	s := steeringFor(m.Themes)
	return tries(ctx, source,
		func() (board.Position, bool) { return m.material.compose(variant, s, random) }, yield)
}

// tries yields the positions that one unit places.
func tries(ctx context.Context, source puzzle.Source, place func() (board.Position, bool),
	yield func(candidate) error) error {
	for range placements {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if p, ok := place(); ok {
			if err := yield(candidate{at: p, source: source}); err != nil {
				return err
			}
		}
	}

	return nil
}
