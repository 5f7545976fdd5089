// Package workers does many independent pieces of work at once. Where the pieces need neither an
// order nor a number, golang.org/x/sync/errgroup serves as well.
package workers

import (
	"context"
	"sync"
	"sync/atomic"
)

// Each calls do for every number from 0 to n-1, so many at a time as there are jobs, and at least
// one. The worker is a number below jobs that no two calls have at the same time, so that it can
// choose memory that is not shared.
//
// When the context ends no further call begins, and Each returns its error once the calls that have
// begun are over; a context that ends after the last call began changes nothing.
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
