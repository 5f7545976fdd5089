package corpus

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// each calls do for every number from 0 to n-1 on all processors. The calls must not depend on
// each other; whoever wants an order stores results by number. The error is the context's.
func each(ctx context.Context, n int, do func(i int)) error {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	group.Wait()
	return ctx.Err()
}
