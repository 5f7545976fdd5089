package solve

import (
	"turncoat/puzzle/solve/internal/dfpn"
	"turncoat/rules/board"
)

// shortWins returns the exact search for short wins, as a function for proof-number search. It
// shares the solver's table and has a worker of its own. No limit of the solver's applies, for a
// search that was stopped would answer that there is no win.
func (s *Solver) shortWins() dfpn.ShortWin {
	s.prepare(MaxTurns)
	w := newWorker(s)
	r := &run{s: s, goal: Win}
	return func(p *board.Position, turns int) (board.Move, bool) {
		w.begin(r, p.Turn)
		if !w.quick || !w.attack(p, turns, 0) {
			return board.Move{}, false
		}
		return w.winner, true
	}
}
