package fast

import (
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// HasTurn reports whether the side to move has a legal turn. It stops at the first.
func (r Rules) HasTurn(p *board.Position) bool {
	var buffer [64]board.Turn
	switch r.family() {
	case ruleset.Chess:
		var a checkInfo
		a.start(p)
		return a.kingTargets() != 0 || a.chessCount() > 0
	case ruleset.Conversion:
		a := checkInfo{first: true}
		a.start(p)
		return len(a.appendConversionTurns(buffer[:0])) > 0
	case ruleset.Benedict:
		return benedictCount(p) > 0
	case ruleset.Andernach:
		a := checkInfo{first: true}
		a.start(p)
		return len(a.appendStepTurns(buffer[:0], &stepTraits[r])) > 0
	}

	own := p.Colours[p.Turn&1]
	if p.Kings&own == 0 && own.Count() <= fewMen {
		return len(r.appendPlainTurns(buffer[:0], p)) > 0
	}
	if r.inventor() {
		if !p.Kingless(p.Turn) && hasStep(p) {
			return true
		}
	} else if count, ok := r.countTurns(p, &hint{^bits(0), ^bits(0), -1}); ok {
		return count > 0
	}

	n := node{first: true}
	n.start(r, p)
	return len(n.appendTurns(buffer[:0])) > 0
}

// fewMen is how many pieces a kingless side may have so that trying its moves one by one costs less
// than working out what all of them share. Where a game ends such a side has four on average.
const fewMen = 8

// hasStep reports whether a piece of the mover's that is no king can make a step in the Pacifist
// family. In the inventor's forms that is a legal turn, as long as the mover owns a king (PAC-11).
func hasStep(p *pos) bool {
	own := p.Colours[p.Turn&1]
	return countSteps(p, own&p.Pawns) > 0 || countSteps(p, own&^p.Kings) > 0
}

// countSteps returns how many steps of one square or along lines the board allows some of the
// mover's pieces.
func countSteps(p *pos, men bits) int {
	occ := p.Occupied()
	n := (forward(p.Pawns&men, p.Turn&1) &^ occ).Count()
	for on := men &^ p.Pawns; on != 0; on &= on - 1 {
		n += (pieceReach(p, on.First(), occ, occ) &^ occ).Count()
	}
	return n
}

// Outcome says whether the game is over in the position, and why (PAC-12, CON-11, BEN-6).
func (r Rules) Outcome(p *board.Position) board.Outcome {
	if r.HasTurn(p) {
		return board.Outcome{}
	}
	return r.Final(p)
}

// MayWait reports whether a side may be the one that is not to move: its king is in no check, where
// there is check (CON-12), and has not been converted, where that ends the game (BEN-7).
func (r Rules) MayWait(p *board.Position, c board.Colour) bool {
	switch r.family() {
	case ruleset.Pacifist:
		return true
	case ruleset.Benedict:
		return !p.Kingless(c)
	}

	return !r.InCheck(p, c)
}

// Final says how the game has ended in a position in which the side to move has no legal turn
// (PAC-12, CON-11, BEN-6).
func (r Rules) Final(p *board.Position) board.Outcome {
	lost := board.Win(p.Turn.Other())
	switch {
	case !r.captures() && !p.Kingless(p.Turn):
	case r.isPacifist():
		return board.Outcome{Result: lost, Reason: board.Claimless}
	case r.isBenedict():
		return board.Outcome{Result: lost, Reason: board.KingConverted}
	case r.InCheck(p, p.Turn):
		return board.Outcome{Result: lost, Reason: board.Checkmate}
	}

	return board.Outcome{Result: board.Draw, Reason: board.Stalemate}
}
