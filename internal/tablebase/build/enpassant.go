package build

import (
	"turncoat/internal/tablebase"
	"turncoat/rules/board"
)

// losesEnPassant reports whether the enemy, to move, has lost one of the positions in which it may
// capture en passant, in fewer plies than the number of the pass.
func (e *expander) losesEnPassant(pass int) bool {
	for i := range e.enPassant {
		if e.enPassantValue(&e.enPassant[i], pass).Loses() {
			return true
		}
	}

	return false
}

// winsEnPassant reports whether the enemy, to move, wins all of these positions, in fewer plies
// than the number of the pass.
func (e *expander) winsEnPassant(pass int) bool {
	for i := range e.enPassant {
		if !e.enPassantValue(&e.enPassant[i], pass).Wins() {
			return false
		}
	}

	return true
}

// enPassantValue returns the value of a position with a pawn that can be captured en passant, in
// conversion or chess, as far as it is known when a pass begins. It is Drawn unless the game ends
// in fewer plies than the number of the pass.
func (e *expander) enPassantValue(p *board.Position, pass int) tablebase.Value {
	var buffer [64]board.Turn
	replies := e.rules.AppendTurns(buffer[:0], p)
	if len(replies) == 0 && !e.rules.InCheck(p, p.Turn) {
		return tablebase.Drawn
	}

	best := tablebase.DecidedIn(0)
	for _, t := range replies {
		var after board.Position
		e.rules.Apply(p, t, &after)
		v := e.knownValue(&after, pass-1)
		if v >= tablebase.Stalemate || v.Plies() > pass-2 {
			v = tablebase.Drawn
		}
		if v.Before().Compare(best) > 0 {
			best = v.Before()
		}
	}

	return best
}

// knownValue returns the value of a position, with or without a capture en passant, as far as it is
// known when a pass begins.
func (e *expander) knownValue(p *board.Position, pass int) tablebase.Value {
	if p.EnPassant != board.NoSquare {
		return e.enPassantValue(p, pass)
	}
	if c, _ := tablebase.ClassOf(p); c == e.index.Class {
		return e.values[e.index.Number(p)]
	}
	return e.lowerValue(p)
}
