package solve

import (
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Tables say who wins positions with few pieces.
type Tables interface {
	// Set returns the rule set that the tables are of, the built-in one if it plays as one.
	Set() ruleset.Set
	// Lookup returns in how many plies a game ends with best play: an odd number of plies is a win
	// for the side to move, an even one a loss, and -1 a draw. known is false if the tables do not
	// hold the position.
	Lookup(p *board.Position) (plies int, known bool)
}

// tableTurns returns in how many turns the side to move wins a position that the tables hold, 0 if
// it does not win.
func (s *Solver) tableTurns(p *board.Position) (turns int, known bool) {
	if s.options.Tables == nil {
		return 0, false
	}
	plies, known := s.options.Tables.Lookup(p)
	if wins := plies > 0 && plies%2 == 1; !wins {
		return 0, known
	}
	return (plies + 1) / 2, true
}

// inTables reports whether the attacker, whichever side is to move, wins in at most n turns of its
// own, and whether the tables hold the position.
func (w *worker) inTables(p *board.Position, n int) (won, known bool) {
	tables := w.solver.options.Tables
	if tables == nil || w.goal != Win {
		return false, false
	}
	plies, known := tables.Lookup(p)
	if !known || plies < 0 {
		return false, known
	}
	attackerWins := plies%2 == 1
	if p.Turn != w.attacker {
		attackerWins = !attackerWins
	}
	return attackerWins && (plies+1)/2 <= n, true
}
