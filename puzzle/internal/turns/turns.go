// Package turns goes from position to position at full speed: with package fast where it plays the rule
// set, and otherwise with the face of the rules.
package turns

import (
	"iter"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/fast"
)

// Maker makes the turns of one rule set.
type Maker struct {
	Variant *rules.Variant
	fast    fast.Rules
	isFast  bool
}

// For returns the maker of a variant's turns.
func For(variant *rules.Variant) Maker {
	r, ok := fast.For(variant.Set())
	return Maker{variant, r, ok}
}

// AppendMoves appends the legal moves of a position.
func (k *Maker) AppendMoves(moves []board.Move, p *board.Position) []board.Move {
	if k.isFast {
		return k.fast.AppendMoves(moves, p)
	}
	return append(moves, k.Variant.Moves(p)...)
}

// Full returns the turn of a legal move with the full reclaim.
func (k *Maker) Full(p *board.Position, m board.Move) board.Turn {
	var after board.Position
	return k.Play(p, m, &after)
}

// Play plays a legal move with the full reclaim and writes the position after it.
func (k *Maker) Play(p *board.Position, m board.Move, after *board.Position) board.Turn {
	if k.isFast {
		return k.fast.Play(p, m, after)
	}
	t := k.Variant.Full(p, m)
	*after = t.After
	return t.Turn
}

// Choices yields every turn of a legal move, the one with the full reclaim first.
func (k *Maker) Choices(p *board.Position, m board.Move) iter.Seq2[board.Turn, board.Position] {
	return func(yield func(board.Turn, board.Position) bool) {
		var after board.Position
		full := k.Play(p, m, &after)
		if !yield(full, after) {
			return
		}
		if k.isFast {
			if !k.fast.Reclaims() {
				return
			}
			var c fast.Choices
			for c.Start(k.fast, p, m); c.Next(); {
				if t := c.Turn(); t.Reclaimed != full.Reclaimed {
					k.fast.Apply(p, t, &after)
					if !yield(t, after) {
						return
					}
				}
			}
			return
		}
		for t := range k.Variant.TurnsOf(p, m) {
			if t.Reclaimed != full.Reclaimed && !yield(t.Turn, t.After) {
				return
			}
		}
	}
}

// Outcome says whether the game is over.
func (k *Maker) Outcome(p *board.Position) board.Outcome {
	if k.isFast {
		return k.fast.Outcome(p)
	}
	return k.Variant.Outcome(p)
}
