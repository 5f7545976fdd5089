// Package workers does many independent pieces of work in parallel. If the pieces need neither
// order nor numbers, golang.org/x/sync/errgroup does as well.
package workers

import (
	"context"
	"sync"
	"sync/atomic"
)

// Each calls do for every number from 0 to n-1, with as many concurrent calls as there are jobs, at
// least one. worker is a number below jobs that no two concurrent calls share, so that it can
// select memory that is not shared.
//
// When the context ends, no further call begins, and Each returns the context's error once the
// running calls have ended. If the context ends after the last call began, that has no effect.
func Each(ctx context.Context, jobs, n int, do func(worker, i int)) error {
	var next, done atomic.Int64
	work := func(worker int) {
		for ctx.Err() == nil {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			do(worker, i)
			done.Add(1)
		}
	}
	jobs = min(jobs, n)
	if jobs <= 1 {
		work(0)
	} else {
		var group sync.WaitGroup
		for worker := range jobs {
			group.Go(func() { work(worker) })
		}
		group.Wait()
	}

	if int(done.Load()) < n {
		return ctx.Err()
	}
	return nil
}
