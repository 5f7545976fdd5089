package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"turncoat/internal/answer/searching"
	"turncoat/protocol"
)

// What many clients, and slow ones, may take at a time.
const (
	maxCommon = 64 << 10 // bytes of a question that is no long text
	maxLong   = 4        // longer questions; others wait
	maxQuick  = 16       // answers that are no searches; others wait

	// patience is how long a client may take to receive each piece of what it is sent, of pieceSize
	// bytes.
	patience  = 30 * time.Second
	pieceSize = 64 << 10
	// promptness is how long each piece of a long question may take to come.
	promptness = 2 * time.Second
)

// A promptBody is the body of a long question. It waits for its place when its first piece has
// come, so that who sends nothing takes none; who is slow with a piece is hung up on.
type promptBody struct {
	io.ReadCloser
	control *http.ResponseController
	each    time.Duration
	left    int           // bytes of the piece
	enter   func() func() // waits for a place; see places
	leave   func()
}

func (b *promptBody) Read(p []byte) (int, error) {
	if b.left == 0 {
		if b.leave == nil {
			b.leave = b.enter()
		}
		if b.leave == nil {
			return 0, context.Canceled
		}
		b.begin()
	}

	n, err := b.ReadCloser.Read(p[:min(len(p), b.left)])
	b.left -= n
	if err == io.EOF {
		_ = b.control.SetReadDeadline(time.Time{})
	}
	return n, err
}

// begin gives the next piece its time.
func (b *promptBody) begin() {
	b.left = pieceSize
	_ = b.control.SetReadDeadline(time.Now().Add(b.each)) // where the connection knows of one
}

func (b *promptBody) release() {
	if b.leave != nil {
		b.leave()
	}
}

// places are for so many at a time as there is room for.
type places chan struct{}

// enter waits for a place and returns what leaves it again, or nil when the time is over.
func (p places) enter(ctx context.Context) (leave func()) {
	select {
	case p <- struct{}{}:
		return func() { <-p }
	case <-ctx.Done():
		return nil
	}
}

// converse answers a question that takes no search when there is a place for it, which is left
// before the answer is sent.
func (h *handler) converse(
	ctx context.Context,
	request *protocol.Request,
	send func(protocol.Reply),
) protocol.Reply {
	leave := h.quick.enter(ctx)
	if leave == nil {
		return refused(request, "others have been answered all the time: ask again")
	}
	defer leave()
	return h.server.Converse(ctx, request.Line, send)
}

// search answers a question that takes a search when it is the turn of the client. What is over
// within seconds does not wait for what may take minutes.
func (h *handler) search(
	ctx context.Context,
	client string,
	request *protocol.Request,
	send func(protocol.Reply),
) protocol.Reply {
	turns := h.searches
	if searching.Brief(request) || ofRecords(request) {
		turns = h.brief
	}
	ctx, leave := turns.enter(ctx, client)
	if leave == nil {
		return refused(request, "others have been answered all the time: ask again")
	}
	defer leave()

	reply := h.server.Converse(ctx, request.Line, send)
	if reply.Error != nil && errors.Is(context.Cause(ctx), errTurnOver) {
		return refused(request, "the search has ended because others were waiting: ask again")
	}
	return reply
}

// refused returns the answer to a question that others leave no room for.
func refused(request *protocol.Request, message string) protocol.Reply {
	return protocol.Reply{ID: request.ID, Error: &protocol.Error{Code: protocol.Limit, Message: message}}
}

// A patientWriter hangs up on a client that does not receive what it is sent, so that nothing is
// held for it.
type patientWriter struct {
	http.ResponseWriter
	patience time.Duration
}

func (w *patientWriter) Write(p []byte) (n int, err error) {
	for {
		w.extend()
		k, err := w.ResponseWriter.Write(p[:min(len(p), pieceSize)])
		n, p = n+k, p[k:]
		if err != nil || len(p) == 0 {
			return n, err
		}
	}
}

func (w *patientWriter) extend() {
	// where the connection knows of one
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(w.patience))
}

// Unwrap is for [http.ResponseController].
func (w *patientWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
