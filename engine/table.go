package engine

import (
	"turncoat/internal/hashtable"
	"turncoat/rules/board"
)

// A table is the transposition table, with what the search has found out about positions. All
// threads share it.
type table struct {
	hashtable.Table
	age uint64 // of the current search, in the bits of ageMask
}

// An entry is what is known about a position, packed into a word: the move in 16 bits, the score in
// 16, the static evaluation in 16, the depth in 8, the bound in 2 and the age in 6.
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

func (e entry) move() board.Move { return hashtable.UnpackMove(uint16(e)) }
func (e entry) static() int      { return int(int16(e >> 32)) }
func (e entry) depth() int       { return int(uint8(e >> depthShift)) }
func (e entry) bound() bound     { return bound(e >> boundShift & 3) }

// score returns the score for a position that is ply plies from the root. Wins are stored by their
// distance from the position.
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

// settles reports whether a score with the entry's bound answers a search with a window.
func (e entry) settles(score, alpha, beta int) bool {
	b := e.bound()
	return b == exactBound || b == lowerBound && score >= beta || b == upperBound && score <= alpha
}

func newEntry(m board.Move, score, static, depth int, b bound, ply int) entry {
	switch {
	case score >= winScore:
		score += ply
	case score <= -winScore:
		score -= ply
	}

	return entry(hashtable.PackMove(m)) | entry(uint16(score))<<16 | entry(uint16(static))<<32 |
		entry(uint8(max(depth, 0)))<<depthShift | entry(b)<<boundShift
}

func newTable(bytes int64) *table { return &table{Table: hashtable.New(bytes)} }

// clear forgets everything.
func (t *table) clear() {
	t.Clear()
	t.age = 0
}

func (t *table) probe(key uint64) (entry, bool) {
	data := t.Probe(key)
	return entry(data), data != 0
}

// store writes an entry. It replaces an entry with the same key, otherwise the shallowest and
// oldest one.
func (t *table) store(key uint64, e entry) {
	c, data, known := t.Place(key, func(data uint64) int {
		return entry(data).depth() - 8*int((t.age-data>>ageShift)&ageMask)
	})
	if old := entry(data); known {
		if e.bound() != exactBound && old.depth() > e.depth()+3 && data>>ageShift == t.age {
			return
		}
		if e.move().From == e.move().To { // keep the move that was best before
			e |= old & 0xffff
		}
	}

	c.Store(key, uint64(e)|t.age<<ageShift)
}

// fill returns how full the table is, in thousandths.
func (t *table) fill() int {
	return t.Fill(func(data uint64) bool { return data != 0 && data>>ageShift == t.age })
}
