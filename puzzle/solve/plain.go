package solve

import (
	"slices"

	"turncoat/rules/board"
)

// The search through package rules, for the rule sets that package fast does not play. It is the
// search of worker.go with fewer heuristics.

func (w *worker) plainAttack(p *board.Position, n int) bool {
	key := p.Key ^ w.salt
	known, _ := w.table.probe(key)
	if won, ok := known.settles(n); ok {
		return won
	}
	for _, m := range w.solver.game.Moves(p) {
		if w.plainTurnWins(p, m, n) {
			known.wonIn, known.move = uint8(n), pack(m)
			w.table.store(key, known)
			return true
		}
		if w.stopped() {
			return false
		}
	}
	known.failsIn = uint8(n)
	w.table.store(key, known)
	return false
}

func (w *worker) plainTurnWins(p *board.Position, m board.Move, n int) bool {
	choices := 0
	for t := range w.solver.game.TurnsOf(p, m) {
		w.tick()
		if w.run.tooMany(&choices) || !w.plainWon(&t, n) {
			return false
		}
	}
	return true
}

func (w *worker) plainWon(t *board.Played, n int) bool {
	game := w.solver.game
	if w.goal == Claim && t.Converted&t.After.Kings != 0 {
		return true
	}
	if n == 1 && w.goal != SelfWin {
		return w.run.goal.Reached(game, t)
	}
	replies := game.Moves(&t.After)
	if len(replies) == 0 {
		return w.run.goal.Reached(game, t)
	}
	history := w.history.at(n - 1)
	for _, m := range history.killers {
		if i := slices.Index(replies, m); i > 0 {
			replies[0], replies[i] = m, replies[0]
		}
	}
	for _, m := range replies {
		if !w.plainStillWins(&t.After, m, n-1) {
			history.refutes(m, t.Move)
			return false
		}
	}
	return !w.stopped()
}

func (w *worker) plainStillWins(p *board.Position, m board.Move, n int) bool {
	choices := 0
	for t := range w.solver.game.TurnsOf(p, m) {
		w.tick()
		if w.run.tooMany(&choices) {
			return false
		}
		if w.run.goal.ReachedByEnemy(w.solver.game, &t) {
			return true
		}
		if n > 0 && w.plainAttack(&t.After, n) {
			return true
		}
	}
	return false
}
