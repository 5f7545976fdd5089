package solve

import (
	"turncoat/puzzle"
	"turncoat/rules/board"
)

// The goals of this file are help-wins and series with a last part of their own. Each is a
// condition on the positions of a line, so that the search of lines stays the same.

// permits reports whether the goal allows a line through a position with so many plies left. With
// one left the last part begins, and with more it must not have begun. In a series the positions
// before and after each null move are asked about.
func (h *helper) permits(p *board.Position, left int) bool {
	loserMoves := p.Turn == h.attacker
	switch {
	case h.goal&puzzle.Forced != 0:
		return loserMoves || h.mustWin(p) == (left == 1)
	case h.goal.HasHelp() && h.goal&puzzle.Reflex != 0:
		return left == 1 || !h.canWin(p)
	case h.goal&puzzle.Reciprocal != 0:
		return left != 2 || h.canWin(p)
	}
	return true
}

// canWin reports whether a turn of the side to move wins.
func (h *helper) canWin(p *board.Position) bool {
	if !h.mayWin(p) {
		return false
	}
	for _, t := range h.solver.turns.AppendTurns(nil, p) {
		if h.turnEnds(p, t) {
			return true
		}
	}
	return false
}

// mustWin reports whether every turn of the side to move wins, and there is one.
func (h *helper) mustWin(p *board.Position) bool {
	if !h.mayWin(p) {
		return false
	}
	turns := h.solver.turns.AppendTurns(nil, p)
	for _, t := range turns {
		if !h.turnEnds(p, t) {
			return false
		}
	}
	return len(turns) > 0
}

// turnEnds reports whether a turn, with some choice of the reclaim, ends the game as the goal demands.
func (h *helper) turnEnds(p *board.Position, t board.Turn) bool {
	h.tick()
	var after board.Position
	h.solver.turns.Apply(p, t, &after)
	if h.ended(&after) {
		return true
	}
	if !h.solver.reclaims {
		return false
	}

	choices := 0
	for _, after := range h.solver.turns.Choices(p, t.Move) {
		if h.tooMany(&choices) {
			return false
		}
		if h.ended(&after) {
			return true
		}
	}
	return false
}

// keepReciprocal keeps, beside the help-wins that follow a position, the lines in which the side to
// move, whose turn has an index in the line, wins at once instead.
func (h *helper) keepReciprocal(p *board.Position, at int) {
	for played := range h.all(p) {
		if h.ended(&played.After) {
			h.line[at] = played
			h.keep(h.line[:at+1])
		}
	}
}
