package puzzletest

import (
	"context"
	"sync/atomic"
)

// A Watched is a context that never ends and counts who waits for its end.
type Watched struct {
	context.Context
	done      chan struct{}
	now, ever atomic.Int64
}

// NewWatched returns a context for which nobody waits yet.
func NewWatched() *Watched {
	return &Watched{Context: context.Background(), done: make(chan struct{})}
}

// Done returns a channel that is never closed.
func (c *Watched) Done() <-chan struct{} { return c.done }

// AfterFunc is what [context.AfterFunc] calls.
func (c *Watched) AfterFunc(func()) func() bool {
	c.now.Add(1)
	c.ever.Add(1)
	return func() bool { c.now.Add(-1); return true }
}

// Waiting returns how many wait, and how many ever have.
func (c *Watched) Waiting() (now, ever int) { return int(c.now.Load()), int(c.ever.Load()) }
