package rules

import (
	"iter"
	"slices"

	"turncoat/rules/board"
	"turncoat/rules/fast"
	"turncoat/rules/reference"
)

// Fast returns the fast implementation of the rule set, for those who search or replay by the million, and
// whether there is one.
func (g *Variant) Fast() (fast.Rules, bool) { return g.fastRules, g.fast }

// Turns yields every legal turn of a position, each reclaim choice as a turn of its own. The
// choices can be many; they are made as they are asked for. The order is fixed; [Variant.TurnsJSON]
// sorts.
func (g *Variant) Turns(p *board.Position) iter.Seq[board.Played] {
	if !g.fast {
		return reference.Turns(g.set, *p)
	}
	return func(yield func(board.Played) bool) {
		for _, m := range g.fastRules.AppendMoves(nil, p) {
			if !g.fastTurns(p, m, yield) {
				return
			}
		}
	}
}

// TurnsOf yields the turns of one move, each reclaim choice as a turn of its own; none if it is
// not legal.
func (g *Variant) TurnsOf(p *board.Position, m board.Move) iter.Seq[board.Played] {
	if !g.fast {
		return reference.TurnsOf(g.set, *p, m)
	}
	return func(yield func(board.Played) bool) {
		if g.fastRules.Legal(p, m) {
			g.fastTurns(p, m, yield)
		}
	}
}

// fastTurns yields the turns of a legal move and reports whether more are wanted.
func (g *Variant) fastTurns(p *board.Position, m board.Move, yield func(board.Played) bool) bool {
	waves := slices.Clip(g.fastRules.AppendWaves(nil, p, m))
	var choices fast.Choices
	for choices.Start(g.fastRules, p, m); choices.Next(); {
		played := board.Played{Turn: choices.Turn(), Waves: waves}
		g.fastRules.Apply(p, played.Turn, &played.After)
		if !yield(played) {
			return false
		}
	}
	return true
}

// FullTurns yields one turn a legal move: the one with the full reclaim, where there is a reclaim.
func (g *Variant) FullTurns(p *board.Position) iter.Seq[board.Played] {
	return func(yield func(board.Played) bool) {
		for _, m := range g.Moves(p) {
			if !yield(g.Full(p, m)) {
				return
			}
		}
	}
}

// Moves lists the legal moves.
func (g *Variant) Moves(p *board.Position) []board.Move {
	if g.fast {
		return g.fastRules.AppendMoves(nil, p)
	}
	return reference.Moves(g.set, *p)
}

// movesTo lists the legal moves, castlings apart, of the mover's pieces of one kind to one square.
func (g *Variant) movesTo(p *board.Position, kind board.Kind, to board.Square) []board.Move {
	if g.fast {
		return g.fastRules.AppendMovesTo(nil, p, kind, to)
	}
	return slices.DeleteFunc(g.Moves(p), func(m board.Move) bool {
		_, castles := m.Castles(p)
		return castles || m.To != to || p.KindAt(m.From) != kind
	})
}

// Full returns the turn of a legal move with the full reclaim, where there is a reclaim.
func (g *Variant) Full(p *board.Position, m board.Move) board.Played {
	if !g.fast {
		return reference.Full(g.set, *p, m)
	}
	var played board.Played
	played.Turn = g.fastRules.Play(p, m, &played.After)
	played.Waves = g.fastRules.AppendWaves(nil, p, m)
	return played
}

// Legal reports whether a move has a legal turn.
func (g *Variant) Legal(p *board.Position, m board.Move) bool {
	if g.fast {
		return g.fastRules.Legal(p, m)
	}
	return slices.Contains(g.Moves(p), m)
}

// Outcome says whether the game is over in a position, and why.
func (g *Variant) Outcome(p *board.Position) board.Outcome {
	if g.fast {
		return g.fastRules.Outcome(p)
	}
	return reference.Outcome(g.set, *p)
}

// InCheck reports whether the side to move is in check (CON-7, or orthodox check).
func (g *Variant) InCheck(p *board.Position) bool {
	if g.fast {
		return g.fastRules.InCheck(p, p.Turn)
	}
	return reference.InCheck(g.set, *p, p.Turn)
}
