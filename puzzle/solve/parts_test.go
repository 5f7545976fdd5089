package solve

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/solution"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/tablebase"
)

// Tables have as many entries of sixteen bytes as a power of two allows, 1,024 at least; the cache of the leaves has entries
// of eight, 64 at least and a megabyte at most.
func TestSizes(t *testing.T) {
	for bytes, want := range map[int64]int64{0: 16 << 10, 16 << 10: 16 << 10, 32<<10 - 1: 16 << 10, 32 << 10: 32 << 10, 100 << 10: 64 << 10, 1 << 20: 1 << 20, 1<<20 - 1: 512 << 10} {
		if got := newTable(bytes); got.size() != want || got.mask != uint64(want/16-1) {
			t.Errorf("a table of %d bytes has %d", bytes, got.size())
		}
	}
	for bytes, want := range map[int64]int64{0: 512, 512: 512, 1023: 512, 1024: 1024, 1 << 20: 1 << 20, 1<<20 - 1: 512 << 10, 64 << 20: 1 << 20} {
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
	table.keep(key(5), fact{}) // nothing, at once the least
	if got, hit := table.find(key(5)); !hit || got != (fact{}) {
		t.Errorf("%+v, %t", got, hit)
	}
	for _, test := range []struct {
		f              fact
		n              int
		reached, known bool
	}{
		{fact{}, 1, false, false}, {fact{wonIn: 3}, 2, false, false}, {fact{wonIn: 3}, 3, true, true}, {fact{wonIn: 3}, 9, true, true}, {fact{failsIn: 2}, 2, false, true},
		{fact{failsIn: 2}, 1, false, true}, {fact{failsIn: 2}, 3, false, false}, {fact{wonIn: 4, failsIn: 3}, 3, false, true}, {fact{wonIn: 4, failsIn: 3}, 4, true, true},
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

// moved returns moves from a square of the first rank, told apart by their numbers.
func moved(i int) board.Move { return board.NewMove(board.Square(i), board.Square(i+16)) }

// some returns candidates with what is no move as the zero value.
func some(list [4]board.Move) [4]board.Move {
	for i, m := range list {
		if m.From == m.To {
			list[i] = board.Move{}
		}
	}
	return list
}

// The first killer stays until others have refuted more often than it did of late; the second is the last that refuted.
func TestHistory(t *testing.T) {
	a, b, c, last := moved(1), moved(2), moved(3), moved(7)
	var none board.Move
	var h history
	if h.at(1) == h.at(2) || h.at(7) != h.at(60) || h.at(6) == h.at(7) {
		t.Error("other numbers of turns share their moves")
	}
	l := h.at(1)
	for i, step := range []struct {
		refutes board.Move
		killers [2]board.Move
	}{
		{a, [2]board.Move{a, none}}, {a, [2]board.Move{a, none}}, {b, [2]board.Move{a, b}}, {c, [2]board.Move{c, a}}, {a, [2]board.Move{a, c}},
		// Ten times more are worth four.
		{a, [2]board.Move{a, c}}, {a, [2]board.Move{a, c}}, {a, [2]board.Move{a, c}}, {a, [2]board.Move{a, c}}, {a, [2]board.Move{a, c}}, {a, [2]board.Move{a, c}},
		{b, [2]board.Move{a, b}}, {c, [2]board.Move{a, c}}, {b, [2]board.Move{a, b}}, {c, [2]board.Move{a, c}}, {b, [2]board.Move{b, a}},
	} {
		l.refutes(step.refutes, last)
		if l.killers != step.killers {
			t.Errorf("step %d: %v, want %v", i, l.killers, step.killers)
		}
		if unpack(l.answers[slot(last)]) != step.refutes {
			t.Errorf("step %d: the answer is another", i)
		}
	}
	if l.refuted[slot(a)] != 9 || l.refuted[slot(b)] != 4 || l.refuted[slot(c)] != 3 || l.refuted[slot(last)] != 0 {
		t.Errorf("refuted %d, %d, %d times", l.refuted[slot(a)], l.refuted[slot(b)], l.refuted[slot(c)])
	}
	// Of the killers b and a, and the answer b to the last move:
	for stored, want := range map[board.Move][4]board.Move{c: {c, b, a, none}, b: {b, none, a, none}, none: {none, b, a, none}} {
		if got := some(l.candidates(pack(stored), last)); got != want {
			t.Errorf("with %v: %v, want %v", stored, got, want)
		}
	}
	l.refutes(c, moved(4))
	if got, want := some(l.candidates(pack(moved(5)), moved(4))), [4]board.Move{moved(5), c, b, none}; got != want {
		t.Errorf("%v, want %v", got, want)
	}
	if got, want := some(l.candidates(0, last)), [4]board.Move{none, c, b, none}; got != want {
		t.Errorf("%v, want %v", got, want)
	}
	l.wins(a)
	l.wins(a)
	if l.won[slot(a)] != 2 || l.won[slot(b)] != 0 {
		t.Errorf("won %d times", l.won[slot(a)])
	}
}

// Turns stand by falling score, equals as they stood; very many are left alone.
func TestOrder(t *testing.T) {
	names := func(turns []board.Turn) (list []int) {
		for _, turn := range turns {
			list = append(list, int(turn.From))
		}
		return list
	}
	turnsOf := func(n int) (turns []board.Turn) {
		for i := range n {
			turns = append(turns, board.Turn{Move: moved(i)})
		}
		return turns
	}
	var l moveStats
	for _, i := range []int{2, 2, 2, 4, 4, 1, 5} {
		l.refuted[slot(moved(i))]++
	}
	turns := turnsOf(6)
	if l.orderReplies(turns); !slices.Equal(names(turns), []int{2, 4, 1, 5, 0, 3}) {
		t.Errorf("%v", names(turns))
	}
	// A king counts before all, a conversion as much as eight wins.
	const king board.Bits = 1 << 60
	turns = turnsOf(6)
	turns[1].Converted, turns[3].Converted, turns[5].Converted = 1<<50, king, 3<<50
	for range 8 {
		l.wins(moved(4))
	}
	l.wins(moved(1))
	if l.orderAttacks(turns, king); !slices.Equal(names(turns), []int{3, 5, 1, 4, 0, 2}) {
		t.Errorf("%v", names(turns))
	}
	for n, want := range map[int]int{256: 255, 257: 0} {
		turns := make([]board.Turn, n)
		for i := range turns {
			turns[i].Converted = board.Bits(i)
		}
		if order(turns, func(t *board.Turn) uint32 { return uint32(t.Converted) }); int(turns[0].Converted) != want {
			t.Errorf("of %d turns %d stands first", n, turns[0].Converted)
		}
	}
	turns = turnsOf(5)
	for _, step := range []struct {
		move int
		want []int
	}{{3, []int{3, 0, 1, 2, 4}}, {3, []int{3, 0, 1, 2, 4}}, {4, []int{4, 3, 0, 1, 2}}, {7, []int{4, 3, 0, 1, 2}}, {3, []int{3, 4, 0, 1, 2}}} {
		if promoteTurn(turns, moved(step.move)); !slices.Equal(names(turns), step.want) {
			t.Errorf("%d to the front: %v, want %v", step.move, names(turns), step.want)
		}
	}
}

func TestWords(t *testing.T) {
	for b, want := range map[Bounds]string{{7, 7}: "won in 7", {7, 11}: "won in at most 11, at least 7", {7, 0}: "not won in fewer than 7", {1, 0}: "not won in fewer than 1"} {
		if b.String() != want {
			t.Errorf("%q, want %q", b.String(), want)
		}
	}
	for s, want := range map[Status]string{Unknown: "unknown", Won: "won", None: "none"} {
		if s.String() != want {
			t.Errorf("%q, want %q", s.String(), want)
		}
	}
	if got, want := ErrDuals.Error(), "too many duals"; !errors.Is(ErrDuals, ErrLimit) || got[len(got)-len(want):] != want {
		t.Error(got)
	}
}

// How much work each search has: what the limit leaves, one node at least; the exact one 64 times as much, four times that
// when a win is known.
func TestWork(t *testing.T) {
	for _, test := range []struct{ limit, spent, work, want uint64 }{
		{0, 0, 500, 500}, {0, 1000, 500, 500}, {1000, 0, 500, 500}, {1000, 500, 500, 500}, {1000, 501, 500, 499}, {1000, 999, 500, 1}, {1000, 1000, 500, 1}, {1000, 1001, 500, 1}, {1, 0, 500, 1},
	} {
		a := &approach{limit: test.limit}
		a.Nodes = test.spent
		if got := a.within(test.work); got != test.want {
			t.Errorf("%+v: %d", test, got)
		}
	}
	a := &approach{}
	if got := a.exactWork(10); got != 640 {
		t.Errorf("%d turns", got)
	}
	if a.AtMost = 1; a.exactWork(10) != 2560 {
		t.Errorf("%d turns", a.exactWork(10))
	}
	var told []Bounds
	a = &approach{report: func(b Bounds) { told = append(told, b) }}
	for _, b := range []Bounds{{1, 0}, {1, 0}, {2, 0}, {2, 9}, {2, 9}} {
		a.setBounds(b)
	}
	if want := []Bounds{{1, 0}, {2, 0}, {2, 9}}; !slices.Equal(told, want) || a.Bounds != want[2] {
		t.Errorf("%v, want %v", told, want)
	}
}

// A run stops when its limit is reached, when its time is over, or its context; until it has ended it tells of itself five
// times a second.
func TestRun(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	r := New(game, Options{Nodes: 3000}).start(t.Context(), Win)
	for i, want := range []bool{false, false, true} {
		if r.spend(1000); r.stop.Load() != want || r.nodes() != uint64(1000*(i+1)) {
			t.Errorf("after %d: stopped %t", r.nodes(), r.stop.Load())
		}
	}
	r.finish()
	r = New(game, Options{}).start(t.Context(), Win)
	if r.spend(1 << 40); r.stop.Load() {
		t.Error("without a limit it is stopped")
	}
	w := newWorker(New(game, Options{}))
	w.run = r
	for i := range 2 * flushEvery {
		before := r.nodes()
		if w.tick(); (r.nodes() > before) != ((i+1)%1024 == 0) {
			t.Fatalf("after %d turns %d are counted", i+1, r.nodes()-1<<40)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		told := 0
		s := New(game, Options{Time: time.Second, Progress: func(p Progress) {
			told++
			if p.Elapsed != time.Duration(told)*200*time.Millisecond || p.Depth != 3 || p.Turns != 20 || p.Settled != 4 || p.Nodes != 77 || p.TableUse != 0 {
				t.Errorf("%+v", p)
			}
		}})
		s.prepare(1)
		r := s.start(t.Context(), Win)
		r.depth.Store(3)
		r.turns.Store(20)
		r.settled.Store(4)
		r.spend(77)
		time.Sleep(time.Second - time.Nanosecond)
		synctest.Wait()
		if r.stop.Load() || told != 4 {
			t.Errorf("stopped too early: %t, told %d times", r.stop.Load(), told)
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		if !r.stop.Load() || told != 5 {
			t.Errorf("not stopped: told %d times", told)
		}
		r.finish()
		time.Sleep(time.Second)
		if told != 5 {
			t.Errorf("told %d times", told)
		}
		s = New(game, Options{Time: time.Second})
		r = s.start(t.Context(), Win)
		r.finish()
		time.Sleep(time.Minute)
		if r.stop.Load() {
			t.Error("the clock of a run that is over goes on")
		}
		ctx, cancel := context.WithCancel(t.Context())
		r, over := s.start(ctx, Win), s.start(ctx, Win)
		over.finish()
		cancel()
		synctest.Wait()
		if !r.stop.Load() || over.stop.Load() {
			t.Errorf("stopped with its context %t, when it was over %t", r.stop.Load(), over.stop.Load())
		}
		r.finish()
		if r = s.start(ctx, Win); !r.stop.Load() {
			t.Error("a run begins that is over")
		}
		r.finish()
	})
}

// Questions are settled one by one, as long as nothing stops them.
func TestEach(t *testing.T) {
	for _, jobs := range []int{1, 3} {
		s := New(puzzletest.Named(t, "chess"), Options{Jobs: jobs})
		s.prepare(2)
		for _, stopAt := range []int{-1, 0, 7, 9} {
			r := s.start(t.Context(), Win)
			asked := make([]bool, 10)
			all := r.each(10, 2, board.Black, func(w *worker, i int) {
				if asked[i] = true; i == stopAt {
					r.stop.Store(true)
				}
				if w.attacker != board.Black || w.goal != Win || w.run != r || w.salt != salt(Win, board.Black)^s.epoch {
					t.Errorf("the worker asks something else")
				}
				w.tick()
			})
			r.finish()
			settled := int(r.settled.Load())
			if all != (stopAt < 0) || r.depth.Load() != 2 || r.turns.Load() != 10 || stopAt < 0 && (settled != 10 || r.nodes() != 10 || slices.Contains(asked, false)) ||
				jobs == 1 && stopAt >= 0 && (settled != stopAt || asked[min(stopAt+1, 9)] != (stopAt == 9)) {
				t.Errorf("%d jobs, stopped at %d: %t, %d settled, %v", jobs, stopAt, all, settled, asked)
			}
		}
	}
}

// Of a help-win the turns that are being tried are told, a half one counted as a whole.
func TestTurnsOfHelp(t *testing.T) {
	s := New(puzzletest.Named(t, "chess"), Options{Jobs: 1})
	s.prepare(2)
	for plies, want := range map[int]int64{1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3} {
		r := s.start(t.Context(), HelpWin)
		if helpLines(r, board.Black, nil, plies, &Result{}); r.depth.Load() != want {
			t.Errorf("%d plies: %d turns, want %d", plies, r.depth.Load(), want)
		}
		r.finish()
	}
}

// Statements that are needed are made once for a number of turns, whatever the clock says, and again for more.
func TestAgenda(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	v := &prover{}
	p, q := game.Start(), game.Start()
	q.Clock, q.Number = 7, 9
	for i, step := range []struct {
		p    board.Position
		n    int
		open [4]int
	}{{p, 2, [4]int{0, 0, 1, 0}}, {q, 2, [4]int{0, 0, 1, 0}}, {q, 1, [4]int{0, 0, 1, 0}}, {p, 3, [4]int{0, 0, 1, 1}}, {p, 2, [4]int{0, 0, 1, 1}}} {
		v.need(&v.holds, step.p, step.n)
		if got := [4]int{len(v.holds.open[0]), len(v.holds.open[1]), len(v.holds.open[2]), len(v.holds.open[3])}; got != step.open {
			t.Errorf("step %d: %v, want %v", i, got, step.open)
		}
	}
}

// winsAtOnce lists the moves that win in one.
func winsAtOnce(game *rules.Variant, p *board.Position) (moves []board.Move) {
	for _, m := range game.Moves(p) {
		if after := game.Full(p, m).After; game.Outcome(&after).Result == board.Win(p.Turn) {
			moves = append(moves, m)
		}
	}
	return moves
}

// Only first turns that are allowed count; what is asked briefly is answered as at length; tables of another game are not
// asked, and those of the game change no answer.
func TestAsked(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	p, err := game.ParseFEN("8/5K1k/R7/8/8/8/8/8 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	s := New(game, Options{Jobs: 1})
	all, err := s.Solve(t.Context(), p, Win, 3)
	if err != nil || all.In != 2 || len(all.Keys) != 7 || all.Excluded != 1 || s.Game() != game {
		t.Fatalf("%+v, %v", all, err)
	}
	for i, test := range []struct {
		allowed func(m board.Move) bool
		in      int
		keys    []board.Move
	}{
		{func(m board.Move) bool { return m == all.Keys[3] }, 2, all.Keys[3:4]}, {func(m board.Move) bool { return m != all.Keys[0] }, 2, all.Keys[1:]}, {func(board.Move) bool { return false }, 0, nil},
	} {
		r, err := New(game, Options{Jobs: 1, First: func(_ *board.Position, m board.Move) bool { return test.allowed(m) }}).Solve(t.Context(), p, Win, 2)
		if err != nil || r.In != test.in || !slices.Equal(r.Keys, test.keys) {
			t.Errorf("%d: %+v, %v", i, r, err)
		}
	}
	if in, keys, err := Shortest(t.Context(), game, p, 3, Options{}); in != 2 || !slices.Equal(keys, all.Keys) || err != nil {
		t.Errorf("%d, %v, %v", in, keys, err)
	}
	if in, keys, err := Shortest(t.Context(), game, p, 1, Options{}); in != 0 || keys != nil || err != nil {
		t.Errorf("%d, %v, %v", in, keys, err)
	}
	start := game.Start()
	if _, _, err := Shortest(t.Context(), game, start, 9, Options{Nodes: 1}); !errors.Is(err, rules.ErrLimit) || err.Error() != fmt.Sprintf("%v: no answer about a win in 9", rules.ErrLimit) {
		t.Errorf("%v", err)
	}
	before := s.epoch
	s.Forget()
	if again, err := s.Solve(t.Context(), p, Win, 3); err != nil || !slices.Equal(again.Keys, all.Keys) || s.epoch == before {
		t.Errorf("%+v, %v", again, err)
	}
	tables, err := tablebase.Open(game.Set(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	if New(puzzletest.Named(t, "conversion"), Options{Tables: tables}).options.Tables != nil {
		t.Error("tables of another game are asked")
	}
	r, err := New(game, Options{Jobs: 1, Tables: tables}).Solve(t.Context(), p, Win, 3)
	if err != nil || r.In != 2 || !slices.Equal(r.Keys, all.Keys) || r.Nodes >= all.Nodes {
		t.Errorf("with tables: %+v, %v; without %d nodes", r, err, all.Nodes)
	}
	// The rook mates in 16 at most: the tables know of each position in how many turns.
	w := newWorker(New(game, Options{Tables: tables}))
	w.goal = Win
	for fen, in := range map[string]int{"8/5K1k/R7/8/8/8/8/8 w - - 0 1": 2, "7k/5K2/R7/8/8/8/8/8 w - - 0 1": 1, "8/8/8/8/8/2k5/8/K7 w - - 0 1": 0} {
		at, err := game.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		w.attacker = board.White
		for n := 1; n <= 3; n++ {
			if won, known := w.inTables(&at, n); won != (in > 0 && n >= in) || !known {
				t.Errorf("%s in %d: %t, %t", fen, n, won, known)
			}
		}
		after := game.Full(&at, game.Moves(&at)[0]).After
		value, err := tables.Probe(&after)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 20 {
			if won, known := w.inTables(&after, n); won != (value.Loses() && value.Plies() <= 2*n) || !known {
				t.Errorf("%s: after a turn, in %d more: %t, %t", fen, n, won, known)
			}
		}
		if w.goal = SelfWin; true {
			if _, known := w.inTables(&at, 3); known {
				t.Error("a self-win is asked of the tables")
			}
			w.goal = Win
		}
	}
	if _, known := w.inTables(&start, 3); known {
		t.Error("the tables know the start")
	}
}

// A solution ends when it has more duals, or more turns of the enemy's, than are wanted; threats are what wins if the enemy
// passes, and a delay leaves a threat standing.
func TestWanted(t *testing.T) {
	seen := map[string]int{}
	for _, line := range fileLines(t, "testdata/mates.epd") {
		fen, rest, _ := cutMate(line)
		if rest != "2" {
			continue
		}
		game := puzzletest.Named(t, "chess")
		p, err := game.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		s := New(game, Options{Jobs: 1})
		result, err := s.Solve(t.Context(), p, Win, 2)
		if err != nil || result.In != 2 {
			t.Fatalf("%s: %+v, %v", fen, result, err)
		}
		tree, err := s.Solution(t.Context(), p, Win, result, Wanted{Threats: true})
		if err != nil {
			t.Fatal(err)
		}
		duals, turns := 0, 0
		for _, key := range tree.Keys {
			passed := solution.Passed(&key.Turn.After)
			var threats []board.Move
			if !game.InCheck(&key.Turn.After) {
				threats = winsAtOnce(game, &passed)
				if key.Zugzwang != (len(threats) == 0) {
					t.Errorf("%s: zugzwang %t, and %d threats", fen, key.Zugzwang, len(threats))
				}
				seen[fmt.Sprint("zugzwang ", key.Zugzwang)]++
			} else if key.Zugzwang {
				t.Errorf("%s: a check is zugzwang", fen)
			}
			var told []board.Move
			for _, threat := range key.Threats {
				told = append(told, threat.Move)
			}
			slices.SortFunc(told, byNumber)
			slices.SortFunc(threats, byNumber)
			if !slices.Equal(told, threats) {
				t.Errorf("%s: the threats are %v, want %v", fen, told, threats)
			}
			turns += len(game.Moves(&key.Turn.After))
			for _, d := range key.Defences {
				wins := winsAtOnce(game, &d.Turn.After)
				if len(wins) > 1 {
					duals++
				}
				delay := slices.ContainsFunc(threats, func(m board.Move) bool { return slices.Contains(wins, m) })
				if d.Delay != delay || d.Short || len(d.Continuations) != len(wins) {
					t.Errorf("%s: %s delays %t, is short %t, %d continuations, want %t and %d", fen, d.Turn.Move.UCI(&key.Turn.After), d.Delay, d.Short, len(d.Continuations), delay, len(wins))
				}
				seen[fmt.Sprint("delay ", d.Delay)]++
			}
		}
		if tree.Duals != duals {
			t.Errorf("%s: %d duals, want %d", fen, tree.Duals, duals)
		}
		if _, err := s.Solution(t.Context(), p, Win, result, Wanted{MaxDuals: &duals, MaxTurns: turns}); err != nil {
			t.Errorf("%s: with %d duals and %d turns: %v", fen, duals, turns, err)
		}
		if _, err := s.Solution(t.Context(), p, Win, result, Wanted{MaxTurns: turns - 1}); turns > 1 && !errors.Is(err, ErrLimit) {
			t.Errorf("%s: with %d turns: %v", fen, turns-1, err)
		}
		if fewer := duals - 1; duals > 0 {
			seen["duals"]++
			if _, err := s.Solution(t.Context(), p, Win, result, Wanted{MaxDuals: &fewer}); err != ErrDuals {
				t.Errorf("%s: with %d duals: %v", fen, fewer, err)
			}
		}
	}
	for _, what := range []string{"zugzwang true", "zugzwang false", "delay true", "delay false", "duals"} {
		if seen[what] == 0 {
			t.Errorf("%v: there was no %s among the problems", seen, what)
		}
	}
}

// cutMate cuts a line into its position and in how many turns it is mate.
func cutMate(line string) (fen, in string, ok bool) {
	for i := range line {
		if i+5 <= len(line) && line[i:i+5] == " bm #" {
			return line[:i], line[i+5 : i+6], true
		}
	}
	return "", "", false
}

// What is not settled is not proved, and what makes no sense is not asked.
func TestNotProved(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	s := New(game, Options{})
	p := game.Start()
	if err := s.WriteProof(t.Context(), nil, p, Win, Result{}, 2, true); err != ErrLimit {
		t.Errorf("%v", err)
	}
	for _, r := range []Result{{}, {Status: None, In: 1}, {Status: Won}} {
		if err := s.WriteHalfProof(nil, p, r); err != ErrLimit {
			t.Errorf("%+v: %v", r, err)
		}
	}
	if err := s.WriteLongProof(t.Context(), nil, p, Win, LongResult{}); err != ErrLimit {
		t.Errorf("%v", err)
	}
	for _, plies := range []int{0, -1, 121} {
		if _, err := s.Help(t.Context(), p, plies); !errors.Is(err, ErrUnsupported) || err.Error() != fmt.Sprintf("not supported: a number of plies from 1 to 120 is wanted, not %d", plies) {
			t.Errorf("%v", err)
		}
	}
	for _, n := range []int{0, 61} {
		if _, err := s.Solve(t.Context(), p, Win, n); !errors.Is(err, ErrUnsupported) || err.Error() != fmt.Sprintf("not supported: a number of turns from 1 to 60 is wanted, not %d", n) {
			t.Errorf("%v", err)
		}
	}
	for _, n := range []int{0, 251} {
		if _, err := s.AnyLength(t.Context(), p, Win, n, nil); !errors.Is(err, ErrUnsupported) {
			t.Errorf("%d: %v", n, err)
		}
	}
	if _, err := s.AnyLength(t.Context(), p, Claim, 3, nil); !errors.Is(err, ErrUnsupported) {
		t.Errorf("%v", err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := s.AnyLength(over, p, Win, 99, nil); !errors.Is(err, context.Canceled) || r.Status != Unknown || r.Bounds != (Bounds{AtLeast: 1}) {
		t.Errorf("%+v, %v", r, err)
	}
	// Rights that a FEN does not tell are told beside it.
	if h := s.proofHeader(&p, Win); h.At != "" || h.FEN != game.FEN(&p) {
		t.Errorf("%+v", h)
	}
	q := p
	q.EnPassant = board.At(4, 2)
	if h := s.proofHeader(&q, SelfWin); h.At == "" || string(h.Stipulation) != "self-win" {
		t.Errorf("%+v", h)
	}
}
