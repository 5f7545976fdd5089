package command

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
	"time"
)

// An abandoningWriter abandons a write that blocks after its context has ended: nobody reads what the program prints,
// as below a pager that waits, and it has been told to end. Nothing is written after that.
type abandoningWriter struct {
	ctx context.Context
	w   io.Writer

	mu   sync.Mutex
	gone bool
}

// lastWrite is how long a write may go on when the context has ended.
const lastWrite = 300 * time.Millisecond

// errUnread is the error of a write that was given up.
var errUnread = errors.New("output is not being read")

// Write writes a copy of p: a write that is given up may still read it.
func (w *abandoningWriter) Write(p []byte) (n int, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.gone {
		return 0, errUnread
	}
	type result struct {
		n   int
		err error
	}
	done := make(chan result, 1)
	p = bytes.Clone(p)
	go func() {
		n, err := w.w.Write(p)
		done <- result{n, err}
	}()
	select {
	case r := <-done:
		return r.n, r.err
	case <-w.ctx.Done():
	}
	select {
	case r := <-done:
		return r.n, r.err
	case <-time.After(lastWrite):
		w.gone = true
		return 0, errUnread
	}
}
