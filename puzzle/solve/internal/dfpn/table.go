package dfpn

import (
	"math/bits"
	"sync/atomic"

	"turncoat/internal/hashtable"
	"turncoat/rules/board"
)

// infinite is the proof or disproof number of what cannot be proved or disproved; no other number
// is so large.
const infinite = 1<<23 - 1

// maxTurns is the greatest length of a win that a table can hold.
const maxTurns = 1<<10 - 1

// verdict is what is known about a node.
type verdict uint8

const (
	open verdict = iota + 1
	proven
	disproven
)

// A value is what a search knows about a node: how much there is still to prove and to disprove, or
// the answer.
type value struct {
	verdict verdict
	pn, dn  uint32
	length  int        // proven: the attacker's turns of the win found; open: the win is not in so many turns
	best    board.Move // proven, the attacker to move: the turn that wins
	// Disproven: the least ply of an ancestor that the disproof comes back to; free if it comes
	// back to none, bound if the greatest length of a win cut it short.
	ply int
}

const (
	free  = maxTurns - 1
	bound = -1
)

func provenIn(length int) value {
	return value{verdict: proven, dn: infinite, length: length, ply: free}
}

func disprovenAt(ply int) value { return value{verdict: disproven, pn: infinite, ply: ply} }

// A table remembers values by key. A search keeps the values that it works with itself, so that it
// goes on whatever the table has lost; when it is full, what took most work stays.
type table struct {
	hashtable.Table
	// cut is set once choices of a reclaim were too many to be listed: from then on what seems
	// disproved may be won.
	cut atomic.Bool
}

// probe returns what is known of a key. The zero value is nothing.
func (t *table) probe(key uint64) value {
	if data := t.Probe(key); data != 0 {
		return unpack(data)
	}
	return value{}
}

// store writes a value that took so many nodes to find. It takes the place of an older one of the
// same key, else of the one that took least.
func (t *table) store(key uint64, v value, nodes uint64) {
	work := func(data uint64) int { return int(data >> 2 & 63) }
	c, old, known := t.Place(key, work)
	if known {
		nodes += 1 << work(old) >> 1
	}
	c.Store(key, pack(&v)|uint64(min(bits.Len64(nodes), 62))<<2)
}

// pack writes a value in a word: from the lowest bits 2 of the verdict, 6 left for the work, 10 of
// the length or ply, and 23 each of the two numbers, or 16 of the move.
func pack(v *value) uint64 {
	switch v.verdict {
	case proven:
		return uint64(proven) | uint64(v.length)<<8 | uint64(hashtable.PackMove(v.best))<<18
	case disproven:
		return uint64(disproven) | uint64(v.ply+1)<<8
	}

	return uint64(open) | uint64(v.length)<<8 | uint64(v.pn)<<18 | uint64(v.dn)<<41
}

func unpack(data uint64) value {
	count := int(data >> 8 & maxTurns)
	switch verdict(data & 3) {
	case proven:
		v := provenIn(count)
		v.best = hashtable.UnpackMove(uint16(data >> 18))
		return v
	case disproven:
		return disprovenAt(count - 1)
	}

	return value{verdict: open, length: count, pn: uint32(data >> 18 & infinite), dn: uint32(data >> 41 & infinite)}
}
