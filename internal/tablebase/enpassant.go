//go:build !turncoat_web

package tablebase

import "turncoat/rules/board"

// passesFor reports whether Black has lost, within fewer plies than the pass, in one of the positions in which it may
// take en passant.
func (e *expander) passesFor(pass int) bool {
	for i := range e.passing {
		if e.passingValue(&e.passing[i], pass).Loses() {
			return true
		}
	}
	return false
}

// passesAgainst reports whether Black has won, within fewer plies than the pass, in all of these positions.
func (e *expander) passesAgainst(pass int) bool {
	for i := range e.passing {
		if !e.passingValue(&e.passing[i], pass).Wins() {
			return false
		}
	}
	return true
}

// passingValue returns the value of a position with a pawn to be taken en passant, in conversion or chess, as far as it
// is known when a pass begins: its game ends in fewer plies than the pass, or it is Drawn.
func (e *expander) passingValue(p *board.Position, pass int) Value {
	var buffer [64]board.Turn
	replies := e.rules.AppendTurns(buffer[:0], p)
	if len(replies) == 0 && !e.rules.InCheck(p, p.Turn) {
		return Drawn
	}
	best := In(0)
	for _, t := range replies {
		var after board.Position
		e.rules.Apply(p, t, &after)
		var v Value
		if c, _ := ClassOf(&after); after.EnPassant != board.NoSquare {
			v = e.passingValue(&after, pass-1)
		} else if c == e.x.class {
			v = e.values[e.x.of(&after)]
		} else {
			v = e.lower[c].values[e.lower[c].x.of(&after)]
		}
		if v >= stalemate || v.Plies() > pass-2 {
			v = Drawn
		}
		if v = v.before(); v.Compare(best) > 0 {
			best = v
		}
	}
	return best
}
