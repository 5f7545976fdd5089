package solve

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"turncoat/internal/testing/puzzletest"
)

// A run stops when its limit is reached, when its time is over, or its context; until it has ended
// it tells of itself five times a second.
func TestRun(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	r := New(variant, Options{Nodes: 3000, Memory: 1 << 20}).start(t.Context(), Win)
	for i, want := range []bool{false, false, true} {
		r.spend(1000)
		if r.stop.Load() != want || r.spent.Load() != uint64(1000*(i+1)) {
			t.Errorf("after %d: stopped %t", r.spent.Load(), r.stop.Load())
		}
	}

	r.finish()
	r = New(variant, Options{Memory: 1 << 20}).start(t.Context(), Win)
	r.spend(1 << 40)
	if r.stop.Load() {
		t.Error("without a limit it is stopped")
	}
	synctest.Test(t, func(t *testing.T) {
		told := 0
		s := New(variant, Options{Memory: 1 << 20, Time: time.Second, Progress: func(p Progress) {
			told++
			if p.Elapsed != time.Duration(told)*200*time.Millisecond || p.Depth != 3 ||
				p.Turns != 20 || p.Settled != 4 || p.Nodes != 77 || p.TableUse != 0 {
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
		s = New(variant, Options{Memory: 1 << 20, Time: time.Second})
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
			t.Errorf("stopped with its context %t, when it was over %t", r.stop.Load(),
				over.stop.Load())
		}
		r.finish()
		r = s.start(ctx, Win)
		if !r.stop.Load() {
			t.Error("a run begins that is over")
		}
		r.finish()
	})
}
