package puzzle

import (
	"iter"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/fast"
)

// play goes from position to position, with package fast where it plays the rule set and otherwise
// with the face of the rules.
type play struct {
	game  *rules.Variant
	fast  fast.Rules
	quick bool
}

func newPlay(game *rules.Variant) play {
	r, ok := fast.For(game.Set())
	return play{game, r, ok}
}

// moves appends the legal moves of a position.
func (l *play) moves(moves []board.Move, p *board.Position) []board.Move {
	if l.quick {
		return l.fast.AppendMoves(moves, p)
	}
	return append(moves, l.game.Moves(p)...)
}

// full gives the turn of a legal move with the full reclaim.
func (l *play) full(p *board.Position, m board.Move) board.Turn {
	var after board.Position
	return l.to(p, m, &after)
}

// to plays a legal move with the full reclaim and writes the position after it.
func (l *play) to(p *board.Position, m board.Move, after *board.Position) board.Turn {
	if l.quick {
		return l.fast.Play(p, m, after)
	}
	t := l.game.Full(p, m)
	*after = t.After
	return t.Turn
}

// choices yields every turn of a legal move, the one with the full reclaim first.
func (l *play) choices(p *board.Position, m board.Move) iter.Seq2[board.Turn, board.Position] {
	return func(yield func(board.Turn, board.Position) bool) {
		var after board.Position
		full := l.to(p, m, &after)
		if !yield(full, after) {
			return
		}
		if l.quick {
			if !l.fast.Reclaims() {
				return
			}
			var c fast.Choices
			for c.Start(l.fast, p, m); c.Next(); {
				if t := c.Turn(); t.Reclaimed != full.Reclaimed {
					l.fast.Apply(p, t, &after)
					if !yield(t, after) {
						return
					}
				}
			}
			return
		}
		for t := range l.game.TurnsOf(p, m) {
			if t.Reclaimed != full.Reclaimed && !yield(t.Turn, t.After) {
				return
			}
		}
	}
}

// outcome says whether the game is over.
func (l *play) outcome(p *board.Position) board.Outcome {
	if l.quick {
		return l.fast.Outcome(p)
	}
	return l.game.Outcome(p)
}

// waves gives the conversions of a legal move wave by wave.
func (l *play) waves(p *board.Position, m board.Move) []board.Bits {
	if l.quick {
		return l.fast.AppendWaves(nil, p, m)
	}
	return l.game.Full(p, m).Waves
}
