//go:build !turncoat_web

package tablebase

import "sync"

// A cache bounds the memory of unpacked blocks, of all tables together. The oldest goes first, used or not: to keep
// account of uses would cost every probe more than a block now and then.
type cache struct {
	mu    sync.Mutex
	room  int // bytes left
	queue []cached
	next  int // of the queue, where it has gone round
}

type cached struct {
	table *Table
	block int
}

// DefaultCache is how many bytes of unpacked blocks are kept.
const DefaultCache = 256 << 20

func newCache(bytes int) *cache { return &cache{room: bytes} }

// add keeps a block, and lets others go for it.
func (c *cache) add(t *Table, n int, block *[]byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !t.unpacked[n].CompareAndSwap(nil, block) {
		return // another goroutine was faster
	}
	for c.room -= t.block; c.room < 0 && len(c.queue) > c.next; c.next++ {
		old := c.queue[c.next]
		old.table.unpacked[old.block].Store(nil)
		c.room += old.table.block
	}
	if c.next > len(c.queue)/2 {
		c.queue = append(c.queue[:0], c.queue[c.next:]...)
		c.next = 0
	}
	c.queue = append(c.queue, cached{t, n})
}
