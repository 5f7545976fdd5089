// Package workers does many independent pieces of work at once. Where the pieces need neither an
// order nor a number, golang.org/x/sync/errgroup serves as well.
package workers

import (
	"context"
	"iter"
	"sync"
	"sync/atomic"
)

// Each calls do for every number from 0 to n-1, so many at a time as there are jobs, and at least
// one. The calls must not depend on each other; who wants an order stores results by number. The
// worker is a number below jobs: no two calls at the same time have the same one, so that it can
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
	if jobs = min(jobs, n); jobs <= 1 {
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

// Ordered works on a sequence of inputs, so many at a time as there are jobs, and at least one, and
// yields each input with its result, in the order of the inputs. A result is yielded as soon as
// those before it have been; at most two inputs a job are taken ahead of what has been yielded, so that
// memory is bounded whatever the length of the sequence. The sequence of inputs is gone through by
// a goroutine of its own, the work is done by others.
//
// When the context ends, the sequence ends: after what was finished without a gap. When the loop
// over it is left early, the context that the work is given ends. In both cases all goroutines are over
// when the loop is, so that work and inputs must heed their context.
func Ordered[In, Out any](ctx context.Context, jobs int, inputs iter.Seq[In], work func(ctx context.Context, in In) Out) iter.Seq2[In, Out] {
	type piece struct {
		in   In
		out  Out
		done chan struct{}
	}
	return func(yield func(In, Out) bool) {
		ctx, cancel := context.WithCancel(ctx)
		jobs := max(1, jobs)
		open := make(chan *piece)          // for whoever is free
		ordered := make(chan *piece, jobs) // the same, in their order
		var group sync.WaitGroup
		defer group.Wait()
		defer cancel()
		group.Go(func() {
			defer close(ordered)
			defer close(open)
			for in := range inputs {
				p := &piece{in: in, done: make(chan struct{})}
				for _, to := range []chan<- *piece{ordered, open} {
					select {
					case to <- p:
					case <-ctx.Done():
						return
					}
				}
			}
		})
		for range jobs {
			group.Go(func() {
				for p := range open {
					p.out = work(ctx, p.in)
					close(p.done)
				}
			})
		}
		for p := range ordered {
			select {
			case <-p.done:
			case <-ctx.Done():
				select {
				case <-p.done: // both at once: it was finished
				default:
					return
				}
			}
			if !yield(p.in, p.out) {
				return
			}
		}
	}
}

// Upto returns the numbers from 0 to n-1, as inputs of [Ordered].
func Upto(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}
