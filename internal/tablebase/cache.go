package tablebase

import "sync"

// A cache bounds the memory for the unpacked blocks of all tables. When it is full, the oldest
// block is dropped even if it is still in use: counting uses would cost every probe more than
// unpacking a block again now and then.
type cache struct {
	mu    sync.Mutex
	left  int // bytes
	queue []cachedBlock
	next  int // index in queue of the oldest block in the cache
}

type cachedBlock struct {
	table *Table
	block int
}

// cacheSize is how many bytes of unpacked blocks are kept.
const cacheSize = 256 << 20

func newCache(bytes int) *cache { return &cache{left: bytes} }

// add adds a block and drops the oldest ones to make room for it.
func (c *cache) add(t *Table, n int, block *[]byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !t.unpacked[n].CompareAndSwap(nil, block) {
		return // another goroutine was faster
	}

	c.left -= t.block
	for c.left < 0 && c.next < len(c.queue) {
		oldest := c.queue[c.next]
		oldest.table.unpacked[oldest.block].Store(nil)
		c.left += oldest.table.block
		c.next++
	}

	if c.next > len(c.queue)/2 {
		c.queue = append(c.queue[:0], c.queue[c.next:]...)
		c.next = 0
	}

	c.queue = append(c.queue, cachedBlock{t, n})
}
