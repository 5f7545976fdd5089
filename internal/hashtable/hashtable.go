// Package hashtable implements the transposition table of every search, which stores a word for
// each key. Workers share it without locks: a cell stores the word and the key XORed with it, so
// that a cell that two workers write at the same time matches no key. Any entry may be overwritten.
package hashtable

import (
	"sync/atomic"

	"turncoat/internal/limits"
	"turncoat/rules/board"
)

// A Table stores words by key. The word 0 means that there is no entry.
type Table struct {
	cells []Cell
	mask  uint64
}

// A Cell stores one key and its word.
type Cell struct{ check, data atomic.Uint64 }

// New returns a table of at most so many bytes, and no more than the machine has, but at least
// 1,024 cells.
func New(bytes int64) Table {
	size := cellsIn(bytes)
	return Table{make([]Cell, size), size - 1}
}

// cellsIn returns how many cells a table of at most so many bytes has.
func cellsIn(bytes int64) uint64 {
	const large = 1 << 30 // what the machine has takes a while to find out
	if bytes > large {
		bytes = limits.MemoryAtMost(bytes)
	}

	size := uint64(1 << 10)
	for int64(size)*2*16 <= bytes {
		size *= 2
	}
	return size
}

// Cells returns the number of cells.
func (t *Table) Cells() int { return len(t.cells) }

// At returns the word in a cell.
func (t *Table) At(cell int) uint64 { return t.cells[cell].data.Load() }

// Fill returns how full the table is, in thousandths: how many of the first 1,000 cells have a word
// that counts.
func (t *Table) Fill(counts func(data uint64) bool) (n int) {
	for i := range t.cells[:1000] {
		if counts(t.At(i)) {
			n++
		}
	}

	return n
}

// Clear removes all entries.
func (t *Table) Clear() { clear(t.cells) }

// ways is the number of neighbouring cells in which a key may be stored.
const ways = 4

// Probe returns the word stored for a key, or 0.
func (t *Table) Probe(key uint64) uint64 {
	first := key & t.mask &^ (ways - 1)
	for i := range uint64(ways) {
		c := &t.cells[first+i]
		if data := c.data.Load(); c.check.Load()^data == key {
			return data
		}
	}

	return 0
}

// Place returns the cell in which to store a key, and the word that is in it: the cell with the
// key, an empty one, or the first of those worth least. known reports whether the cell has the key.
func (t *Table) Place(key uint64, worth func(data uint64) int) (c *Cell, data uint64, known bool) {
	first := key & t.mask &^ (ways - 1)
	at, least, old := first, 1<<30, uint64(0)
	for i := range uint64(ways) {
		c := &t.cells[first+i]
		data := c.data.Load()
		if data == 0 || c.check.Load()^data == key {
			return c, data, data != 0
		}
		if w := worth(data); w < least {
			at, least, old = first+i, w, data
		}
	}

	return &t.cells[at], old, false
}

// Store writes a key and its word.
func (c *Cell) Store(key, data uint64) {
	c.check.Store(key ^ data)
	c.data.Store(data)
}

// PackMove packs a move into 15 bits; 0 is no move.
func PackMove(m board.Move) uint16 {
	promotion := uint16(0)
	if m.Promotion < board.NoKind {
		promotion = uint16(m.Promotion)
	}
	return uint16(m.From&63) | uint16(m.To&63)<<6 | promotion<<12
}

// UnpackMove is the inverse of [PackMove].
func UnpackMove(w uint16) board.Move {
	m := board.NewMove(board.Square(w&63), board.Square(w>>6&63))
	if k := board.Kind(w >> 12 & 7); k != board.Pawn {
		m.Promotion = k
	}
	return m
}
