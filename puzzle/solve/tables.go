//go:build !turncoat_web

package solve

import (
	"turncoat/internal/tablebase"
	"turncoat/rules/board"
)

// Tables are the tables of a rule set.
type Tables = tablebase.Tables

// tableTurns returns in how many turns the side to move wins a position that the tables hold, 0 if it does not.
func (s *Solver) tableTurns(p *board.Position) (turns int, known bool) {
	if s.options.Tables == nil || p.Occupied().Count() > tablebase.MaxPieces {
		return 0, false
	}
	v, err := s.options.Tables.Probe(p)
	if err != nil || !v.Wins() {
		return 0, err == nil
	}
	return (v.Plies() + 1) / 2, true
}

// inTables reports whether the attacker wins in at most n turns of its own from a position, whichever side is to
// move, and whether the tables hold the position.
func (w *worker) inTables(p *board.Position, n int) (won, known bool) {
	tables := w.solver.options.Tables
	if tables == nil || w.plain != Win || p.Occupied().Count() > tablebase.MaxPieces {
		return false, false
	}
	v, err := tables.Probe(p)
	switch {
	case err != nil: // there is no such table, or the position has castling rights: it is searched
		return false, false
	case p.Turn == w.attacker:
		return v.Wins() && (v.Plies()+1)/2 <= n, true
	}
	return v.Loses() && v.Plies()/2 <= n, true
}
