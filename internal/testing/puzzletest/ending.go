package puzzletest

import (
	"context"
	"sync/atomic"
)

// An Ending is a context that ends when it is asked for the k-th time whether it has ended.
type Ending struct {
	context.Context
	end  context.CancelFunc
	left atomic.Int64
}

// NewEnding returns a context that ends at the k-th question, or with another.
func NewEnding(ctx context.Context, k int64) *Ending {
	inner, end := context.WithCancel(ctx)
	c := &Ending{Context: inner, end: end}
	c.left.Store(k)
	return c
}

// Err counts a question, and answers it.
func (c *Ending) Err() error {
	if c.left.Add(-1) == 0 {
		c.end()
	}
	return c.Context.Err()
}

// Close ends the context, and reports whether it had ended before.
func (c *Ending) Close() bool {
	ended := c.Context.Err() != nil
	c.end()
	return ended
}
