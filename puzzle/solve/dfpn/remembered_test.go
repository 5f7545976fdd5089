package dfpn

import (
	"math/bits"
	"slices"
	"testing"

	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/solution"
	"turncoat/rules/board"
)

// A position that stands on the way above is a disproof that rests on it; within a number of turns nothing repeats.
func TestRepetition(t *testing.T) {
	for _, k := range []kind{attack, defend} {
		for above := range 3 {
			w := workerOf(t)
			n := &node{kind: k, at: puzzletest.Position(t, w.game, mateInOne)}
			n.key = n.at.Key ^ w.salt
			w.path = []uint64{1, 2, 3}
			w.path[above] = n.key
			if w.search(n, 3, 9, infinite, infinite); n.value != disprovenAt(above) || w.nodes != 1 {
				t.Errorf("kind %d, that of ply %d: %+v, %d nodes", k, above, n.value, w.nodes)
			}
		}
	}
	w := workerOf(t)
	w.within = true
	n := &node{kind: attack, at: puzzletest.Position(t, w.game, mateInOne)}
	n.key = n.at.Key ^ w.salt
	w.path = []uint64{n.key, 2, 3}
	if w.search(n, 3, 9, infinite, infinite); n.verdict != proven {
		t.Errorf("within nine turns: %+v", n.value)
	}
}

// A worker knows the way to the position that it looks at: the keys of all above it and its own, none twice, and
// what they make together.
func TestPath(t *testing.T) {
	for _, within := range []bool{false, true} {
		w := workerOf(t)
		w.within, w.limit = within, 4000
		const turns = 9
		deepest, asked := 0, 0
		w.short = func(at *board.Position, _ int) (board.Move, bool) {
			asked++
			deepest = max(deepest, len(w.path))
			trail := mix(turns)
			for i, key := range w.path {
				trail = mix(trail ^ key)
				if !within && slices.Contains(w.path[:i], key) {
					t.Errorf("ply %d stands on the way twice", i)
				}
			}
			if w.path[len(w.path)-1] != at.Key^w.salt || trail != w.trail {
				t.Errorf("the way to %s is another", w.game.FEN(at))
			}
			return board.Move{}, false
		}
		p := puzzletest.Position(t, w.game, "8/8/8/8/8/2k5/8/K6R w - - 0 1")
		if w.root(p, turns); w.trail != mix(turns) || asked < 100 || deepest < 7 {
			t.Errorf("asked %d times, %d plies deep; the way back is another: %t", asked, deepest,
				w.trail != mix(turns))
		}
	}
}

// What is settled is remembered though the work is stopped, what is not is not.
func TestStoppedIsRemembered(t *testing.T) {
	for fen, want := range map[string]verdict{mateInOne: proven, board.StartFEN: 0} {
		w := workerOf(t)
		w.stop.Store(true)
		n := &node{kind: attack, at: puzzletest.Position(t, w.game, fen), value: undecided(1, 1)}
		n.key = n.at.Key ^ w.salt
		if w.search(n, 0, 9, infinite, infinite); w.table.find(n.key).verdict != want || want == 0 &&
			n.verdict != open {
			t.Errorf("%s: %+v, remembered %+v", fen, n.value, w.table.find(n.key))
		}
	}
}

// Work on a position ends as soon as a number reaches its limit: after any first move of White's there are
// twenty of Black's, and twenty first moves to disprove.
func TestNumbersEndWork(t *testing.T) {
	for _, test := range []struct {
		pn, dn uint32
		more   bool
	}{{20, infinite, false}, {infinite, 20, false}, {19, 30, false}, {30, 19, false}, {21, 21, true}} {
		w := workerOf(t)
		w.limit = 3 * flushEvery
		n := &node{kind: attack, at: w.game.Start()}
		n.key = n.at.Key ^ w.salt
		w.search(n, 0, 9, test.pn, test.dn)
		if nodes := w.nodes + w.spent.Load(); (nodes > 1) != test.more || !test.more && n.value != undecided(20, 20) {
			t.Errorf("%+v: %+v, %d nodes", test, n.value, nodes)
		}
	}
}

// A search for short wins is asked about a position with turns enough when that is new, and not again.
func TestShortWinIsAskedOnce(t *testing.T) {
	w := asking(t, "chess", solution.Win, false)
	p := puzzletest.Position(t, w.game, mateInTwo)
	asked := 0
	w.short = func(*board.Position, int) (board.Move, bool) { asked++; return board.Move{}, false }
	for _, test := range []struct {
		left int
		v    value
		want int
	}{{3, undecided(1, 1), 1}, {3, undecided(4, 1), 0}, {3, undecided(1, 4), 0}, {3, disprovenAt(free), 0},
		{2, undecided(4, 4), 1}, {1, undecided(4, 4), 0}, {0, undecided(1, 1), 0}} {
		asked = 0
		if w.atOnce(&node{kind: attack, at: p, value: test.v}, test.left); asked != test.want {
			t.Errorf("%+v: asked %d times", test, asked)
		}
	}
}

// What is remembered of a node stands beside what is known already: a longer win and a disproof for good stay, a
// node that is not won in so many turns is not won in fewer, and its numbers do not make that forgotten.
func TestRememberedBeside(t *testing.T) {
	within := func(w *worker, v value, left int) {
		w.within = true
		w.remember(&node{kind: attack, key: 99, value: v}, 3, left, 10)
	}
	settled := func(w *worker, left int, inTurns bool) verdict {
		w.within = inTurns
		n := &node{kind: attack, key: 99}
		if !w.known(n, left) {
			return 0
		}
		return n.verdict
	}
	w := workerOf(t)
	w.remember(&node{kind: attack, key: 99, value: provenIn(9)}, 3, 20, 10)
	within(w, disprovenAt(bound), 5)
	if v := w.table.find(99); v != provenIn(9) {
		t.Errorf("a win in nine becomes %+v, since there is none in five", v)
	}
	for left, want := range map[int]verdict{5: disproven, 9: proven, 8: 0} {
		if got := settled(w, left, true); got != want {
			t.Errorf("within %d turns: %d, want %d", left, got, want)
		}
	}
	w = workerOf(t)
	w.remember(&node{kind: attack, key: 99, value: disprovenAt(4)}, 4, 20, 10)
	if v := w.table.find(99); v != disprovenAt(free) {
		t.Errorf("what comes back to itself is remembered as %+v", v)
	}
	within(w, disprovenAt(bound), 5)
	if v := w.table.find(99); v != disprovenAt(free) {
		t.Errorf("a disproof for good becomes %+v", v)
	}
	w = workerOf(t)
	within(w, disprovenAt(bound), 7)
	if v := w.table.find(99); v != (value{verdict: open, pn: 1, dn: 1, length: 7}) {
		t.Errorf("not won in seven turns is remembered as %+v", v)
	}
	within(w, disprovenAt(bound), 5)
	for left, want := range map[int]verdict{5: disproven, 7: disproven, 8: 0} {
		if got := settled(w, left, true); got != want {
			t.Errorf("not won in seven, nor in five: within %d turns %d, want %d", left, got, want)
		}
	}
	w.within = false
	w.remember(&node{kind: attack, key: 99, value: undecided(6, 3)}, 3, 20, 10)
	if v := w.table.find(99); v != (value{verdict: open, pn: 6, dn: 3, length: 7}) {
		t.Errorf("its numbers are remembered as %+v", v)
	}
	if got := settled(w, 7, false); got != disproven {
		t.Errorf("with its numbers it is %d in seven turns", got)
	}
	within(w, disprovenAt(bound), 8)
	if v := w.table.find(99); v != (value{verdict: open, pn: 6, dn: 3, length: 8}) {
		t.Errorf("not won in eight turns either, it is remembered as %+v", v)
	}
}

// The work that is noted in a table is how many bits the number of nodes has; what is written anew adds to it
// the least number of so many bits.
func TestWorkInTable(t *testing.T) {
	for _, test := range []struct {
		nodes []uint64
		want  int
	}{
		{[]uint64{0}, 0}, {[]uint64{1}, 1}, {[]uint64{64}, 7}, {[]uint64{63}, 6}, {[]uint64{64, 64}, 8},
		{[]uint64{64, 63}, 7}, {[]uint64{64, 64, 127}, 8}, {[]uint64{64, 64, 128}, 9},
		{[]uint64{0, 1}, 1}, {[]uint64{1, 1}, 2}, {[]uint64{1 << 61}, 62}, {[]uint64{1 << 63}, 62},
	} {
		table := newTable(0)
		for _, nodes := range test.nodes {
			table.keep(8, undecided(1, 1), nodes)
		}
		if got := int(table.entries[8].data.Load() >> 2 & 63); got != test.want {
			t.Errorf("%d: %d bits, want %d", test.nodes, got, test.want)
		}
		if n := test.nodes[len(test.nodes)-1]; len(test.nodes) == 1 && n < 1<<62 && test.want != bits.Len64(n) {
			t.Errorf("%d has %d bits", n, bits.Len64(n))
		}
	}
}
