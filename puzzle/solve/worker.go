package solve

import (
	"slices"

	"turncoat/internal/fast"
	"turncoat/internal/hashtable"
	"turncoat/puzzle"
	"turncoat/puzzle/solve/internal/dfpn"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A worker searches on one goroutine. The search is a tree of ands and ors whose depth is counted
// in turns of the attacker; the position says who chooses at a node.
type worker struct {
	*run
	solver   *Solver
	variant  *rules.Variant
	rules    fast.Rules
	table    *table
	plain    Goal // the goal without what is added to it
	stale    bool // the goal is a stalemate
	exact    bool // the goal counts with the last turn only
	attacker board.Colour
	salt     uint64
	pending  uint64 // turns counted and not yet added to those of the run

	quick   bool // search lists and plays the turns
	search  *winSearch
	last    *fast.WinSearch // looks for the last turn of a line; nil until one is wanted
	planner planner         // of lines in orthodox chess
	winner  board.Move      // the first move of the attack that was last reported won
	frames  []frame
	history history
}

// A frame is the memory of one ply.
type frame struct {
	turns []board.Turn
	after board.Position
}

func newWorker(s *Solver) *worker {
	return &worker{solver: s, variant: s.variant, rules: s.fastRules, table: s.table, frames: make([]frame, 2*MaxTurns+2)}
}

// flushEvery is how many turns a worker counts before it checks the limits.
const flushEvery = 1 << 10

// begin prepares the worker for a run.
func (w *worker) begin(r *run, attacker board.Colour) {
	w.run, w.attacker, w.salt = r, attacker, dfpn.Salt(r.goal, attacker)^w.solver.epoch
	w.plain, w.stale = r.goal.Plain(), r.goal&puzzle.Stalemate != 0
	w.exact = r.goal&puzzle.Exact != 0
	w.quick = w.solver.isFast && r.goal == Win && !w.solver.reclaims
	if w.quick && w.search == nil {
		w.search = newWinSearch(w)
	}
}

// tick counts one turn looked at.
func (w *worker) tick() {
	w.pending++
	if w.pending >= flushEvery {
		w.flush()
	}
}

func (w *worker) flush() {
	w.spend(w.pending)
	w.pending = 0
}

func (w *worker) stopped() bool { return w.stop.Load() }

// key returns the key in the table of a position with n turns left, this one included. A goal in
// exactly n turns has keys of its own for each n, since no number says anything about another.
func (w *worker) key(p *board.Position, n int) uint64 {
	key := p.Key ^ w.salt
	if w.exact {
		key ^= uint64(n) * 0x9e3779b97f4a7c15
	}
	return key
}

// attack reports whether the attacker, to move, reaches the goal in at most n turns, or in exactly
// n if the goal is exact. When the run is stopped it returns false and keeps nothing.
func (w *worker) attack(p *board.Position, n, ply int) bool {
	if won, known := w.inTables(p, n); known {
		return won
	}
	if w.quick && n == 1 {
		return w.search.attackLast(p, ply)
	}
	key := w.key(p, n)
	known, _ := w.table.probe(key)
	if won, ok := known.settles(n); ok {
		if won {
			w.winner = hashtable.UnpackMove(known.move)
		}
		return won
	}

	if w.quick {
		w.search.at(p, ply)
	}
	turns := w.list(p, ply)
	if w.goal&puzzle.Reflex == puzzle.Reflex && w.obliged(p, turns, ply) {
		turns = nil
	}
	history := w.history.at(n)
	history.orderAttacks(turns, p.Kings)
	if known.move != 0 {
		promoteTurn(turns, hashtable.UnpackMove(known.move))
	}
	for i := range turns {
		t := &turns[i]
		if n == 1 && !w.mayReach(p, t) {
			w.tick()
			continue
		}

		if w.leads(p, t, true, n, ply) {
			history.wins(t.Move)
			w.winner = t.Move
			known.wonIn, known.move = uint8(n), hashtable.PackMove(t.Move)
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

// list lists the turns of a position, in the memory of a ply.
func (w *worker) list(p *board.Position, ply int) []board.Turn {
	if w.quick {
		return w.search.list(ply)
	}
	f := &w.frames[ply]
	f.turns = w.solver.turns.AppendTurns(f.turns[:0], p)
	return f.turns
}

// leads is [worker.turn] for a turn that is in the list of a ply.
func (w *worker) leads(p *board.Position, t *board.Turn, mine bool, n, ply int) bool {
	if !w.quick {
		return w.turn(p, *t, mine, n, ply)
	}
	here := w.search.ply(ply)
	here.search.Apply(t, &here.after)
	if mine {
		return w.defend(&here.after, n-1, ply+1, t.Move)
	}
	return w.attack(&here.after, n, ply+1)
}

// mayReach is a cheap test that every last turn to the goal passes: in Pacifist it converts all of
// the enemy's kings, to a claim one.
func (w *worker) mayReach(p *board.Position, t *board.Turn) bool {
	kings := p.Kings & p.Colours[p.Turn.Other()]
	switch {
	case !w.solver.pacifist || !w.solver.isFast || w.plain == SelfWin || w.stale:
		return true
	case w.plain == Claim:
		return t.Converted&kings != 0
	}

	return kings&^t.Converted == 0
}

// turnWins is [worker.turn] for a legal move, given without what it converts.
func (w *worker) turnWins(p *board.Position, m board.Move, mine bool, n int) bool {
	var after board.Position
	return w.turn(p, w.solver.turns.Play(p, m, &after), mine, n, 0)
}

// turn reports whether after a turn, given with the full reclaim, the goal is reached or can still
// be. Of the attacker's, the first of at most n, the enemy chooses what is reclaimed; of the
// enemy's, after which the attacker has n, the attacker does.
func (w *worker) turn(p *board.Position, t board.Turn, mine bool, n, ply int) bool {
	after := &w.frames[ply].after
	w.solver.turns.Apply(p, t, after)
	if w.choice(t, after, mine, n, ply) != mine {
		return !mine
	}
	if !w.solver.reclaims {
		return mine
	}
	choices := 0
	for t, now := range w.solver.turns.Choices(p, t.Move) {
		if w.tooMany(&choices) {
			return false
		}
		if choices > 1 && w.choice(t, &now, mine, n, ply) != mine { // the first is the full reclaim
			return !mine
		}
	}

	return mine && !w.stopped()
}

// choice is [worker.turn] for one choice of the reclaim.
func (w *worker) choice(t board.Turn, after *board.Position, mine bool, n, ply int) bool {
	w.tick()
	if mine {
		return w.won(t, after, n, ply)
	}
	if w.plain == SelfWin && w.goal.Counts(n) && w.ended(after) {
		return true
	}
	return n > 0 && w.attack(after, n, ply+1)
}

// won reports whether after a turn of the attacker's, the first of at most n, the goal is reached
// or can still be.
func (w *worker) won(t board.Turn, after *board.Position, n, ply int) bool {
	switch {
	case w.stopped():
		return false
	case w.plain == Claim && t.Converted&after.Kings != 0 && w.goal.Counts(n-1):
		return true
	case w.goal&puzzle.Quodlibet != 0 && w.goal.Counts(n-1) && w.ended(after):
		return true
	case n == 1 && w.plain != SelfWin:
		return w.plain == Win && w.ended(after)
	}

	return w.defend(after, n-1, ply+1, t.Move)
}

// ended reports whether the game has ended as [Goal.Ended] says.
func (w *worker) ended(p *board.Position) bool {
	if !w.solver.isFast {
		return w.goal.Ended(w.variant, p)
	}
	return w.mayHaveLost(p) != w.stale && !w.rules.HasTurn(p)
}

// mayHaveLost is a cheap test that every lost side to move passes, and no other without a legal
// turn.
func (w *worker) mayHaveLost(p *board.Position) bool {
	if w.solver.pacifist {
		return p.Kingless(p.Turn)
	}
	return w.rules.InCheck(p, p.Turn)
}

// defend reports whether every turn of the enemy, which is to move after an attacker's move, leads
// to the goal in at most n further turns of the attacker. If the enemy has no turn it reports
// whether the goal is reached with that. Replies that refuted before are tried first, in orthodox
// chess those that leave the attacker the least choice, since they take least time to search.
func (w *worker) defend(p *board.Position, n, ply int, last board.Move) bool {
	if w.stopped() {
		return false
	}
	if won, known := w.inTables(p, n); known {
		return won
	}
	key := w.key(p, n+1)
	if w.quick && n == 1 {
		return w.search.defendLeaf(key, p, ply, last)
	}
	known, _ := w.table.probe(key)
	if won, ok := known.settles(n + 1); ok {
		return won
	}
	history := w.history.at(n)
	tried := history.candidates(known.move, last)
	ordered := true
	var rate func(*board.Turn) uint32
	if w.quick {
		here := w.search.at(p, ply)
		forcing, isForcing := here.search.Forcing()
		ordered = isForcing
		if isForcing {
			rate = forcing.Rate
		} else if m, fails := w.search.triedReply(here, &tried, n, ply); fails {
			w.search.count(&here.search)
			return w.refuted(key, known, n, m, last)
		}
	}
	turns := w.list(p, ply)
	if len(turns) == 0 {
		return w.plain == Win && w.goal.Counts(n) && w.ended(p)
	}
	if w.goal&puzzle.SemiReflex != 0 && w.obliged(p, turns, ply) {
		return w.goal.Counts(n)
	}
	history.orderReplies(turns)
	if ordered {
		if w.quick {
			if m, fails := w.search.knownReply(w.search.ply(ply), n); fails {
				return w.refuted(key, known, n, m, last)
			}
		}
		for i := len(tried) - 1; i >= 0; i-- {
			promoteTurn(turns, tried[i])
		}
		if w.quick {
			order(turns, rate)
		}
		tried = [4]board.Move{}
	}

	if m, fails := w.untriedReply(p, turns, &tried, n, ply); fails {
		return w.refuted(key, known, n, m, last)
	}
	known.wonIn = uint8(n + 1)
	w.table.store(key, known)
	return true
}

// untriedReply returns the first reply, of those that have not been tried, after which the attacker
// does not reach the goal in n turns.
func (w *worker) untriedReply(p *board.Position, turns []board.Turn, tried *[4]board.Move,
	n, ply int) (m board.Move, fails bool) {
	for i := range turns {
		m := turns[i].Move
		if m == tried[0] || m == tried[1] || m == tried[2] || m == tried[3] {
			continue
		}
		if !w.leads(p, &turns[i], false, n, ply) {
			return m, true
		}
	}

	return board.Move{}, false
}

// obliged reports whether one of the turns of the side to move wins: in reflex play it has to make
// one that does.
func (w *worker) obliged(p *board.Position, turns []board.Turn, ply int) bool {
	return slices.ContainsFunc(turns, func(t board.Turn) bool { return w.turn(p, t, false, 0, ply) })
}

// refuted notes a refutation, unless the run was stopped. The answer is no in either case.
func (w *worker) refuted(key uint64, known entry, n int, m, last board.Move) bool {
	if w.stopped() {
		return false
	}
	w.history.at(n).refutes(m, last)
	known.failsIn, known.move = uint8(n+1), hashtable.PackMove(m)
	w.table.store(key, known)
	return false
}
