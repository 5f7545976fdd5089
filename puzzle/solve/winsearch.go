package solve

import (
	"turncoat/engine/hashtable"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A winSearch is the search for a win under the rule sets without a reclaim: the search of worker.go with
// the win search of package fast. At enemy nodes stored refutations and killers are tried before
// other turns are generated; at the last ply only turns that may win are looked at.
type winSearch struct {
	*worker
	plies  []winSearchPly
	leaves leafCache
	winner board.Move // the first move of the attack that was last reported won
}

type winSearchPly struct {
	search rules.WinSearch
	turns  []board.Turn
	after  board.Position
}

func newWinSearch(w *worker) *winSearch {
	return &winSearch{worker: w, plies: make([]winSearchPly, 2*MaxTurns+2), leaves: newLeafCache(w.table.size() / 4)}
}

// at returns the memory of a ply, prepared for a position.
func (h *winSearch) at(p *board.Position, ply int) *winSearchPly {
	here := &h.plies[ply]
	here.search.Start(h.rules, p)
	return here
}

// count adds what a search has resolved.
func (h *winSearch) count(f *rules.WinSearch) {
	h.pending += f.Resolved
	f.Resolved = 0
	if h.pending >= flushEvery {
		h.flush()
	}
}

// attack reports the same as worker.attack.
func (h *winSearch) attack(p *board.Position, n, ply int) bool {
	if won, known := h.inTables(p, n); known {
		return won
	}
	if n == 1 {
		return h.attackLast(p, ply)
	}
	key := p.Key ^ h.salt
	known, _ := h.table.probe(key)
	if won, ok := known.settles(n); ok {
		if won {
			h.winner = hashtable.UnpackMove(known.move)
		}
		return won
	}
	here := h.at(p, ply)
	here.turns = here.search.AppendTurns(here.turns[:0])
	h.count(&here.search)
	history := h.history.at(n)
	history.orderAttacks(here.turns, p.Kings)
	if known.move != 0 {
		promoteTurn(here.turns, hashtable.UnpackMove(known.move))
	}
	for i := range here.turns {
		m := here.turns[i].Move
		here.search.Apply(&here.turns[i], &here.after, true)
		if h.defend(&here.after, n-1, ply+1, m) {
			history.wins(m)
			h.winner = m
			known.wonIn, known.move = uint8(n), hashtable.PackMove(m)
			h.table.store(key, known)
			return true
		}
		if h.stopped() {
			return false
		}
	}
	known.failsIn = uint8(n)
	h.table.store(key, known)
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

// defend reports whether every turn of the enemy's, to move after an attacker's move, lets the attacker win in
// at most n further turns; or, if there is none, whether the enemy has lost. Replies that refuted before come
// first; in orthodox chess those that leave the attacker least choice, since they take least to search.
func (h *winSearch) defend(p *board.Position, n, ply int, last board.Move) bool {
	if h.stopped() {
		return false
	}
	if won, known := h.inTables(p, n); known {
		return won
	}
	key := p.Key ^ h.salt
	if n == 1 {
		return h.defendLeaf(key, p, ply, last)
	}
	known, _ := h.table.probe(key)
	if won, ok := known.settles(n + 1); ok {
		return won
	}
	here := h.at(p, ply)
	history := h.history.at(n)
	tried := history.candidates(known.move, last)
	forcing, ordered := here.search.Forcing()
	if !ordered {
		if m, fails := h.triedReply(here, &tried, n, ply); fails {
			h.count(&here.search)
			return h.refuted(key, known, n, m, last)
		}
	}
	here.turns = here.search.AppendTurns(here.turns[:0])
	h.count(&here.search)
	if len(here.turns) == 0 {
		return here.search.Lost()
	}
	history.orderReplies(here.turns)
	if ordered {
		if m, fails := h.knownReply(here, n); fails {
			return h.refuted(key, known, n, m, last)
		}
		for i := len(tried) - 1; i >= 0; i-- {
			promoteTurn(here.turns, tried[i])
		}
		order(here.turns, forcing.Rate)
		tried = [4]board.Move{}
	}
	for i := range here.turns {
		m := here.turns[i].Move
		if m == tried[0] || m == tried[1] || m == tried[2] || m == tried[3] {
			continue
		}
		here.search.Apply(&here.turns[i], &here.after, true)
		if !h.attack(&here.after, n, ply+1) {
			return h.refuted(key, known, n, m, last)
		}
	}
	known.wonIn = uint8(n + 1)
	h.table.store(key, known)
	return true
}

// defendLeaf reports the same of one further turn, unless the leaf cache knows it.
func (h *winSearch) defendLeaf(key uint64, p *board.Position, ply int, last board.Move) bool {
	won, hit := h.leaves.probe(key)
	if !hit {
		if won = h.defendLast(p, ply, last); !h.stopped() {
			h.leaves.store(key, won)
		}
	}
	return won
}

// triedReply returns the first of some replies after which the attacker does not win in n turns, before the
// others are generated. Those that are not legal it removes.
func (h *winSearch) triedReply(here *winSearchPly, tried *[4]board.Move, n, ply int) (m board.Move, fails bool) {
	for i, m := range tried {
		if m.From == m.To {
			continue
		}
		t, legal := here.search.Turn(m)
		if !legal {
			tried[i] = board.Move{}
			continue
		}
		here.search.Apply(&t, &here.after, true)
		if !h.attack(&here.after, n, ply+1) {
			return m, true
		}
	}
	return board.Move{}, false
}

// knownReply returns a reply of which the table knows that the attacker does not win in n turns after it. With
// few turns left it finds none, since looking would not pay off.
func (h *winSearch) knownReply(here *winSearchPly, n int) (m board.Move, fails bool) {
	for i := 0; n > 2 && i < len(here.turns); i++ {
		here.search.Apply(&here.turns[i], &here.after, true)
		if known, hit := h.table.probe(here.after.Key ^ h.salt); hit && int(known.failsIn) >= n {
			return here.turns[i].Move, true
		}
	}
	return board.Move{}, false
}

// refuted notes a refutation, unless the run was stopped. The answer is no in either case.
func (h *winSearch) refuted(key uint64, known entry, n int, m, last board.Move) bool {
	if h.stopped() {
		return false
	}
	h.history.at(n).refutes(m, last)
	known.failsIn, known.move = uint8(n+1), hashtable.PackMove(m)
	h.table.store(key, known)
	return false
}
