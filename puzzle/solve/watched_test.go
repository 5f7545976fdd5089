package solve

import (
	"context"
	"sync/atomic"
)

// A watched is a context that never ends and counts who waits for its end.
type watched struct {
	context.Context
	done      chan struct{}
	now, ever atomic.Int64
}

// newWatched returns a context for which nobody waits yet.
func newWatched() *watched {
	return &watched{Context: context.Background(), done: make(chan struct{})}
}

// Done returns a channel that is never closed.
func (c *watched) Done() <-chan struct{} { return c.done }

// AfterFunc is what [context.AfterFunc] calls.
func (c *watched) AfterFunc(func()) func() bool {
	c.now.Add(1)
	c.ever.Add(1)
	return func() bool { c.now.Add(-1); return true }
}

// Waiting returns how many wait, and how many ever have.
func (c *watched) Waiting() (now, ever int) { return int(c.now.Load()), int(c.ever.Load()) }
