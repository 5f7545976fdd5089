package solve

import "turncoat/rules/board"

// A latest table remembers of the last enemy nodes, each of which leaves the attacker one turn, whether they are
// won. There are so many of them that in the shared table most would wait for memory; a worker's own
// table, small enough for the processor's caches, holds those that it may soon meet again.
//
// An entry is the key of a position, but for the lowest bit, which tells whether the attacker wins.
type latest struct {
	entries []uint64
	mask    uint64
}

// latestSize is the most bytes of a latest table.
const latestSize = 1 << 20

// newLatest gives a table of at most so many bytes, and of latestSize.
func newLatest(bytes int64) latest {
	size := int64(64)
	for size*2*8 <= min(bytes, latestSize) {
		size *= 2
	}
	return latest{entries: make([]uint64, size), mask: uint64(size - 1)}
}

func (l *latest) find(key uint64) (won, hit bool) {
	e := l.entries[key>>1&l.mask]
	return e&1 != 0, e>>1 == key>>1
}

func (l *latest) keep(key uint64, won bool) {
	key &^= 1
	if won {
		key |= 1
	}
	l.entries[key>>1&l.mask] = key
}

// attackLast tells whether the attacker, to move, wins at once.
func (h *hunt) attackLast(p *board.Position, ply int) bool {
	here := &h.plies[ply]
	here.hunter.StartLeaf(h.rules, p)
	return h.wins(here)
}

// wins tells whether the mover of a position made ready wins at once.
func (h *hunt) wins(here *huntPly) bool {
	_, won := here.hunter.Wins()
	h.count(&here.hunter)
	return won
}

// defendLast is defend with one turn left to the attacker.
func (h *hunt) defendLast(p *board.Position, ply int, last board.Move) bool {
	lore := h.lore.at(1)
	tried := lore.candidates(0, last)
	next := &h.plies[ply+1]
	for i, m := range tried {
		if m.From == m.To {
			continue
		}
		if !next.hunter.StartReply(h.rules, p, m) {
			tried[i] = board.Move{}
		} else if !h.wins(next) {
			lore.refutes(m, last)
			return false
		}
	}
	here := h.at(p, ply)
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
		here.hunter.Apply(&here.turns[i], &here.after, false)
		if !h.attackLast(&here.after, ply+1) {
			lore.refutes(m, last)
			return false
		}
	}
	return true
}
