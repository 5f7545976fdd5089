package protocol

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"turncoat/internal/jsonline"
	"turncoat/internal/lines"
)

// readAhead is how many requests are read while one is answered, so that a request to cancel it is
// noticed.
const readAhead = 8

// Serve answers requests, one on each line, until the input ends. It writes each answer in one
// piece and then flushes w if w has a Flush method. Answers are in the order of the requests. The
// next few lines are read while a request is answered, so that it can be cancelled. The error is
// from reading, writing or the context; a request that cannot be answered is not an error.
func (s *Server) Serve(ctx context.Context, r io.Reader, w io.Writer) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	queue := make(chan *pending, readAhead)
	var failed error
	go func() {
		defer close(queue)
		failed = readRequests(ctx, r, queue)
	}()
	for {
		var next *pending
		select {
		case <-ctx.Done():
			return ctx.Err()
		case next = <-queue:
		}

		if next == nil { // the queue is closed, so failed is set
			return failed
		}
		var broken error
		reply := s.respond(next.ctx, next.request, next.err, func(progress Reply) {
			if err := write(w, progress); err != nil {
				broken = err
				next.cancel()
			}
		})
		next.cancel()
		if err := errors.Join(ctx.Err(), broken); err != nil {
			return err // the answer may be incomplete
		}
		if err := write(w, next.answer(reply)); err != nil {
			return err
		}
	}
}

// pending is a request that has been read.
type pending struct {
	request *Request
	err     *Error
	ctx     context.Context
	cancel  context.CancelFunc
	// settled is true once the request is answered or cancelled, whichever comes first. A cancel
	// request reports success only if the request is then answered as cancelled.
	settled atomic.Bool
}

// answer returns the reply to a request, or an error if it has been cancelled meanwhile.
func (p *pending) answer(reply Reply) Reply {
	if p.settled.CompareAndSwap(false, true) {
		return reply
	}
	return Reply{ID: p.request.ID, Error: errCancelled()}
}

// cancelled cancels the request if it has the given id and has neither been answered nor cancelled.
// It reports whether it did.
func (p *pending) cancelled(id json.RawMessage) bool {
	if !bytes.Equal(p.request.ID, id) || !p.settled.CompareAndSwap(false, true) {
		return false
	}
	p.cancel()
	return true
}

func errCancelled() *Error {
	return &Error{Code: Cancelled, Message: "cancelled by another request"}
}

// readRequests queues requests. A cancel request takes effect as soon as it is read.
func readRequests(ctx context.Context, r io.Reader, queue chan<- *pending) error {
	in := lines.NewReader(r, MaxLine)
	var recent [readAhead + 2]*pending // includes every request that can still be cancelled
	for n := 0; ; n++ {
		line, err := in.Next()
		next := &pending{}
		var tooLong *lines.TooLongError
		switch {
		case err == nil:
			request, err := ParseRequest(bytes.Clone(line))
			next.request, next.err = &request, err
		case errors.As(err, &tooLong):
			next.request = &Request{ID: json.RawMessage(null)}
			next.err = &Error{Code: TooLong, Message: fmt.Sprintf("line longer than %d bytes",
				MaxLine)}
		case errors.Is(err, io.EOF):
			return nil
		default:
			return fmt.Errorf("reading requests: %w", err)
		}

		next.ctx, next.cancel = context.WithCancel(ctx)
		if next.err == nil && next.request.Ask == AskCancel {
			for _, other := range recent {
				if other != nil && other.cancelled(next.request.Cancels) {
					next.request.found = true
				}
			}
		}

		recent[n%len(recent)] = next
		select {
		case queue <- next:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Answer answers one line, without progress reports.
func (s *Server) Answer(ctx context.Context, line []byte) Reply {
	return s.Converse(ctx, line, nil)
}

// Converse answers one line. It passes progress reports to emit, one at a time and none after the
// answer.
func (s *Server) Converse(ctx context.Context, line []byte, emit func(Reply)) Reply {
	r, e := ParseRequest(line)
	return s.respond(ctx, &r, e, emit)
}

// respond answers a request, or returns the error e of a request that could not be read.
func (s *Server) respond(ctx context.Context, r *Request, e *Error, emit func(Reply)) Reply {
	var reply Reply
	switch {
	case e != nil:
	case r.Ask == AskCancel && len(r.Cancels) == 0:
		e = Invalid("missing %q", "cancels")
	case r.Ask == AskCancel:
		reply = Reply{Body: map[string]bool{"cancelled": r.found}}
	default:
		var emitting sync.Mutex // progress is reported by several goroutines
		var err error
		reply, err = s.answer(ctx, r, func(progress Reply) {
			if emit != nil {
				emitting.Lock()
				defer emitting.Unlock()
				emit(progress)
			}
		})
		switch over := ctx.Err(); {
		case errors.Is(over, context.DeadlineExceeded):
			e = &Error{Code: Limit, Message: "time limit reached"}
		case over != nil:
			e = errCancelled()
		case err != nil:
			e = asError(err)
		}
	}

	if e != nil {
		e.Message = cut(e.Message)
		reply = Reply{Error: e}
	}

	reply.ID = r.ID
	return reply
}

// Append appends the reply as a line of JSON.
func (r Reply) Append(text []byte) ([]byte, error) {
	if r.Body == nil || r.Error != nil {
		return jsonline.Append(text, r) // the id is returned unchanged
	}
	body, err := jsonline.Append(nil, r.Body)
	if err != nil {
		return text, err
	}
	if len(body) < len("{}\n") || body[0] != '{' {
		return text, fmt.Errorf("reply body is not an object: %.20s", body)
	}
	text = append(append(text, `{"id":`...), r.ID...)
	if body[1] != '}' {
		text = append(text, ',')
	}
	return append(text, body[1:]...), nil
}

func write(w io.Writer, reply Reply) error {
	text, err := reply.Append(nil)
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return err
	}
	if f, ok := w.(interface{ Flush() error }); ok {
		return f.Flush()
	}
	return nil
}
