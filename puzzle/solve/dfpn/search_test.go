package dfpn

import (
	"math/bits"
	"slices"
	"testing"
	"time"

	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/solution"
	"turncoat/rules/board"
	"turncoat/rules/reference"
	"turncoat/rules/ruleset"
)

// King and rook against king: mate in one by Ra8, in two by Kf7 or Kg6, and none with the kings alone.
const (
	mateInOne = "7k/8/6K1/8/8/8/8/R7 w - - 0 1"
	mateInTwo = "7k/8/5K2/8/8/8/8/R7 w - - 0 1"
	noMate    = "7k/8/5K2/8/8/8/8/8 w - - 0 1"
)

// Which rule sets package fast plays, which have a reclaim that somebody chooses, and where wins with the next turn are looked for at once.
func TestMeans(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		for _, goal := range []solution.Goal{solution.Win, solution.SelfWin, solution.Claim} {
			for _, slow := range []bool{false, true} {
				w := asking(t, name, goal, slow)
				chosen := name == "pacifist-number" || name == "pacifist-value" || name == "pacifist-average"
				if w.quick == slow || w.reclaims != chosen || w.leaves != (!slow && !chosen && goal == solution.Win) {
					t.Errorf("%s, %s: quick %t, reclaims %t, leaves %t", name, goal, w.quick, w.reclaims, w.leaves)
				}
			}
		}
	}
}

// What several workers have found makes one answer: the shortest of the wins, whatever others say; that there is none, by the first who says so; and nothing
// where choices were left out.
func TestAnswerOfWorkers(t *testing.T) {
	won := func(length int) value {
		v := provenIn(length)
		v.best = board.NewMove(board.Square(length), board.Square(length+8))
		return v
	}
	move := func(length int) board.Move { return won(length).best }
	for _, test := range []struct {
		name   string
		values []value
		cut    bool
		want   Answer
	}{
		{"nothing", []value{undecided(1, 1), undecided(2, 2)}, false, Answer{}},
		{"a win", []value{undecided(1, 1), won(5)}, false, Answer{Status: Won, Turns: 5, Move: move(5)}},
		{"a shorter win", []value{won(5), won(3), won(4)}, false, Answer{Status: Won, Turns: 3, Move: move(3)}},
		{"none in so many", []value{undecided(1, 1), disprovenAt(bound)}, false, Answer{Status: None}},
		{"none ever", []value{disprovenAt(free), disprovenAt(bound)}, false, Answer{Status: None, Ever: true}},
		{"none, since all comes back to the root", []value{disprovenAt(0)}, false, Answer{Status: None, Ever: true}},
		{"a win after all", []value{disprovenAt(free), won(7)}, true, Answer{Status: Won, Turns: 7, Move: move(7)}},
		{"a win stays", []value{won(7), disprovenAt(free)}, false, Answer{Status: Won, Turns: 7, Move: move(7)}},
		{"a win wipes out never", []value{disprovenAt(free), won(7)}, false, Answer{Status: Won, Turns: 7, Move: move(7)}},
		{"none as far as was looked", []value{disprovenAt(free)}, true, Answer{}},
	} {
		var got Answer
		for i := range test.values {
			got.add(&test.values[i], test.cut)
		}
		if got != test.want {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
}

// Once choices have been left out, what seems to be no win is unknown, and no list of keys is complete.
func TestCut(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, game, mateInTwo)
	for cut, want := range map[bool]Status{false: None, true: Unknown} {
		s := New(game, Options{})
		s.table.cut.Store(cut)
		if a, err := s.FindIn(t.Context(), p, solution.Win, 1, 0); err != nil || a.Status != want {
			t.Errorf("cut %t: %+v, %v", cut, a, err)
		}
		if keys, _, complete, err := s.Keys(t.Context(), p, solution.Win, 2, 0); err != nil || complete == cut || len(keys) != 2 {
			t.Errorf("cut %t: %v, complete %t, %v", cut, keys, complete, err)
		}
	}
}

// Of more than 4,096 reclaims so many are looked at: of thirteen pawns of White's on their third and sixth ranks, each attacked by the rook on its file and
// supported by nobody, each can be taken back or not. The enemy may have a better one among the rest, the attacker does without.
func TestOverflow(t *testing.T) {
	for _, slow := range []bool{false, true} {
		for _, k := range []kind{attackReclaim, defendReclaim} {
			w := asking(t, "pacifist-number", solution.Win, slow)
			p := puzzletest.Position(t, w.game, "rrrrrrrr/7k/PPPPPPPP/3K4/8/PPPPPPPP/8/rrrrrrrr w - - 0 1")
			f := new(frame)
			n := &node{kind: k, at: p, move: board.NewMove(board.At(3, 4), board.At(4, 4))}
			if _, over := w.expand(f, n); over || len(f.children) != 4096 || !w.table.cut.Load() {
				t.Fatalf("kind %d: %d choices, over %t, cut %t", k, len(f.children), over, w.table.cut.Load())
			}
			last := len(f.children) - 1
			for i := range f.children {
				if v, held := f.children[i].value, k == defendReclaim && i == last; held && v != disprovenAt(bound) || !held && v != (value{}) {
					t.Errorf("kind %d: choice %d: %+v", k, i, v)
				}
			}
		}
	}
	w := asking(t, "pacifist-number", solution.Win, false)
	p := puzzletest.Position(t, w.game, "8/1b6/1K1n4/8/8/1R6/5R2/6k1 w - - 0 1")
	for _, m := range w.game.Moves(&p) {
		if w.expandReclaim(new(frame), &node{kind: defendReclaim, at: p, move: m}); w.table.cut.Load() {
			t.Fatalf("the few reclaims of %s are cut", m.UCI(&p))
		}
	}
}

// The first worker to settle a question ends the work of the others: the second one waits until it is ended.
func TestFirstAnswerEndsAll(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, game, mateInTwo)
	var s *Search
	made, began, late := 0, time.Now(), false
	wait := func(*board.Position, int) (board.Move, bool) {
		for !s.workers[1].stop.Load() {
			if time.Since(began) > 20*time.Second {
				late = true
				break
			}
			time.Sleep(time.Millisecond)
		}
		return board.Move{}, false
	}
	s = New(game, Options{Jobs: 2, Memory: 1 << 20, Short: func() ShortWin {
		if made++; made == 2 {
			return wait
		}
		return nil
	}})
	if a, err := s.FindIn(t.Context(), p, solution.Win, 4, 0); err != nil || a.Status != Won || late {
		t.Errorf("%+v, %v; the second worker was not ended: %t", a, err, late)
	}
}

// Nodes are counted for each question: one where the win is seen at once, none where the table has the answer, and as many as were allowed where they
// did not do.
func TestNodes(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	s := New(game, Options{Memory: 1 << 20})
	p := puzzletest.Position(t, game, mateInOne)
	for i, want := range []uint64{1, 0, 0} {
		if a, err := s.Find(t.Context(), p, solution.Win, 60, 0); err != nil || a.Status != Won || a.Turns != 1 || a.Nodes != want {
			t.Errorf("question %d: %+v, %v; want %d nodes", i, a, err, want)
		}
	}
	start := game.Start()
	if a, err := s.Find(t.Context(), start, solution.Win, 60, 1000); err != nil || a.Nodes < 1000 || a.Nodes > 1000+2*flushEvery {
		t.Errorf("%+v, %v", a, err)
	}
	if a, err := s.Find(t.Context(), p, solution.Win, 60, 0); err != nil || a.Nodes != 0 {
		t.Errorf("after another question: %+v, %v", a, err)
	}
	if _, nodes, complete, err := s.Keys(t.Context(), start, solution.Win, 60, 1000); err != nil || complete || nodes < 1000 || nodes > 1000+2*flushEvery {
		t.Errorf("keys: %d nodes, complete %t, %v", nodes, complete, err)
	}
	// Work that a limit has ended is gone on with.
	p = puzzletest.Position(t, game, mateInTwo)
	for asked := 1; ; asked++ {
		keys, _, complete, err := s.Keys(t.Context(), p, solution.Win, 2, 1)
		if err != nil || asked > 100 {
			t.Fatalf("asked %d times: %v", asked, err)
		}
		if complete {
			if len(keys) != 2 {
				t.Errorf("the keys are %v", keys)
			}
			break
		}
	}
}

// A context that outlives a question holds nothing of it.
func TestContextIsLeft(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	s := New(game, Options{Memory: 1 << 20})
	p := puzzletest.Position(t, game, mateInTwo)
	ctx := puzzletest.NewWatched()
	for range 3 {
		if _, err := s.Find(ctx, p, solution.Win, 3, 0); err != nil {
			t.Fatal(err)
		}
		if _, _, _, err := s.Keys(ctx, p, solution.Win, 2, 0); err != nil {
			t.Fatal(err)
		}
	}
	if now, ever := ctx.Waiting(); now != 0 || ever < 6 {
		t.Errorf("%d of %d questions are still waiting", now, ever)
	}
}

// A position whose key has been forgotten is searched as any other: what is remembered of another under that key is not taken for it.
func TestForgottenKeys(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	s := New(game, Options{Memory: 1 << 20})
	for i, fen := range []string{mateInTwo, noMate, mateInTwo, noMate} {
		p := puzzletest.Position(t, game, fen)
		p.Key = 1
		want, keys := Won, 2
		if fen == noMate {
			want, keys = None, 0
		}
		a, err := s.Find(t.Context(), p, solution.Win, 4, 0)
		b, again := s.FindIn(t.Context(), p, solution.Win, 2, 0)
		if err != nil || again != nil || a.Status != want || b.Status != want {
			t.Errorf("%d: %+v, %v; %+v, %v", i, a, err, b, again)
		}
		if got, _, complete, err := s.Keys(t.Context(), p, solution.Win, 2, 0); err != nil || !complete || len(got) != keys {
			t.Errorf("%d: the keys are %v, complete %t, %v", i, got, complete, err)
		}
		if want == Won {
			made := 0
			if n, err := s.Proof(t.Context(), p, solution.Win, 2, func(st solution.Statement) error {
				if made++; st.At.Key != st.At.Hash() {
					t.Errorf("%d: a statement about %s has another key", i, game.FEN(&st.At))
				}
				return nil
			}); n != 2 || err != nil || made < 2 {
				t.Errorf("%d: a proof in %d, of %d statements: %v", i, n, made, err)
			}
		}
	}
}

// A new choice begins with as many to prove as the enemy has moves, where it is to move and they can be counted quickly, else with one; and one that the table
// knows with what that says.
func TestOpen(t *testing.T) {
	for _, slow := range []bool{false, true} {
		for _, k := range []kind{attack, defend} {
			w := asking(t, "chess", solution.Win, slow)
			p := puzzletest.Position(t, w.game, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
			n := &node{kind: k, at: p}
			f := new(frame)
			w.expand(f, n)
			kept := f.children[len(f.children)/2].key
			w.table.keep(kept, undecided(7, 8), 1)
			if _, over := w.open(f, n, 9); over || len(f.children) != 48 { // as many moves as the Chess Programming Wiki counts there
				t.Fatalf("over %t, %d choices", over, len(f.children))
			}
			for i := range f.children {
				c := &f.children[i]
				want := undecided(1, 1)
				switch {
				case c.key == kept:
					want = undecided(7, 8)
				case k == attack && !slow:
					want.pn = uint32(len(reference.Moves(w.game.Set(), c.at)))
				}
				if c.value != want {
					t.Errorf("kind %d, slow %t, %s: %+v, want %+v", k, slow, c.move.UCI(&p), c.value, want)
				}
			}
		}
	}
}

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

// A worker knows the way to the position that it looks at: the keys of all above it and its own, none twice, and what they make together.
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
			t.Errorf("asked %d times, %d plies deep; the way back is another: %t", asked, deepest, w.trail != mix(turns))
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
		if w.search(n, 0, 9, infinite, infinite); w.table.find(n.key).verdict != want || want == 0 && n.verdict != open {
			t.Errorf("%s: %+v, remembered %+v", fen, n.value, w.table.find(n.key))
		}
	}
}

// Work on a position ends as soon as a number reaches its limit: after any first move of White's there are twenty of Black's, and twenty first moves to
// disprove.
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
	}{{3, undecided(1, 1), 1}, {3, undecided(4, 1), 0}, {3, undecided(1, 4), 0}, {3, disprovenAt(free), 0}, {2, undecided(4, 4), 1}, {1, undecided(4, 4), 0}, {0, undecided(1, 1), 0}} {
		asked = 0
		if w.atOnce(&node{kind: attack, at: p, value: test.v}, test.left); asked != test.want {
			t.Errorf("%+v: asked %d times", test, asked)
		}
	}
}

// What is remembered of a node stands beside what is known already: a longer win and a disproof for good stay, a node that is not won in so many turns is not
// won in fewer, and its numbers do not make that forgotten.
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

// The work that is noted in a table is how many bits the number of nodes has; what is written anew adds to it the least number of so many bits.
func TestWorkInTable(t *testing.T) {
	for _, test := range []struct {
		nodes []uint64
		want  int
	}{
		{[]uint64{0}, 0}, {[]uint64{1}, 1}, {[]uint64{64}, 7}, {[]uint64{63}, 6}, {[]uint64{64, 64}, 8}, {[]uint64{64, 63}, 7}, {[]uint64{64, 64, 127}, 8}, {[]uint64{64, 64, 128}, 9},
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
