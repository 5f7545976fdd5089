// Package endingtest ends contexts at every place where the code under test looks at them.
package endingtest

import (
	"context"
	"sync/atomic"
)

// A Context is a context that ends when it is asked for the k-th time whether it has ended.
type Context struct {
	context.Context
	end  context.CancelFunc
	left atomic.Int64
}

// New returns a context that ends at the k-th question, or with another.
func New(ctx context.Context, k int64) *Context {
	inner, end := context.WithCancel(ctx)
	c := &Context{Context: inner, end: end}
	c.left.Store(k)
	return c
}

// Err counts a question, and answers it.
func (c *Context) Err() error {
	if c.left.Add(-1) == 0 {
		c.end()
	}
	return c.Context.Err()
}

// Close ends the context, and reports whether it had ended before.
func (c *Context) Close() bool {
	ended := c.Context.Err() != nil
	c.end()
	return ended
}
