package solve

import (
	"turncoat/rules/board"
	"turncoat/rules/fast"
)

// A hunt is the search for a win under the rule sets without a reclaim: the search of worker.go with
// what package fast offers for it. At enemy nodes stored refutations and killers are tried before
// other turns are made; at the last ply only turns that may win are looked at.
type hunt struct {
	*worker
	plies  []huntPly
	latest latest
}

type huntPly struct {
	hunter fast.WinSearch
	turns  []board.Turn
	after  board.Position
}

func newHunt(w *worker) *hunt {
	return &hunt{worker: w, plies: make([]huntPly, 2*MaxTurns+2), latest: newLatest(w.table.size() / 4)}
}

// at makes ready for a position at a ply.
func (h *hunt) at(p *board.Position, ply int) *huntPly {
	here := &h.plies[ply]
	here.hunter.Start(h.rules, p)
	return here
}

// count tells what a hunter has resolved.
func (h *hunt) count(f *fast.WinSearch) {
	h.pending += f.Resolved
	f.Resolved = 0
	if h.pending >= flushEvery {
		h.flush()
	}
}

// attack tells what worker.attack does.
func (h *hunt) attack(p *board.Position, n, ply int) bool {
	if n == 1 {
		return h.attackLast(p, ply)
	}
	key := p.Key ^ h.salt
	known, hit := h.table.find(key)
	if hit {
		if known.wonIn != 0 && int(known.wonIn) <= n {
			return true
		}
		if int(known.failsIn) >= n {
			return false
		}
	}
	here := h.at(p, ply)
	here.turns = here.hunter.AppendTurns(here.turns[:0])
	h.count(&here.hunter)
	lore := h.lore.at(n)
	lore.orderAttacks(here.turns, p.Kings)
	if known.move != 0 {
		promoteTurn(here.turns, unpack(known.move))
	}
	for i := range here.turns {
		m := here.turns[i].Move
		here.hunter.Apply(&here.turns[i], &here.after, true)
		if h.defend(&here.after, n-1, ply+1, m) {
			lore.wins(m)
			known.wonIn, known.move = uint8(n), pack(m)
			h.table.keep(key, known)
			return true
		}
		if h.stopped() {
			return false
		}
	}
	known.failsIn = uint8(n)
	h.table.keep(key, known)
	return false
}

// promoteTurn moves the turn of a move to the front, if it is in the list.
func promoteTurn(turns []board.Turn, m board.Move) {
	for i := range turns {
		if turns[i].Move == m {
			t := turns[i]
			copy(turns[1:i+1], turns[:i])
			turns[0] = t
			return
		}
	}
}

// turnsOf lists the legal turns of a position. The list is good until the next call.
func (h *hunt) turnsOf(p *board.Position) []board.Turn {
	here := h.at(p, len(h.plies)-1)
	here.turns = here.hunter.AppendTurns(here.turns[:0])
	here.hunter.Resolved = 0 // they are counted one by one
	return here.turns
}

// turnWins tells whether the turn of a legal move, the first of at most n, wins.
func (h *hunt) turnWins(p *board.Position, m board.Move, n int) bool {
	var after board.Position
	t := h.rules.Play(p, m, &after)
	return h.settle(p, &t, n)
}

// settle tells whether a turn, the first of at most n, wins.
func (h *hunt) settle(p *board.Position, t *board.Turn, n int) bool {
	here := &h.plies[0]
	h.rules.Apply(p, *t, &here.after)
	h.tick()
	if n == 1 {
		return h.mayHaveLost(&here.after) && h.rules.Outcome(&here.after).Result == board.Win(h.attacker)
	}
	return h.defend(&here.after, n-1, 1, t.Move)
}

// defend tells whether every turn of the enemy's, to move after an attacker's move, lets the attacker win
// in at most n further turns; or, if there is none, whether the enemy has lost.
func (h *hunt) defend(p *board.Position, n, ply int, last board.Move) bool {
	if h.stopped() {
		return false
	}
	key := p.Key ^ h.salt
	if n == 1 {
		won, hit := h.latest.find(key)
		if !hit {
			if won = h.defendLast(p, ply, last); !h.stopped() {
				h.latest.keep(key, won)
			}
		}
		return won
	}
	known, hit := h.table.find(key)
	if hit {
		if known.wonIn != 0 && int(known.wonIn) <= n+1 {
			return true
		}
		if int(known.failsIn) >= n+1 {
			return false
		}
	}
	here := h.at(p, ply)
	lore := h.lore.at(n)
	tried := lore.candidates(known.move, last)
	for i, m := range tried {
		if m.From == m.To {
			continue
		}
		t, legal := here.hunter.Turn(m)
		if !legal {
			tried[i] = board.Move{}
			continue
		}
		here.hunter.Apply(&t, &here.after, true)
		if !h.attack(&here.after, n, ply+1) {
			h.count(&here.hunter)
			return h.refuted(key, known, n, m, last)
		}
	}
	here.turns = here.hunter.AppendTurns(here.turns[:0])
	h.count(&here.hunter)
	if len(here.turns) == 0 {
		return here.hunter.Lost()
	}
	lore.orderReplies(here.turns)
	for i := range here.turns {
		m := here.turns[i].Move
		if m == tried[0] || m == tried[1] || m == tried[2] || m == tried[3] {
			continue
		}
		here.hunter.Apply(&here.turns[i], &here.after, true)
		if !h.attack(&here.after, n, ply+1) {
			return h.refuted(key, known, n, m, last)
		}
	}
	known.wonIn = uint8(n + 1)
	h.table.keep(key, known)
	return true
}

// refuted notes a refutation, unless the run was stopped. The answer is no in either case.
func (h *hunt) refuted(key uint64, known fact, n int, m, last board.Move) bool {
	if h.stopped() {
		return false
	}
	h.lore.at(n).refutes(m, last)
	known.failsIn, known.move = uint8(n+1), pack(m)
	h.table.keep(key, known)
	return false
}
