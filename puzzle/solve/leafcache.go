package solve

import "turncoat/rules/board"

// A leafCache remembers which of the enemy nodes with one turn left to the attacker are won. They
// are so many that in the shared table most accesses would wait for memory; a worker's own table,
// small enough for the processor's caches, holds the latest.
//
// An entry is the key of a position, but for the lowest bit, which is set if the attacker wins.
type leafCache struct {
	entries []uint64
	mask    uint64
}

// leafCacheSize is the most bytes of a leaf cache.
const leafCacheSize = 1 << 20

// newLeafCache returns a table of at most so many bytes, and of leafCacheSize.
func newLeafCache(bytes int64) leafCache {
	size := int64(64)
	for size*2*8 <= min(bytes, leafCacheSize) {
		size *= 2
	}
	return leafCache{entries: make([]uint64, size), mask: uint64(size - 1)}
}

func (l *leafCache) probe(key uint64) (won, hit bool) {
	e := l.entries[key>>1&l.mask]
	return e&1 != 0, e>>1 == key>>1
}

func (l *leafCache) store(key uint64, won bool) {
	key &^= 1
	if won {
		key |= 1
	}
	l.entries[key>>1&l.mask] = key
}

// attackLast reports whether the attacker, to move, wins at once.
func (h *winSearch) attackLast(p *board.Position, ply int) bool {
	here := h.ply(ply)
	here.search.StartLeaf(h.rules, p)
	return h.wins(here)
}

// wins reports whether the side to move wins at once in the position of a ply.
func (h *winSearch) wins(here *winSearchPly) bool {
	_, won := here.search.Wins()
	h.count(&here.search)
	return won
}

// defendLast is defend with one turn left to the attacker: the same loops, but a reply is looked at
// before the turns of the position are made, no key is kept, and replies are not ordered by how
// little they leave the attacker. By the loops of defend, with the leaf cache but not that order,
// the same turns are resolved and "win in 3" takes 1.35 times as long (BenchmarkScreening), mates
// of orthodox chess 1.07 times; with that order mates resolve 2.7 times as many turns.
func (h *winSearch) defendLast(p *board.Position, ply int, last board.Move) bool {
	history := h.history.at(1)
	tried := history.candidates(0, last)
	next := h.ply(ply + 1)
	for i, m := range tried {
		if m.From == m.To {
			continue
		}
		if !next.search.StartReply(h.rules, p, m) {
			tried[i] = board.Move{}
		} else if !h.wins(next) {
			history.refutes(m, last)
			return false
		}
	}

	here := h.at(p, ply)
	if len(h.list(ply)) == 0 {
		return here.search.Lost()
	}
	history.orderReplies(here.turns)
	for i := range here.turns {
		m := here.turns[i].Move
		if m == tried[0] || m == tried[1] || m == tried[2] || m == tried[3] {
			continue
		}
		here.search.ApplyKeyless(&here.turns[i], &here.after)
		if !h.attackLast(&here.after, ply+1) {
			history.refutes(m, last)
			return false
		}
	}

	return true
}
