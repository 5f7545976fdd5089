package solve

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"turncoat/puzzle/internal/puzzletest"
	"turncoat/rules/board"
)

func TestWords(t *testing.T) {
	for b, want := range map[Bounds]string{{7, 7}: "won in 7", {7, 11}: "won in at most 11, at least 7",
		{7, 0}: "not won in fewer than 7", {1, 0}: "not won in fewer than 1"} {
		if b.String() != want {
			t.Errorf("%q, want %q", b.String(), want)
		}
	}
	for s, want := range map[Status]string{Unknown: "unknown", Won: "won", None: "none"} {
		if s.String() != want {
			t.Errorf("%q, want %q", s.String(), want)
		}
	}
	if got, want := ErrDuals.Error(), "too many duals"; !errors.Is(ErrDuals, ErrLimit) ||
		got[len(got)-len(want):] != want {
		t.Error(got)
	}
}

// How much work each search has: what the limit leaves, one node at least; the exact one 64 times as much, four
// times that when a win is known.
func TestWork(t *testing.T) {
	for _, test := range []struct{ limit, spent, work, want uint64 }{
		{0, 0, 500, 500}, {0, 1000, 500, 500}, {1000, 0, 500, 500}, {1000, 500, 500, 500}, {1000, 501, 500, 499},
		{1000, 999, 500, 1}, {1000, 1000, 500, 1}, {1000, 1001, 500, 1}, {1, 0, 500, 1},
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

// A run stops when its limit is reached, when its time is over, or its context; until it has ended it tells of
// itself five times a second.
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
			if p.Elapsed != time.Duration(told)*200*time.Millisecond || p.Depth != 3 || p.Turns != 20 ||
				p.Settled != 4 || p.Nodes != 77 || p.TableUse != 0 {
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
				if w.attacker != board.Black || w.goal != Win || w.run != r ||
					w.salt != salt(Win, board.Black)^s.epoch {
					t.Errorf("the worker asks something else")
				}
				w.tick()
			})
			r.finish()
			settled := int(r.settled.Load())
			if all != (stopAt < 0) || r.depth.Load() != 2 || r.turns.Load() != 10 || stopAt < 0 &&
				(settled != 10 || r.nodes() != 10 || slices.Contains(asked, false)) ||
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
