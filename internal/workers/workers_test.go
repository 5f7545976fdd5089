package workers

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
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
			t.Errorf("%d jobs: %d calls, %d of them late, error %v", jobs, calls.Load(), late.Load(), err)
		}
		if err := Each(ctx, jobs, 3, func(int, int) { t.Error("called under a context that has ended") }); err == nil {
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

// The order of the results is that of the inputs, though the first take longest.
func TestOrdered(t *testing.T) {
	for _, jobs := range []int{0, 1, 4, 64} {
		var got []string
		for in, out := range Ordered(t.Context(), jobs, Upto(40), func(_ context.Context, i int) string {
			time.Sleep(time.Duration(40-i) * 20 * time.Microsecond)
			return fmt.Sprint(i * i)
		}) {
			got = append(got, fmt.Sprint(in, ":", out))
		}
		if len(got) != 40 || got[0] != "0:0" || got[39] != "39:1521" || !slices.IsSortedFunc(got, func(a, b string) int {
			var x, y int
			fmt.Sscanf(a, "%d:", &x)
			fmt.Sscanf(b, "%d:", &y)
			return x - y
		}) {
			t.Errorf("%d jobs: %v", jobs, got)
		}
	}
}

// No more is taken ahead of what was yielded than the documentation says.
func TestOrderedLooksAhead(t *testing.T) {
	const jobs = 3
	var taken atomic.Int64
	inputs := func(yield func(int) bool) {
		for i := 0; ; i++ {
			taken.Add(1)
			if !yield(i) {
				return
			}
		}
	}
	yielded := int64(0)
	for i := range Ordered(t.Context(), jobs, inputs, func(context.Context, int) int { return 0 }) {
		yielded++
		if ahead := taken.Load() - yielded; ahead > 2*jobs+2 {
			t.Fatalf("%d inputs are taken ahead", ahead)
		}
		if i%50 == 0 {
			time.Sleep(time.Millisecond) // the workers could run away
		}
		if i == 1000 {
			break
		}
	}
}

// Whether the loop is left or the context ends: all goroutines are over when the loop is.
func TestOrderedEnds(t *testing.T) {
	var running sync.WaitGroup
	work := func(ctx context.Context, i int) int {
		running.Add(1)
		defer running.Done()
		if i >= 5 {
			<-ctx.Done()
		}
		return i
	}
	count := 0
	for i := range Ordered(t.Context(), 4, Upto(1000), work) {
		count++
		if i == 4 {
			break
		}
	}
	running.Wait()
	if count != 5 {
		t.Errorf("%d results before the loop was left", count)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	count = 0
	for i, out := range Ordered(ctx, 4, Upto(1000), work) {
		if i != count || out != i {
			t.Errorf("result %d is that of %d: %d", count, i, out)
		}
		if count++; i == 4 {
			cancel()
		}
	}
	if count < 5 || count >= 1000 {
		t.Errorf("%d results before the context ended", count)
	}
}
