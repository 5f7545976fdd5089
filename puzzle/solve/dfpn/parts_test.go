package dfpn

import (
	"sync/atomic"
	"testing"

	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/solution"
	"turncoat/rules/board"
)

// A value is the same when it comes out of a word: proofs with their turn, disproofs with their ply, numbers up to the
// greatest.
func TestPacked(t *testing.T) {
	values := []value{
		disprovenAt(free), disprovenAt(bound), disprovenAt(0), disprovenAt(7),
		{verdict: open, pn: 1, dn: 1}, {verdict: open, pn: infinite, dn: 0, length: 250}, {verdict: open, pn: 0,
			dn: infinite, length: 3}, {verdict: open, pn: 12345, dn: 54321},
	}
	for _, length := range []int{0, 1, 250, maxTurns} {
		for _, m := range []board.Move{board.NewMove(0, 63), board.NewMove(63, 0), board.NewMove(12, 28)} {
			for _, promotion := range []board.Kind{board.NoKind, board.Knight, board.Bishop, board.Rook, board.Queen} {
				v := provenIn(length)
				v.best = m
				v.best.Promotion = promotion
				values = append(values, v)
			}
		}
	}
	for _, v := range values {
		for _, work := range []uint64{0, 62} {
			if got := unpack(pack(&v) | work<<2); got != v {
				t.Errorf("%+v becomes %+v", v, got)
			}
		}
	}
	if v := provenIn(3); v.pn != 0 || v.dn != infinite || v.ply != free || v.length != 3 {
		t.Errorf("%+v", v)
	}
	if v := disprovenAt(3); v.pn != infinite || v.dn != 0 || v.ply != 3 {
		t.Errorf("%+v", v)
	}
}

// A table has as many entries of sixteen bytes as a power of two allows, 1,024 at least. What took least work
// goes for what is new, and what is written anew keeps the work that it took before.
func TestTable(t *testing.T) {
	for bytes, want := range map[int64]int{0: 1 << 10, 32<<10 - 1: 1 << 10, 32 << 10: 2 << 10, 1 << 20: 1 << 16,
		1<<20 - 1: 1 << 15} {
		if got := newTable(bytes); len(got.entries) != want || got.mask != uint64(want-1) {
			t.Errorf("%d bytes: %d entries", bytes, len(got.entries))
		}
	}
	table := newTable(0)
	key := func(i int) uint64 { return uint64(i+1)<<40 | 77 } // all in one place
	for i, work := range []uint64{1000, 10, 100, 20} {
		if v := table.find(key(i)); v != (value{}) {
			t.Errorf("%d is there before it is kept: %+v", i, v)
		}
		table.keep(key(i), disprovenAt(i), work)
	}
	holds := func(want ...int) {
		t.Helper()
		there := map[int]bool{}
		for _, i := range want {
			there[i] = true
		}
		for i := range 10 {
			if v := table.find(key(i)); (v != value{}) != there[i] || there[i] && v != disprovenAt(i) {
				t.Errorf("%d: %+v", i, v)
			}
		}
	}
	holds(0, 1, 2, 3)
	table.keep(key(1), disprovenAt(1), 100) // some hundred nodes in all
	table.keep(key(4), disprovenAt(4), 1)
	holds(0, 1, 2, 4) // of 20 nodes
	table.keep(key(5), disprovenAt(5), 1<<40)
	holds(0, 1, 2, 5)
	table.keep(key(6), disprovenAt(6), 0)
	table.keep(key(7), disprovenAt(7), 1<<63)
	table.keep(key(8), disprovenAt(8), 1<<63)
	if v := table.find(key(5)); v != disprovenAt(5) {
		t.Error("what took most work has gone")
	}
	table.keep(key(5), disprovenAt(9), 0)
	if v := table.find(key(5)); v != disprovenAt(9) {
		t.Errorf("%+v is not the latest", v)
	}
}

// workerOf returns a worker of a search that has no limit.
func workerOf(t *testing.T) *worker {
	t.Helper()
	w := newWorker(puzzletest.Named(t, "chess"), newTable(0), 0)
	w.stop, w.spent = new(atomic.Bool), new(atomic.Uint64)
	w.begin(solution.Win, board.White, false)
	return w
}

func undecided(pn, dn uint32) value { return value{verdict: open, pn: pn, dn: dn} }

// The value of a node follows from its choices: the attacker needs one that wins and takes the shortest, the
// enemy one that holds; the proof number is the least or the sum, the disproof number the other way round; a
// disproof rests on the ply that those it follows from rest on.
func TestSum(t *testing.T) {
	w := workerOf(t)
	move := func(i int) board.Move { return board.NewMove(board.Square(i), board.Square(i+8)) }
	won := func(i, length int) value {
		v := provenIn(length)
		v.best = move(i)
		return v
	}
	for _, test := range []struct {
		name     string
		kind     kind
		children []value
		want     value
		best     int
		second   uint32
	}{
		{"open", attack, []value{undecided(5, 2), undecided(3, 4), undecided(4, 1)}, undecided(3, 7), 1, 4},
		{"open to the enemy", defend, []value{undecided(5, 2), undecided(3, 4), undecided(4, 1)}, undecided(12, 1), 2,
			2},
		{"two alike", attack, []value{undecided(3, 2), undecided(3, 4)}, undecided(3, 6), 0, 3},
		{"one", attack, []value{undecided(3, 2)}, undecided(3, 2), 0, infinite},
		{"very much", attack, []value{undecided(1, infinite-1), undecided(1, infinite-1)}, undecided(1, infinite-1),
			0, 1},
		{"one wins", attack, []value{undecided(1, 9), won(5, 7), won(6, 3), disprovenAt(2)}, won(2, 4), 0, infinite},
		{"a reclaim wins", attackReclaim, []value{won(5, 7), won(6, 3)}, won(1, 3), -1, infinite},
		{"all win", defend, []value{won(5, 7), won(6, 3)}, provenIn(7), -1, infinite},
		{"all win against reclaims", defendReclaim, []value{won(5, 2), won(6, 3)}, provenIn(3), -1, infinite},
		{"none wins", attack, []value{disprovenAt(free), disprovenAt(4), disprovenAt(6)}, disprovenAt(4), -1, infinite},
		{"none wins, within the bound", attack, []value{disprovenAt(free), disprovenAt(bound)}, disprovenAt(bound),
			-1, infinite},
		{"one holds", defend, []value{won(5, 7), disprovenAt(4), undecided(1, 1)}, disprovenAt(4), 2, infinite},
		{"two hold", defend, []value{disprovenAt(4), disprovenAt(9), disprovenAt(2)}, disprovenAt(9), -1, infinite},
		{"it holds within the bound", defend, []value{disprovenAt(bound), won(1, 1)}, disprovenAt(bound), -1, infinite},
		{"it holds for good", defendReclaim, []value{disprovenAt(bound), disprovenAt(free)}, disprovenAt(free), -1,
			infinite},
		{"some are settled", attack, []value{disprovenAt(4), undecided(8, 2), disprovenAt(1), undecided(9, 3)},
			undecided(8, 5), 1, 9},
		{"some are won", defend, []value{won(1, 3), undecided(8, 2), undecided(9, 3)}, undecided(17, 2), 1, 3},
	} {
		f := &frame{}
		for i, v := range test.children {
			c := f.add()
			c.move, c.value = move(i), v
		}
		n := &node{kind: test.kind}
		best, second := w.sum(f, n)
		if n.verdict == proven && test.kind == attack && n.length == 0 {
			t.Errorf("%s: %+v", test.name, n.value)
		}
		if n.value != test.want && !(n.verdict == proven && n.length == test.want.length &&
			n.best == test.want.best) || n.verdict == open && (best != test.best || second != test.second) {
			t.Errorf("%s: %+v, choice %d, next %d; want %+v, %d, %d", test.name, n.value, best, second, test.want,
				test.best, test.second)
		}
	}
}

// A choice is gone on with until it is a quarter worse than the next best; workers look at equals in another
// order, each at all of them.
func TestAfterAndNth(t *testing.T) {
	for second, want := range map[uint32]uint32{0: 1, 1: 2, 3: 4, 4: 6, 8: 11, 100: 126, infinite: infinite,
		infinite - 1: infinite} {
		if got := after(second); got != want {
			t.Errorf("after %d: %d, want %d", second, got, want)
		}
	}
	w := workerOf(t)
	firsts := map[int]bool{}
	for w.number = range 4 {
		for _, count := range []int{1, 5, 7, 10, 14, 31} {
			seen := map[int]bool{}
			for j := range count {
				i := w.nth(j, count)
				if i < 0 || i >= count || seen[i] || w.number == 0 && i != j || w.number > 0 && count%7 == 0 &&
					i != count-1-j {
					t.Errorf("worker %d of %d choices: the %d. is %d", w.number, count, j, i)
				}
				seen[i] = true
			}
		}
		firsts[w.nth(0, 31)] = true
	}
	if len(firsts) != 4 {
		t.Errorf("%d workers begin elsewhere", len(firsts))
	}
}

// What is remembered of a node is known again where it holds: a win in so many turns or more, a disproof for
// good everywhere, one that rests on the way only on the same way, one within some turns only for as many or
// fewer.
func TestKnown(t *testing.T) {
	type step struct {
		trail  uint64
		within bool
		left   int
	}
	for _, test := range []struct {
		name  string
		value value
		ply   int
		kept  step
		asked map[step]bool // whether it is known there as settled
	}{
		{"a win in three", provenIn(3), 4, step{1, false, 5}, map[step]bool{{1, false, 3}: true, {9, false, 7}: true,
			{1, false, 2}: false, {1, true, 3}: true, {1, true, 2}: false}},
		{"never", disprovenAt(free), 4, step{1, false, 5}, map[step]bool{{1, false, 9}: true, {9, false, 1}: true,
			{1, true, 60}: true}},
		{"what comes back to itself", disprovenAt(4), 4, step{1, false, 5}, map[step]bool{{1, false, 9}: true,
			{9, true, 1}: true}},
		{"what comes back above", disprovenAt(3), 4, step{1, false, 5}, map[step]bool{{1, false, 5}: true,
			{9, false, 5}: false, {1, true, 5}: false}},
		{"within five", disprovenAt(bound), 4, step{1, true, 5}, map[step]bool{{1, true, 5}: true, {1, true, 4}: true,
			{1, true, 6}: false, {9, false, 5}: true, {9, false, 6}: false}},
	} {
		w := workerOf(t)
		n := &node{kind: attack, key: 99, value: test.value}
		w.trail, w.within = test.kept.trail, test.kept.within
		w.remember(n, test.ply, test.kept.left, 10)
		for s, want := range test.asked {
			w.trail, w.within = s.trail, s.within
			again := &node{kind: attack, key: 99}
			if known := w.known(again, s.left) && again.verdict != open; known != want {
				t.Errorf("%s, asked %+v: %t, %+v", test.name, s, known, again.value)
			}
		}
	}
	// Numbers are known again, and a longer win stays beside them.
	w := workerOf(t)
	n := &node{kind: attack, key: 99, value: undecided(7, 8)}
	w.remember(n, 3, 5, 10)
	again := &node{kind: attack, key: 99}
	if !w.known(again, 5) || again.value != undecided(7, 8) {
		t.Errorf("%+v", again.value)
	}
	w.within = true
	if again = (&node{kind: attack, key: 99}); w.known(again, 5) {
		t.Errorf("numbers of a search without a bound are known within one: %+v", again.value)
	}
	w.remember(n, 3, 5, 10)
	if again = (&node{kind: attack, key: 99}); !w.known(again, 5) || again.value != undecided(7, 8) {
		t.Errorf("%+v", again.value)
	}
	if again = (&node{kind: attack, key: 99}); w.known(again, 6) {
		t.Errorf("numbers within five turns are known within six: %+v", again.value)
	}
	w.within = false
	won := &node{kind: attack, key: 99, value: provenIn(9)}
	w.remember(won, 3, 20, 10)
	n.value = undecided(2, 2)
	w.remember(n, 3, 5, 10)
	if v := w.table.find(99); v.verdict != proven || v.length != 9 {
		t.Errorf("a longer win is forgotten: %+v", v)
	}
	won.value = provenIn(11)
	w.remember(won, 3, 20, 10)
	if v := w.table.find(99); v.verdict != proven || v.length != 9 {
		t.Errorf("a longer win takes the place of a shorter one: %+v", v)
	}
	won.value = provenIn(4)
	w.remember(won, 3, 20, 10)
	if v := w.table.find(99); v.verdict != proven || v.length != 4 {
		t.Errorf("a shorter win is not kept: %+v", v)
	}
	if v := (value{verdict: open, length: 4}); v.failing() != 4 {
		t.Errorf("%d", v.failing())
	}
	if v := provenIn(4); v.failing() != 0 {
		t.Errorf("%d", v.failing())
	}
}

// A worker looks at the limit every 256 nodes, all workers together.
func TestStopped(t *testing.T) {
	w := workerOf(t)
	w.limit = 1000
	for i, want := range []bool{false, false, false, true} {
		w.nodes = 255
		if w.stopped() != (i > 3) || w.spent.Load() != uint64(256*i) {
			t.Errorf("after %d nodes: %d are counted", i, w.spent.Load())
		}
		w.nodes = 256
		if w.stopped() != want || w.nodes != 0 || w.spent.Load() != uint64(256*(i+1)) {
			t.Errorf("round %d: %t, %d left, %d counted", i, !want, w.nodes, w.spent.Load())
		}
	}
	w = workerOf(t)
	w.limit = 512
	for _, want := range []bool{false, true} {
		if w.nodes = 256; w.stopped() != want {
			t.Errorf("of 512: %t", !want)
		}
	}
	w = workerOf(t)
	if w.nodes = 1 << 40; w.stopped() {
		t.Error("stopped without a limit")
	}
	if w.stop.Store(true); !w.stopped() {
		t.Error("not stopped with the others")
	}
	if w.shortTurns() != 1 {
		t.Errorf("%d turns", w.shortTurns())
	}
	if w.short = func(*board.Position, int) (board.Move, bool) { return board.Move{}, false }; w.shortTurns() != 2 {
		t.Errorf("%d turns", w.shortTurns())
	}
	keys := map[uint64]bool{}
	for _, goal := range []solution.Goal{solution.Win, solution.SelfWin, solution.Claim} {
		for _, c := range []board.Colour{board.White, board.Black} {
			keys[salt(goal, c)] = true
		}
	}
	if len(keys) != 6 {
		t.Errorf("%d keys of goals and attackers", len(keys))
	}
	for k, want := range map[kind]bool{attack: true, defend: false, attackReclaim: true, defendReclaim: false} {
		if k.or() != want {
			t.Errorf("%d: %t", k, !want)
		}
	}
}
