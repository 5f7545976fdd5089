package reference

import (
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Outcome says whether the game is over in the position, and why: it is when the side to move has
// no legal turn (PAC-12, CON-11, BEN-6). Fifty moves and threefold repetition never end it (PAC-16).
func Outcome(set ruleset.Set, p board.Position) board.Outcome {
	for range Turns(set, p) {
		return board.Outcome{}
	}
	return ending(set, p)
}

// ending returns the outcome of a position in which there is no legal turn.
func ending(set ruleset.Set, p board.Position) board.Outcome {
	lost := board.Win(p.Turn.Other())
	switch {
	case lostKing(&set, &p, p.Turn):
		return board.Outcome{Result: lost, Reason: board.KingConverted}
	case set.Family.HasClaims() && p.Kingless(p.Turn):
		return board.Outcome{Result: lost, Reason: board.Claimless}
	case set.HasCheck() && InCheck(set, p, p.Turn):
		return board.Outcome{Result: lost, Reason: board.Checkmate}
	case set.Stalemate == ruleset.StalemateLoses:
		return board.Outcome{Result: lost, Reason: board.Stalemate}
	}

	return board.Outcome{Result: board.Draw, Reason: board.Stalemate}
}

// Lost reports whether the side to move has lost, as [Outcome] does, but plays no turn where a side
// without a legal turn would not have lost.
func Lost(set ruleset.Set, p board.Position) bool {
	if ending(set, p).Result == board.Draw {
		return false
	}
	for range Turns(set, p) {
		return false
	}
	return true
}
