package solve

import (
	"sync/atomic"

	"turncoat/rules/board"
)

// A table is a transposition table: it remembers what is proved about positions. All workers share it without locks:
// a cell is two words, the second xored with the first, so that a cell written by two workers at once matches no key.
// What is proved stays true, so the table is never cleared; when it is full, entries of longer searches stay.
type table struct {
	cells []cell
	mask  uint64
	used  atomic.Int64
}

type cell struct{ check, data atomic.Uint64 }

// entry is what is known about a position for one goal.
type entry struct {
	wonIn   uint8  // the goal is reached in at most so many turns; 0 when not known
	failsIn uint8  // the goal cannot be reached in so many turns
	move    uint16 // the last winning move or refutation
}

// settles reports whether the goal can be reached in at most n turns, 1 or more, and whether that is known. It
// must not be asked of a zero entry.
func (e entry) settles(n int) (reached, known bool) {
	if e.wonIn != 0 && int(e.wonIn) <= n {
		return true, true
	}
	return false, int(e.failsIn) >= n
}

// newTable returns a table of at most so many bytes.
func newTable(bytes int64) *table {
	size := uint64(1 << 10)
	for int64(size)*2*16 <= bytes {
		size *= 2
	}
	return &table{cells: make([]cell, size), mask: size - 1}
}

func (t *table) size() int64 { return int64(len(t.cells)) * 16 }

// ways is how many neighbouring cells a key may be in.
const ways = 4

func (t *table) probe(key uint64) (entry, bool) {
	first := key & t.mask &^ (ways - 1)
	for i := range uint64(ways) {
		c := &t.cells[first+i]
		data := c.data.Load()
		if c.check.Load()^data == key && data != 0 {
			return entry{uint8(data), uint8(data >> 8), uint16(data >> 16)}, true
		}
	}
	return entry{}, false
}

// store writes an entry. It replaces an older one of the same key, else the one that
// cost least to find, the first of several.
func (t *table) store(key uint64, e entry) {
	first := key & t.mask &^ (ways - 1)
	at, least := first, ^uint64(0)
	for i := range uint64(ways) {
		c := &t.cells[first+i]
		data := c.data.Load()
		if data == 0 {
			t.used.Add(1)
			at = first + i
			break
		}
		if c.check.Load()^data == key {
			at = first + i
			break
		}
		if depth := max(data&0xff, data>>8&0xff); depth < least {
			at, least = first+i, depth
		}
	}
	data := uint64(e.wonIn) | uint64(e.failsIn)<<8 | uint64(e.move)<<16 | 1<<32
	c := &t.cells[at]
	c.check.Store(key ^ data)
	c.data.Store(data)
}

func (t *table) use() float64 { return float64(t.used.Load()) / float64(len(t.cells)) }

// The keys of goals and attackers, which keep their entries apart.
var saltOfGoal = [...]uint64{0x5bf0_3635_dcd1_4b27, 0xa2c8_4fd9_1e6b_7035, 0x3c79_ac49_2ba7_b653, 0xe703_7ed1_a0b4_28db}

const saltOfBlack = 0x9e6c_63d0_876a_68ee

// saltOfEnd tells stalemates and series from other goals.
const saltOfEnd = 0x94d0_49bb_1331_11eb

func salt(goal Goal, attacker board.Colour) uint64 {
	return saltOfGoal[goal.Plain()] ^ uint64(goal>>2)*saltOfEnd ^ uint64(attacker&1)*saltOfBlack
}

// pack writes a move in 16 bits; 0 is no move.
func pack(m board.Move) uint16 {
	promotion := uint16(0)
	if m.Promotion < board.NoKind {
		promotion = uint16(m.Promotion)
	}
	return uint16(m.From) | uint16(m.To)<<6 | promotion<<12
}

func unpack(w uint16) board.Move {
	m := board.NewMove(board.Square(w&63), board.Square(w>>6&63))
	if k := board.Kind(w >> 12); k != board.Pawn {
		m.Promotion = k
	}
	return m
}
