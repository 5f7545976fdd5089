package workers

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
)

func TestEach(t *testing.T) {
	for _, jobs := range []int{-1, 0, 1, 2, 7, 100} {
		for _, n := range []int{0, 1, 50} {
			counts := make([]int, n)
			busy := make([]atomic.Bool, max(1, jobs))
			err := Each(t.Context(), jobs, n, func(worker, i int) {
				if busy[worker].Swap(true) {
					t.Errorf("two calls at once are made by worker %d", worker)
				}
				counts[i]++
				runtime.Gosched()
				busy[worker].Store(false)
			})
			if err != nil || slices.ContainsFunc(counts, func(c int) bool { return c != 1 }) {
				t.Errorf("%d jobs: the calls were %v, error %v", jobs, counts, err)
			}
		}
	}
}

func TestEachCancelled(t *testing.T) {
	for _, jobs := range []int{1, 3} {
		ctx, cancel := context.WithCancel(t.Context())
		var calls, late atomic.Int64 // late: begun when the context had ended
		var ended atomic.Bool
		err := Each(ctx, jobs, 1_000_000, func(_, i int) {
			if ended.Load() {
				late.Add(1)
			}
			if calls.Add(1) == 5 {
				cancel()
				ended.Store(true)
			}
		})
		// A worker may have looked at the context just before it ended.
		if !errors.Is(err, context.Canceled) || calls.Load() < 5 || late.Load() >= int64(jobs) {
			t.Errorf("%d jobs: %d calls, %d of them late, error %v", jobs, calls.Load(),
				late.Load(), err)
		}
		if err := Each(ctx, jobs, 3, func(int, int) {
			t.Error("called under a context that has ended")
		}); err == nil {
			t.Error("a context that has ended is no error")
		}
	}

	ctx, cancel := context.WithCancel(t.Context())
	if err := Each(ctx, 1, 5, func(_, i int) {
		if i == 4 {
			cancel()
		}
	}); err != nil {
		t.Errorf("all work was done, and the error is %v", err)
	}
}
