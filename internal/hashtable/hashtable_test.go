package hashtable

import (
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"turncoat/internal/limits"
	"turncoat/rules/board"
)

// A key has the word that was last stored for it, or none; of the keys that share cells the one
// worth least is overwritten, and a cell that two workers wrote at once matches no key.
func TestTable(t *testing.T) {
	table, random := New(0), rand.New(rand.NewPCG(1, 2))
	worth := func(data uint64) int { return int(data >> 32) }
	stored := map[uint64]uint64{}
	for range 20_000 {
		key := random.Uint64()
		data := random.Uint64N(1<<40) | 1
		c, old, known := table.Place(key, worth)
		if known != (old != 0 && stored[key] == old) {
			t.Fatalf("%x: %x is known: %t", key, old, known)
		}
		least := old
		for i := range 4 {
			if at := table.At(int(key&table.used()&^3) + i); !known && worth(at) < worth(least) {
				t.Fatalf("%x is overwritten, %x is worth less", old, at)
			}
		}

		c.Store(key, data)
		stored[key] = data
		if table.Probe(key) != data {
			t.Fatalf("%x is lost at once", key)
		}
	}

	found := 0
	for key, data := range stored {
		if got := table.Probe(key); got == data {
			found++
		} else if got != 0 {
			t.Errorf("%x has %x, not %x", key, got, data)
		}
	}

	if found != table.Cells() {
		t.Errorf("%d keys are left", found)
	}
	c, _, _ := table.Place(77, worth)
	c.Store(77, 5)
	c.data.Store(6)
	if got := table.Probe(77); got != 0 {
		t.Errorf("a torn cell answers %x", got)
	}
}

// A table that grows keeps its entries as long as it has room, and never exceeds its limit. Whoever
// has the memory of a freed table finds it empty.
func TestGrowing(t *testing.T) {
	const most = 1 << 22
	random := rand.New(rand.NewPCG(3, 4))
	worth := func(uint64) int { return 0 }
	for range 2 {
		table := NewGrowing(1<<14, most)
		keys := make([]uint64, most/16/4)
		for i := range keys {
			keys[i] = random.Uint64()
			if table.Probe(keys[i]) != 0 {
				t.Fatal("a new table is not empty")
			}
			c, _, _ := table.Place(keys[i], worth)
			c.Store(keys[i], uint64(i)|1)
		}

		kept := 0
		for i, key := range keys {
			if table.Probe(key) == uint64(i)|1 {
				kept++
			}
		}
		if kept*10 < len(keys)*9 {
			t.Errorf("%d of %d entries are left", kept, len(keys))
		}
		if bytes := table.Cells() * 16; bytes < most/4 || bytes > most {
			t.Errorf("the table has %d bytes", bytes)
		}
		table.Free()
	}
}

// Workers may use a table while it grows: a key has its own word or none.
func TestGrowingTogether(t *testing.T) {
	table := NewGrowing(1<<14, 1<<22)
	var group sync.WaitGroup
	for worker := range uint64(4) {
		group.Go(func() {
			random := rand.New(rand.NewPCG(5, worker))
			for range 40_000 {
				key := random.Uint64() >> 40 << 40 // other workers have some of them, too
				c, _, _ := table.Place(key, func(uint64) int { return 0 })
				c.Store(key, ^key)
				if word := table.Probe(key); word != 0 && word != ^key {
					t.Errorf("%x has the word %x", key, word)
				}
			}
		})
	}
	group.Wait()
}

// Moves are read as they were written.
func TestMoves(t *testing.T) {
	for from := range board.NoSquare {
		for to := range board.NoSquare {
			for _, kind := range []board.Kind{board.NoKind, board.Knight, board.Bishop, board.Rook,
				board.Queen} {
				m := board.NewMove(from, to)
				m.Promotion = kind
				if got := UnpackMove(PackMove(m)); got != m {
					t.Fatalf("%v is read as %v", m, got)
				}
			}
		}
	}
}

// A table is no larger than it may be, nor than the machine's memory, whatever is asked for.
func TestCellsIn(t *testing.T) {
	for bytes, want := range map[int64]uint64{-1: 1 << 10, 0: 1 << 10, 1 << 20: 1 << 16,
		3 << 20: 1 << 17} {
		if got := cellsIn(bytes); got != want {
			t.Errorf("%d cells in %d bytes, want %d", got, bytes, want)
		}
	}
	if got := cellsIn(math.MaxInt64); got > uint64(limits.MemoryAtMost(math.MaxInt64))/16 {
		t.Errorf("%d cells are more than the machine has room for", got)
	}
}
