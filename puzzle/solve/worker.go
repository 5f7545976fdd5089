package solve

import (
	"turncoat/rules"
	"turncoat/rules/board"
)

// A worker searches on one goroutine. The search is a tree of ands and ors whose depth is counted in
// turns of the attacker; who chooses at a node follows from the position.
type worker struct {
	run      *run
	solver   *Solver
	rules    rules.Fast
	table    *table
	goal     Goal // plain
	stale    bool // the goal is a stalemate
	attacker board.Colour
	salt     uint64
	pending  uint64 // turns counted and not yet added to those of the run

	search  *winSearch
	frames  []frame
	history history
}

// A frame is the memory of one ply.
type frame struct {
	turns   []board.Turn
	choices rules.Choices
}

func newWorker(s *Solver) *worker {
	return &worker{solver: s, rules: s.fastRules, table: s.table, frames: make([]frame, 2*MaxTurns+2)}
}

// flushEvery is how many turns a worker counts before it checks the limits.
const flushEvery = 1 << 10

// usesWinSearch reports whether the goal is searched for by a winSearch, and makes that.
func (w *worker) usesWinSearch() bool {
	if !w.solver.isFast || w.goal != Win || w.stale || w.rules.Reclaims() {
		return false
	}
	if w.search == nil {
		w.search = newWinSearch(w)
	}
	return true
}

// tick counts one turn looked at.
func (w *worker) tick() {
	if w.pending++; w.pending >= flushEvery {
		w.flush()
	}
}

func (w *worker) flush() {
	w.run.spend(w.pending)
	w.pending = 0
}

func (w *worker) stopped() bool { return w.run.stop.Load() }

// attack reports whether the attacker, to move, reaches the goal in at most n turns. When the run is
// stopped it returns false and keeps nothing.
func (w *worker) attack(p *board.Position, n, ply int) bool {
	if won, known := w.inTables(p, n); known {
		return won
	}
	switch {
	case !w.solver.isFast:
		return w.plainAttack(p, n)
	case w.usesWinSearch():
		return w.search.attack(p, n, ply)
	}
	key := p.Key ^ w.salt
	known, _ := w.table.probe(key)
	if won, ok := known.settles(n); ok {
		return won
	}
	f := &w.frames[ply]
	f.turns = w.rules.AppendTurns(f.turns[:0], p)
	history := w.history.at(n)
	history.orderAttacks(f.turns, p.Kings)
	if known.move != 0 {
		promoteTurn(f.turns, unpack(known.move))
	}
	kings := p.Kings & p.Colours[p.Turn.Other()]
	for i := range f.turns {
		t := f.turns[i]
		if n == 1 && w.goal != SelfWin && !w.stale && w.solver.pacifist && !w.claims(&t, kings) {
			w.tick()
			continue
		}
		if w.turn(p, t, n, ply) {
			history.wins(t.Move)
			known.wonIn, known.move = uint8(n), pack(t.Move)
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

// claims is a cheap test that every last turn to a win or to a claim passes: it converts all, or one, of the
// enemy's kings.
func (w *worker) claims(t *board.Turn, kings board.Bitboard) bool {
	if w.goal == Claim {
		return t.Converted&kings != 0
	}
	return kings&^t.Converted == 0
}

// turnWins reports whether a turn of the attacker's, the first of at most n, reaches the goal
// whatever the enemy reclaims.
func (w *worker) turnWins(p *board.Position, m board.Move, n, ply int) bool {
	switch {
	case !w.solver.isFast:
		return w.plainTurnWins(p, m, n)
	case w.usesWinSearch():
		return w.search.turnWins(p, m, n)
	}
	var after board.Position
	return w.turn(p, w.rules.Play(p, m, &after), n, ply)
}

// turn reports the same of a turn, given with the full reclaim.
func (w *worker) turn(p *board.Position, t board.Turn, n, ply int) bool {
	var after board.Position
	w.rules.Apply(p, t, &after)
	w.tick()
	if !w.won(t, &after, n, ply) {
		return false
	}
	if !w.rules.Reclaims() {
		return true
	}
	full := t.Reclaimed
	c := &w.frames[ply].choices
	choices := 0
	for c.Start(w.rules, p, t.Move); c.Next(); {
		if w.run.tooMany(&choices) {
			return false
		}
		if t := c.Turn(); t.Reclaimed != full {
			w.rules.Apply(p, t, &after)
			w.tick()
			if !w.won(t, &after, n, ply) {
				return false
			}
		}
	}
	return !w.stopped()
}

// won reports whether after a turn of the attacker's, the first of at most n, the goal is reached or
// can still be.
func (w *worker) won(t board.Turn, after *board.Position, n, ply int) bool {
	if w.stopped() {
		return false
	}
	switch w.goal {
	case Claim:
		if t.Converted&after.Kings != 0 {
			return true
		}
	case Win:
		if n == 1 {
			return w.ended(after, ply+1)
		}
	}
	if n == 1 && w.goal != SelfWin {
		return false
	}
	if w.usesWinSearch() {
		return w.search.defend(after, n-1, ply+1, t.Move)
	}
	return w.defend(after, n-1, ply+1, t.Move)
}

// ended reports whether the game has ended as [Goal.Ended] says. ply is one whose memory is free.
func (w *worker) ended(p *board.Position, ply int) bool {
	if !w.stale {
		return w.mayHaveLost(p) && w.rules.Outcome(p).Result == board.Win(p.Turn.Other())
	}
	f := &w.frames[ply]
	f.turns = w.rules.AppendTurns(f.turns[:0], p)
	return len(f.turns) == 0 && !w.mayHaveLost(p)
}

// mayHaveLost is a cheap test that every lost side to move passes, and no other without a legal turn.
func (w *worker) mayHaveLost(p *board.Position) bool {
	if w.solver.pacifist {
		return p.Kingless(p.Turn)
	}
	return w.rules.InCheck(p, p.Turn)
}

// defend reports whether every turn of the enemy's, to move, leads to the goal in at most n further
// turns of the attacker's; or, if there is none, whether the goal is reached with that.
func (w *worker) defend(p *board.Position, n, ply int, last board.Move) bool {
	if won, known := w.inTables(p, n); known {
		return won
	}
	key := p.Key ^ w.salt
	known, _ := w.table.probe(key)
	if won, ok := known.settles(n + 1); ok {
		return won
	}
	f := &w.frames[ply]
	f.turns = w.rules.AppendTurns(f.turns[:0], p)
	if len(f.turns) == 0 {
		return w.goal == Win && w.mayHaveLost(p) != w.stale
	}
	history := w.history.at(n)
	history.orderReplies(f.turns)
	tried := history.candidates(known.move, last)
	for i := len(tried) - 1; i >= 0; i-- {
		if tried[i].From != tried[i].To {
			promoteTurn(f.turns, tried[i])
		}
	}
	for i := range f.turns {
		if t := f.turns[i]; !w.meets(p, t, n, ply) {
			if w.stopped() {
				return false
			}
			history.refutes(t.Move, last)
			known.failsIn, known.move = uint8(n+1), pack(t.Move)
			w.table.store(key, known)
			return false
		}
	}
	known.wonIn = uint8(n + 1)
	w.table.store(key, known)
	return true
}

// stillWins reports whether after a turn of the enemy's the attacker, with some reclaim, reaches the goal
// in at most n turns.
func (w *worker) stillWins(p *board.Position, m board.Move, n, ply int) bool {
	var after board.Position
	return w.meets(p, w.rules.Play(p, m, &after), n, ply)
}

// meets reports the same of a turn, given with the full reclaim.
func (w *worker) meets(p *board.Position, t board.Turn, n, ply int) bool {
	var after board.Position
	w.rules.Apply(p, t, &after)
	w.tick()
	if w.reaches(&after, n, ply) {
		return true
	}
	if !w.rules.Reclaims() {
		return false
	}
	full := t.Reclaimed
	c := &w.frames[ply].choices
	choices := 0
	for c.Start(w.rules, p, t.Move); c.Next(); {
		if w.run.tooMany(&choices) {
			return false
		}
		if t := c.Turn(); t.Reclaimed != full {
			w.rules.Apply(p, t, &after)
			w.tick()
			if w.reaches(&after, n, ply) {
				return true
			}
		}
	}
	return false
}

// reaches reports whether the attacker, to move after a turn of the enemy's, has reached the goal or
// reaches it in at most n turns.
func (w *worker) reaches(p *board.Position, n, ply int) bool {
	if w.goal == SelfWin && w.ended(p, ply+1) {
		return true
	}
	return n > 0 && w.attack(p, n, ply+1)
}
