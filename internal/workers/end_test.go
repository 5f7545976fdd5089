package workers

import (
	"context"
	"errors"
	"sync"
	"testing"
)

// What is interrupted in the middle says so, unless all has been done by then.
func TestInterruptedInTheMiddle(t *testing.T) {
	for last, want := range map[int]error{0: context.Canceled, 5: context.Canceled, 8: context.Canceled, 9: nil} {
		ctx, cancel := context.WithCancel(context.Background())
		err := Each(ctx, 1, 10, func(_, i int) {
			if i == last {
				cancel()
			}
		})
		cancel()
		if !errors.Is(err, want) {
			t.Errorf("interrupted at %d: %v, want %v", last, err, want)
		}
	}
}

// Two jobs are at work at once: each waits for the other.
func TestTwoAtOnce(t *testing.T) {
	var both sync.WaitGroup
	both.Add(2)
	if err := Each(context.Background(), 2, 2, func(int, int) {
		both.Done()
		both.Wait()
	}); err != nil {
		t.Error(err)
	}
}
