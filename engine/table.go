package engine

import (
	"sync/atomic"

	"turncoat/rules/board"
)

// A table is the transposition table: what the search found out about positions. All threads share it without locks:
// a cell is two words, the first the key xored with the second, so that a cell written by two threads at once matches
// no key.
type table struct {
	cells []cell
	mask  uint64
	age   uint64 // of the current search, in the bits of ageMask
}

type cell struct{ check, data atomic.Uint64 }

// An entry is what is known about a position. In a word: the move in 16 bits, the score in 16, the static evaluation in
// 16, the depth in 8, the bound in 2 and the age in 6.
type entry uint64

type bound uint8

const (
	noBound    bound = iota
	upperBound       // the score is at most this
	lowerBound       // the score is at least this
	exactBound
)

const (
	depthShift = 48
	boundShift = 56
	ageShift   = 58
	ageMask    = 63
)

func (e entry) move() board.Move { return unpack(uint16(e)) }
func (e entry) static() int      { return int(int16(e >> 32)) }
func (e entry) depth() int       { return int(uint8(e >> depthShift)) }
func (e entry) bound() bound     { return bound(e >> boundShift & 3) }

// score returns the score as it counts so many plies from the root: wins are kept by their distance from the position.
func (e entry) score(ply int) int {
	s := int(int16(e >> 16))
	switch {
	case s >= winScore:
		return s - ply
	case s <= -winScore:
		return s + ply
	}
	return s
}

func newEntry(m board.Move, score, static, depth int, b bound, ply int) entry {
	switch {
	case score >= winScore:
		score += ply
	case score <= -winScore:
		score -= ply
	}
	return entry(pack(m)) | entry(uint16(score))<<16 | entry(uint16(static))<<32 |
		entry(uint8(max(depth, 0)))<<depthShift | entry(b)<<boundShift
}

// newTable returns a table of at most so many bytes.
func newTable(bytes int64) *table {
	size := uint64(1 << 10)
	for int64(size)*2*16 <= bytes {
		size *= 2
	}
	return &table{cells: make([]cell, size), mask: size - 1}
}

// clear forgets everything.
func (t *table) clear() {
	clear(t.cells)
	t.age = 0
}

const ways = 4 // neighbouring cells that a key may be in

func (t *table) probe(key uint64) (entry, bool) {
	first := key & t.mask &^ (ways - 1)
	for i := range uint64(ways) {
		c := &t.cells[first+i]
		if data := c.data.Load(); c.check.Load()^data == key && data != 0 {
			return entry(data), true
		}
	}
	return 0, false
}

// store writes an entry: over one of the same key, else over the shallowest and oldest.
func (t *table) store(key uint64, e entry) {
	first := key & t.mask &^ (ways - 1)
	at, least := first, 1<<30
	for i := range uint64(ways) {
		c := &t.cells[first+i]
		data := c.data.Load()
		if data == 0 {
			at = first + i
			break
		}
		old := entry(data)
		if c.check.Load()^data == key {
			if e.bound() != exactBound && old.depth() > e.depth()+3 && uint64(old)>>ageShift == t.age {
				return
			}
			if e.move().From == e.move().To { // keep what was once best
				e |= old & 0xffff
			}
			at = first + i
			break
		}
		worth := old.depth() - 8*int((t.age-uint64(old)>>ageShift)&ageMask)
		if worth < least {
			at, least = first+i, worth
		}
	}
	data := uint64(e) | t.age<<ageShift
	c := &t.cells[at]
	c.check.Store(key ^ data)
	c.data.Store(data)
}

// fill returns how full the table is, in thousandths, judged by its first cells.
func (t *table) fill() int {
	used := 0
	for i := range 1000 {
		if data := t.cells[i].data.Load(); data != 0 && data>>ageShift == t.age {
			used++
		}
	}
	return used
}

// pack writes a move in 16 bits; 0 is no move.
func pack(m board.Move) uint16 {
	promotion := uint16(0)
	if m.Promotion < board.NoKind {
		promotion = uint16(m.Promotion)
	}
	return uint16(m.From&63) | uint16(m.To&63)<<6 | promotion<<12
}

func unpack(w uint16) board.Move {
	m := board.NewMove(board.Square(w&63), board.Square(w>>6&63))
	if k := board.Kind(w >> 12 & 7); k != board.Pawn {
		m.Promotion = k
	}
	return m
}
