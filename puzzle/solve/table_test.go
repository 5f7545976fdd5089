package solve

import (
	"testing"

	"turncoat/puzzle/internal/puzzletest"
	"turncoat/rules/board"
)

// Tables have as many entries of sixteen bytes as a power of two allows, 1,024 at least; the cache of the leaves
// has entries of eight, 64 at least and a megabyte at most.
func TestSizes(t *testing.T) {
	for bytes, want := range map[int64]int64{0: 16 << 10, 16 << 10: 16 << 10, 32<<10 - 1: 16 << 10,
		32 << 10: 32 << 10, 100 << 10: 64 << 10, 1 << 20: 1 << 20, 1<<20 - 1: 512 << 10} {
		if got := newTable(bytes); got.size() != want || got.mask != uint64(want/16-1) {
			t.Errorf("a table of %d bytes has %d", bytes, got.size())
		}
	}
	for bytes, want := range map[int64]int64{0: 512, 512: 512, 1023: 512, 1024: 1024, 1 << 20: 1 << 20,
		1<<20 - 1: 512 << 10, 64 << 20: 1 << 20} {
		if got := newLeafCache(bytes); int64(len(got.entries))*8 != want || got.mask != uint64(want/8-1) {
			t.Errorf("a cache of %d bytes has %d", bytes, len(got.entries)*8)
		}
	}
	// What pays off for wins in one, two and so on; a table that is there is kept while it is large enough.
	game := puzzletest.Named(t, "chess")
	for n, want := range []int64{16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 64 << 20, 64 << 20} {
		s := New(game, Options{})
		if s.prepare(n + 1); s.table.size() != want {
			t.Errorf("for a win in %d: %d bytes", n+1, s.table.size())
		}
	}
	s := New(game, Options{Jobs: 3})
	s.prepare(2)
	w := s.workers(s.start(t.Context(), Win), board.White, 3)[2]
	before := s.table
	if s.prepare(1); s.table != before {
		t.Error("a smaller table takes the place of a larger one")
	}
	w.usesWinSearch()
	if s.prepare(3); s.table == before || w.table != s.table || w.search != nil {
		t.Error("a larger table is not used")
	}
	s = New(game, Options{Memory: 1})
	if s.prepare(9); s.table.size() != 16<<10 {
		t.Errorf("%d bytes for one", s.table.size())
	}
	s = New(game, Options{Memory: 100 << 10})
	s.prepare(9)
	if before = s.table; before.size() != 64<<10 {
		t.Errorf("%d bytes", before.size())
	}
	if s.prepare(60); s.table != before {
		t.Error("more memory than is allowed")
	}
	if New(game, Options{}).options.Jobs < 1 || New(game, Options{Jobs: 3}).options.Jobs != 3 {
		t.Error("another number of jobs")
	}
}

// What is kept of a position is found under its key; of four neighbours the one that cost least goes for a fifth.
func TestTable(t *testing.T) {
	table := newTable(0)
	key := func(i int) uint64 { return uint64(i+1)<<40 | 77 } // all begin in one place
	depths := []uint8{5, 3, 9, 4}
	for i, depth := range depths {
		if _, hit := table.find(key(i)); hit {
			t.Errorf("%d is found before it is kept", i)
		}
		table.keep(key(i), fact{wonIn: depth, move: uint16(i)})
	}
	if table.used.Load() != 4 || table.use() != 4.0/1024 {
		t.Errorf("%d used, %v", table.used.Load(), table.use())
	}
	table.keep(key(1), fact{failsIn: 6, move: 8}) // anew
	for i, want := range []fact{{5, 0, 0}, {0, 6, 8}, {9, 0, 2}, {4, 0, 3}} {
		if got, hit := table.find(key(i)); !hit || got != want {
			t.Errorf("%d: %+v, %t; want %+v", i, got, hit, want)
		}
	}
	table.keep(key(4), fact{wonIn: 1, failsIn: 7, move: 0xffff})
	for i, want := range []bool{true, true, true, false, true} {
		if _, hit := table.find(key(i)); hit != want {
			t.Errorf("%d is found: %t", i, hit)
		}
	}
	if got, _ := table.find(key(4)); got != (fact{1, 7, 0xffff}) || table.used.Load() != 4 {
		t.Errorf("%+v, %d used", got, table.used.Load())
	}
	full := newTable(0)
	for i, wonIn := range []uint8{6, 2, 2, 7, 9} {
		full.keep(key(i), fact{wonIn: wonIn})
	}
	for i, want := range []bool{true, false, true, true, true} {
		if _, hit := full.find(key(i)); hit != want {
			t.Errorf("of several that cost least: %d is found: %t", i, hit)
		}
	}
	table.keep(key(5), fact{}) // nothing, at once the least
	if got, hit := table.find(key(5)); !hit || got != (fact{}) {
		t.Errorf("%+v, %t", got, hit)
	}
	for _, test := range []struct {
		f              fact
		n              int
		reached, known bool
	}{
		{fact{}, 1, false, false}, {fact{wonIn: 3}, 2, false, false}, {fact{wonIn: 3}, 3, true, true},
		{fact{wonIn: 3}, 9, true, true}, {fact{failsIn: 2}, 2, false, true},
		{fact{failsIn: 2}, 1, false, true}, {fact{failsIn: 2}, 3, false, false}, {fact{wonIn: 4, failsIn: 3}, 3,
			false, true}, {fact{wonIn: 4, failsIn: 3}, 4, true, true},
	} {
		if reached, known := test.f.settles(test.n); reached != test.reached || known != test.known {
			t.Errorf("%+v: %t, %t", test, reached, known)
		}
	}
	salts := map[uint64]bool{}
	for _, goal := range []Goal{Win, SelfWin, HelpWin, Claim} {
		for _, c := range []board.Colour{board.White, board.Black} {
			salts[salt(goal, c)] = true
		}
	}
	if len(salts) != 8 {
		t.Errorf("%d keys of goals and attackers", len(salts))
	}
}

func TestLeafCache(t *testing.T) {
	l := newLeafCache(0)
	for _, key := range []uint64{0, 1, 2, 3, 127, 128, 1<<63 + 5, ^uint64(0)} {
		for _, won := range []bool{true, false} {
			l.keep(key, won)
			if got, hit := l.find(key); got != won || !hit {
				t.Errorf("%#x: %t, %t", key, got, hit)
			}
			if got, hit := l.find(key ^ 1); got != won || !hit { // the lowest bit is the answer's
				t.Errorf("%#x: %t, %t", key^1, got, hit)
			}
			if _, hit := l.find(key ^ 1<<40); hit {
				t.Errorf("%#x is taken for another", key)
			}
		}
	}
	l.keep(2, true)
	l.keep(4, false)
	if won, hit := l.find(2); !won || !hit {
		t.Error("neighbours share a place")
	}
	if l.keep(2+128, false); true {
		if _, hit := l.find(2); hit {
			t.Error("two positions are in one place")
		}
	}
}

func TestPack(t *testing.T) {
	for from := range board.Square(64) {
		for to := range board.Square(64) {
			m := board.NewMove(from, to)
			if got := unpack(pack(m)); got != m || from != to && pack(m) == 0 {
				t.Fatalf("%+v becomes %+v", m, got)
			}
			for _, m.Promotion = range []board.Kind{board.Knight, board.Bishop, board.Rook, board.Queen} {
				if got := unpack(pack(m)); got != m {
					t.Fatalf("%+v becomes %+v", m, got)
				}
			}
		}
	}
}
