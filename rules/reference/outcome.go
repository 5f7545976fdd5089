package reference

import (
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Outcome says whether the game is over in the position, and why: it is when the side to move has
// no legal turn (PAC-12, CON-11). Fifty moves and threefold repetition never end it (PAC-16).
func Outcome(set ruleset.Set, p board.Position) board.Outcome {
	for range Turns(set, p) {
		return board.Outcome{}
	}
	lost := board.Win(p.Turn.Other())
	switch {
	case set.Family == ruleset.Pacifist && p.Kingless(p.Turn):
		return board.Outcome{Result: lost, Reason: board.Claimless}
	case set.Family != ruleset.Pacifist && InCheck(set, p, p.Turn):
		return board.Outcome{Result: lost, Reason: board.Checkmate}
	case set.Stalemate == ruleset.StalemateLoses:
		return board.Outcome{Result: lost, Reason: board.Stalemate}
	}
	return board.Outcome{Result: board.Draw, Reason: board.Stalemate}
}
