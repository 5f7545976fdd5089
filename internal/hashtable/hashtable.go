// Package hashtable implements the transposition table of every search, which stores a word for
// each key. Workers share it without locks: a cell stores the word and the key XORed with it, so
// that a cell that two workers write at the same time matches no key. Any entry may be overwritten.
package hashtable

import (
	"sync"
	"sync/atomic"

	"turncoat/internal/limits"
	"turncoat/rules/board"
)

// A Table stores words by key. The word 0 means that there is no entry. A table may grow: it uses
// the first of its cells, twice as many when entries are lost for want of room. The system provides
// memory only for cells that have been used.
type Table struct {
	cells []Cell // all that the table may use
	mask  uint64 // number of the cells in use, less 1; read and written atomically
	lost  uint64 // entries overwritten since the table grew
}

// A Cell stores one key and its word.
type Cell struct{ check, data atomic.Uint64 }

// New returns a table of at most so many bytes, and no more than the machine has, but at least
// 1,024 cells.
func New(bytes int64) Table { return NewGrowing(bytes, bytes) }

// NewGrowing returns a table that uses at most least bytes at first, and grows to at most so many
// as most. Its sizes are limited as those of [New] are. It has the memory of a table that has been
// freed, if one was as large.
func NewGrowing(least, most int64) Table {
	size := cellsIn(most)
	used := min(cellsIn(least), size)
	return Table{cells: spare.take(size), mask: used - 1}
}

// Free empties the table, and lets a later one have its memory. The table must not be used
// afterwards.
func (t *Table) Free() {
	if t.cells == nil {
		return
	}
	t.Clear()
	spare.give(t.cells)
	*t = Table{}
}

// spare is the memory of tables that have been freed.
var spare pool

// A pool keeps memory of tables, all of one size: that of the last table that was freed.
type pool struct {
	sync.Mutex
	free [][]Cell
}

// mostSpare is how many tables a pool keeps the memory of.
const mostSpare = 64

// give adds cells, which must be empty.
func (p *pool) give(cells []Cell) {
	p.Lock()
	defer p.Unlock()
	if len(p.free) > 0 && len(p.free[0]) != len(cells) {
		p.free = nil
	}
	if len(p.free) < mostSpare {
		p.free = append(p.free, cells)
	}
}

// take returns so many empty cells.
func (p *pool) take(size uint64) []Cell {
	p.Lock()
	defer p.Unlock()
	last := len(p.free) - 1
	if last < 0 || uint64(len(p.free[last])) != size {
		return make([]Cell, size)
	}
	cells := p.free[last]
	p.free[last] = nil
	p.free = p.free[:last]
	return cells
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

// used returns the number of cells in use, less 1.
func (t *Table) used() uint64 { return atomic.LoadUint64(&t.mask) }

// Cells returns the number of cells in use.
func (t *Table) Cells() int { return int(t.used()) + 1 }

// MayGrowTo reports whether the table may grow to so many bytes.
func (t *Table) MayGrowTo(bytes int64) bool { return uint64(len(t.cells)) >= cellsIn(bytes) }

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
func (t *Table) Clear() { clear(t.cells[:t.Cells()]) }

// ways is the number of neighbouring cells in which a key may be stored.
const ways = 4

// Probe returns the word stored for a key, or 0.
func (t *Table) Probe(key uint64) uint64 {
	first := key & t.used() &^ (ways - 1)
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
	first := key & t.used() &^ (ways - 1)
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

	if t.Cells() < len(t.cells) {
		t.lose()
	}
	return &t.cells[at], old, false
}

// lostAtMost is the share of its cells, one in so many, that a table loses entries of before it
// grows.
const lostAtMost = 64

// lose counts an entry that has been overwritten, and has the table grow when they are many.
func (t *Table) lose() {
	if lost, mask := atomic.AddUint64(&t.lost, 1), t.used(); lost*lostAtMost > mask {
		t.grow(mask)
	}
}

// grow doubles the number of cells in use, unless another worker has done so, and moves the entries
// whose place is now another one. A worker that stores an entry meanwhile may lose it.
func (t *Table) grow(mask uint64) {
	if !atomic.CompareAndSwapUint64(&t.mask, mask, 2*mask+1) {
		return
	}
	atomic.StoreUint64(&t.lost, 0)
	size := mask + 1
	for i := range size {
		from := &t.cells[i]
		data := from.data.Load()
		key := from.check.Load() ^ data
		if data == 0 || key&size == 0 {
			continue
		}
		t.cells[size+i].Store(key, data)
		from.Store(0, 0)
	}
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
