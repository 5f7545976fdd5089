package solve

import (
	"sync/atomic"

	"turncoat/rules/board"
)

// A table remembers what is proved about positions. It is shared by all workers without locks: an
// entry is two words, the second xored with the first, so that an entry written by two workers at
// once matches no key. Its facts stay true, so that it is never cleared;
// when it is full, entries of longer searches stay.
type table struct {
	entries []entry
	mask    uint64
	used    atomic.Int64
}

type entry struct{ check, data atomic.Uint64 }

// fact is what is known about a position for one goal.
type fact struct {
	wonIn   uint8  // the goal is reached in at most so many turns; 0 when not known
	failsIn uint8  // the goal cannot be reached in so many turns
	move    uint16 // the last winning move or refutation
}

// settles reports whether the goal can be reached in at most n turns, 1 or more, and whether that is known. It
// is not of a zero fact.
func (f fact) settles(n int) (reached, known bool) {
	if f.wonIn != 0 && int(f.wonIn) <= n {
		return true, true
	}
	return false, int(f.failsIn) >= n
}

// newTable returns a table of at most so many bytes.
func newTable(bytes int64) *table {
	size := uint64(1 << 10)
	for int64(size)*2*16 <= bytes {
		size *= 2
	}
	return &table{entries: make([]entry, size), mask: size - 1}
}

func (t *table) size() int64 { return int64(len(t.entries)) * 16 }

// ways is how many neighbouring entries a key may be in.
const ways = 4

func (t *table) find(key uint64) (fact, bool) {
	first := key & t.mask &^ (ways - 1)
	for i := range uint64(ways) {
		e := &t.entries[first+i]
		data := e.data.Load()
		if e.check.Load()^data == key && data != 0 {
			return fact{uint8(data), uint8(data >> 8), uint16(data >> 16)}, true
		}
	}
	return fact{}, false
}

// keep writes a fact. It replaces an older fact of the same key, else the one that
// cost least to find, the first of several.
func (t *table) keep(key uint64, f fact) {
	first := key & t.mask &^ (ways - 1)
	at, least := first, ^uint64(0)
	for i := range uint64(ways) {
		e := &t.entries[first+i]
		data := e.data.Load()
		if data == 0 {
			t.used.Add(1)
			at = first + i
			break
		}
		if e.check.Load()^data == key {
			at = first + i
			break
		}
		if depth := max(data&0xff, data>>8&0xff); depth < least {
			at, least = first+i, depth
		}
	}
	data := uint64(f.wonIn) | uint64(f.failsIn)<<8 | uint64(f.move)<<16 | 1<<32
	e := &t.entries[at]
	e.check.Store(key ^ data)
	e.data.Store(data)
}

func (t *table) use() float64 { return float64(t.used.Load()) / float64(len(t.entries)) }

// The keys of goals and attackers, which keep their facts apart.
var saltOfGoal = [...]uint64{0x5bf0_3635_dcd1_4b27, 0xa2c8_4fd9_1e6b_7035, 0x3c79_ac49_2ba7_b653, 0xe703_7ed1_a0b4_28db}

const saltOfBlack = 0x9e6c_63d0_876a_68ee

func salt(goal Goal, attacker board.Colour) uint64 {
	return saltOfGoal[goal&3] ^ uint64(attacker&1)*saltOfBlack
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
