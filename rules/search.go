package rules

import (
	"iter"

	"turncoat/rules/board"
	"turncoat/rules/internal/fast"
)

// AppendMoves appends the legal moves of a position.
func (v *Variant) AppendMoves(moves []board.Move, p *board.Position) []board.Move {
	if v.fast {
		return v.fastRules.AppendMoves(moves, p)
	}
	return append(moves, v.Moves(p)...)
}

// AppendTurns appends the turn of every legal move with the full reclaim, where there is a reclaim.
func (v *Variant) AppendTurns(turns []board.Turn, p *board.Position) []board.Turn {
	if v.fast {
		return v.fastRules.AppendTurns(turns, p)
	}
	for t := range v.FullTurns(p) {
		turns = append(turns, t.Turn)
	}
	return turns
}

// Apply writes the position after a turn that AppendTurns has given.
func (v *Variant) Apply(p *board.Position, t board.Turn, after *board.Position) {
	if v.fast {
		v.fastRules.Apply(p, t, after)
		return
	}

	v.Play(p, t.Move, after)
}

// Play plays a legal move with the full reclaim and writes the position after it.
func (v *Variant) Play(p *board.Position, m board.Move, after *board.Position) board.Turn {
	if v.fast {
		return v.fastRules.Play(p, m, after)
	}
	t := v.Full(p, m)
	*after = t.After
	return t.Turn
}

// Choices yields every turn of a legal move and the position after it, the one with the full
// reclaim first.
func (v *Variant) Choices(p *board.Position, m board.Move) iter.Seq2[board.Turn, board.Position] {
	return func(yield func(board.Turn, board.Position) bool) {
		var after board.Position
		full := v.Play(p, m, &after)
		if !yield(full, after) || full.Reclaimed == 0 {
			return
		}
		if v.fast {
			var c fast.Choices
			for c.Start(v.fastRules, p, m); c.Next(); {
				if t := c.Turn(); t.Reclaimed != full.Reclaimed {
					v.fastRules.Apply(p, t, &after)
					if !yield(t, after) {
						return
					}
				}
			}

			return
		}

		for t := range v.TurnsOf(p, m) {
			if t.Reclaimed != full.Reclaimed && !yield(t.Turn, t.After) {
				return
			}
		}
	}
}
