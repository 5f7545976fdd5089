package rules

import (
	"iter"

	"turncoat/rules/board"
	"turncoat/rules/internal/fast"
	"turncoat/rules/ruleset"
)

// What follows is for searches and for whatever else plays millions of turns. It is not stable.
type (
	// Fast plays one of the built-in rule sets at full speed.
	Fast = fast.Rules
	// Choices lists every turn of one move, each choice of a reclaim as a turn of its own (PAC-8).
	Choices = fast.Choices
	// WinSearch answers what a search for forced wins asks.
	WinSearch = fast.WinSearch
	// Survey tells how near every piece of a position is to changing sides.
	Survey = fast.Survey
)

// FastFor returns the fast rules of a set that plays as a built-in one does, whatever its name, and whether it is one.
func FastFor(set ruleset.Set) (Fast, bool) { return fast.For(set) }

// Fast returns the fast rules, and whether there are some for the rule set.
func (v *Variant) Fast() (Fast, bool) { return v.fastRules, v.fast }

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

// Choices yields every turn of a legal move and the position after it, the one with the full reclaim first.
func (v *Variant) Choices(p *board.Position, m board.Move) iter.Seq2[board.Turn, board.Position] {
	return func(yield func(board.Turn, board.Position) bool) {
		var after board.Position
		full := v.Play(p, m, &after)
		if !yield(full, after) || full.Reclaimed == 0 {
			return
		}
		if v.fast {
			var c Choices
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
