package engine

import (
	"sync/atomic"

	"turncoat/internal/hashtable"
	"turncoat/rules/board"
)

// busy holds the turns that workers are searching, so that other workers search other turns first
// (Tom Kerrigan's simplified ABDADA). If its cell is taken, a turn is not marked; this only costs
// time.
type busy [1 << 12]atomic.Uint64

// mark records that a turn is being searched and returns a key to its cell. It reports false if
// another worker is already searching the turn.
func (b *busy) mark(position uint64, m board.Move) (key uint64, ok bool) {
	key = position ^ uint64(hashtable.PackMove(m))*0x9e3779b97f4a7c15
	c := b.cell(key)
	return key, c.CompareAndSwap(0, key) || c.Load() != key
}

// clear forgets a turn.
func (b *busy) clear(key uint64) { b.cell(key).CompareAndSwap(key, 0) }

func (b *busy) cell(key uint64) *atomic.Uint64 { return &b[key>>32%uint64(len(b))] }
