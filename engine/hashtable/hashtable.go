// Package hashtable has the transposition table of every search: it keeps a word for a key. All workers share it
// without locks: a cell is two words, the first the key xored with the second, so that a cell that two write at once
// matches no key. Anything may be forgotten.
package hashtable

import (
	"sync/atomic"

	"turncoat/rules/board"
)

// A Table keeps words by their keys. The word 0 is nothing.
type Table struct {
	cells []Cell
	mask  uint64
}

// A Cell has a place for a key and its word.
type Cell struct{ check, data atomic.Uint64 }

// New returns a table of at most so many bytes, but for a least size.
func New(bytes int64) Table {
	size := uint64(1 << 10)
	for int64(size)*2*16 <= bytes {
		size *= 2
	}
	return Table{make([]Cell, size), size - 1}
}

// Cells returns how many cells there are.
func (t *Table) Cells() int { return len(t.cells) }

// At returns the word in a cell.
func (t *Table) At(cell int) uint64 { return t.cells[cell].data.Load() }

// Clear forgets everything.
func (t *Table) Clear() { clear(t.cells) }

// ways is how many neighbouring cells a key may be in.
const ways = 4

// Probe returns the word of a key.
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

// Place returns the cell for a key and the word in it: its own, or an empty one, or else the one that is worth least,
// the first of several. known says that the word is that of the key.
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

// PackMove writes a move in 15 bits; 0 is no move.
func PackMove(m board.Move) uint16 {
	promotion := uint16(0)
	if m.Promotion < board.NoKind {
		promotion = uint16(m.Promotion)
	}
	return uint16(m.From&63) | uint16(m.To&63)<<6 | promotion<<12
}

// UnpackMove reads it.
func UnpackMove(w uint16) board.Move {
	m := board.NewMove(board.Square(w&63), board.Square(w>>6&63))
	if k := board.Kind(w >> 12 & 7); k != board.Pawn {
		m.Promotion = k
	}
	return m
}
