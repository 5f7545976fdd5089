package solve

import (
	"math/bits"

	"turncoat/internal/hashtable"
)

// A table remembers what is proved about positions. What is proved stays true, so it is never
// cleared; when it is full, entries of longer searches stay.
type table struct{ hashtable.Table }

// entry is what is known about a position for one goal.
type entry struct {
	wonIn   uint8  // the goal is reached in at most so many turns; 0 when not known
	failsIn uint8  // the goal cannot be reached in so many turns
	move    uint16 // the last winning move or refutation
}

// settles reports whether the goal can be reached in at most n turns, 1 or more, and whether that
// is known. It must not be asked of a zero entry.
func (e entry) settles(n int) (reached, known bool) {
	if e.wonIn != 0 && int(e.wonIn) <= n {
		return true, true
	}
	return false, int(e.failsIn) >= n
}

func (t *table) size() int64 { return int64(t.Cells()) * 16 }

// written marks the words that hold an entry, be it a zero one.
const written = 1 << 32

func (t *table) probe(key uint64) (entry, bool) {
	data := t.Probe(key)
	return entry{uint8(data), uint8(data >> 8), uint16(data >> 16)}, data != 0
}

// store writes an entry. It replaces an older one of the same key, else the one that cost least to
// find.
func (t *table) store(key uint64, e entry) {
	c, _, _ := t.Place(key, func(data uint64) int { return int(max(data&0xff, data>>8&0xff)) })
	c.Store(key, uint64(e.wonIn)|uint64(e.failsIn)<<8|uint64(e.move)<<16|written)
}

// failsIn reports whether a position is known to miss the goal of lines in one number of plies. Such
// a position has a word of its own form: a bit for each number of plies.
func (t *table) failsIn(key, plies uint64) bool { return t.Probe(key)&plies != 0 }

// storeFailure notes that a position misses the goal of lines in one number of plies.
func (t *table) storeFailure(key, plies uint64) {
	c, word, known := t.Place(key, func(word uint64) int { return bits.Len64(word) })
	if !known {
		word = 0
	}
	c.Store(key, word|plies)
}

func (t *table) use() float64 {
	return float64(t.Fill(func(data uint64) bool { return data != 0 })) / 1000
}
