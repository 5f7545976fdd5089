package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"

	"turncoat/internal/answer/reading"
	"turncoat/internal/answer/searching"
	"turncoat/internal/limits"
	"turncoat/protocol"
)

// What is worked on at a time, beside the searches. Whoever finds no place within patience is told
// that the server is busy.
const (
	maxQuick = 16 // answers that are no searches
	maxLong  = 4  // questions longer than maxCommon
)

// The times and lengths of one request.
const (
	maxCommon = 64 << 10 // bytes of a question that is no long text
	maxBody   = 16 << 20 // bytes of a question with the text of records

	// quickTime and searchTime are how long an answer may take.
	quickTime  = 20 * time.Second
	searchTime = 10 * time.Minute

	// defaultPatience is how long a request waits for a place.
	defaultPatience = 5 * time.Second
	// longTime is how long the rest of a long question may take to come.
	longTime = 10 * time.Second
	// sendTime is how long a client may take to receive a part of an answer, or a file.
	sendTime = 30 * time.Second
)

// places are for as many requests at a time as there is room for.
type places chan struct{}

// enter waits for a place and returns the function that leaves it. It returns nil if none came free
// in time.
func (p places) enter(ctx context.Context, patience time.Duration) (leave func()) {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case p <- struct{}{}:
		return func() { <-p }
	case <-timer.C:
	case <-ctx.Done():
	}

	return nil
}

// limitSending disconnects a client that does not receive what it is sent next.
func (h *handler) limitSending(w http.ResponseWriter) {
	end := time.Now().Add(h.sendTime)
	_ = http.NewResponseController(w).SetWriteDeadline(end) // a recorder of a test has none
}

// ask answers one question: a JSON object, answered by JSON Lines.
func (h *handler) ask(w http.ResponseWriter, r *http.Request) {
	line, leave := h.question(w, r)
	if leave == nil {
		return
	}
	defer leave()

	request, e := protocol.ParseRequest(line)
	request.Line = line // also of what cannot be parsed
	search := e == nil && longAsks[request.Ask]
	ctx, cancel := answerTime(r, search)
	defer cancel()

	send := func(reply protocol.Reply) {
		if err := h.send(w, reply); err != nil {
			cancel() // the client has disconnected
		}
	}
	reply := h.answer(ctx, &request, search, send)
	if search && r.Context().Err() != nil {
		reply = refused(request.ID, protocol.Cancelled,
			"the connection was closed, or the side of it on which requests come")
	}
	send(reply) // a client that has disconnected gets no answer
}

// send sends a reply.
func (h *handler) send(w http.ResponseWriter, reply protocol.Reply) error {
	w.Header().Set("Content-Type", "application/jsonl; charset=utf-8")
	h.limitSending(w)
	_, err := w.Write(written(reply))
	_ = http.NewResponseController(w).Flush()
	return err
}

// written returns a reply as a line.
func written(reply protocol.Reply) []byte {
	text, err := reply.Append(nil)
	if err == nil {
		return text
	}
	fault := refused(nil, protocol.Unsupported, "the answer cannot be written")
	text, _ = fault.Append(nil) // it has nothing that cannot be written
	return text
}

// refused returns a reply that is an error. Without an id that of the reply is null.
func refused(id json.RawMessage, code protocol.Code, message string) protocol.Reply {
	if id == nil {
		id = json.RawMessage("null")
	}
	return protocol.Reply{ID: id, Error: &protocol.Error{Code: code, Message: message}}
}

// answer answers a question when there is a place for it, which is left before the answer is sent.
func (h *handler) answer(ctx context.Context, request *protocol.Request, search bool,
	send func(protocol.Reply)) protocol.Reply {
	if tooLong(request) {
		message := fmt.Sprintf("request longer than %s", limits.Size(protocol.MaxLine))
		return refused(nil, protocol.TooLong, message)
	}

	leave := h.placesFor(request, search).enter(ctx, h.patience)
	if leave == nil {
		return refused(request.ID, protocol.Busy, busy)
	}
	defer leave()
	return h.server.Converse(ctx, request.Line, send)
}

// busy is what a client is told that has found no place.
const busy = "the server is busy with other requests; stop a search, or ask again later"

// placesFor returns the places for a request. What is over within seconds does not wait for what
// may take minutes.
func (h *handler) placesFor(request *protocol.Request, search bool) places {
	switch {
	case !search:
		return h.quick
	case searching.Brief(request) || ofRecords(request):
		return h.brief
	}

	return h.searches
}

// tooLong reports whether a request is longer than a line of the protocol may be. The text of
// records does not count.
func tooLong(request *protocol.Request) bool {
	length := len(request.Line)
	if length > protocol.MaxLine && ofRecords(request) {
		var records struct {
			Text json.RawMessage `json:"text"`
		}
		_ = json.Unmarshal(request.Line, &records) // it has been parsed before
		length -= len(records.Text)
	}

	return length > protocol.MaxLine
}

// ofRecords reports whether a request is about the text of records.
func ofRecords(request *protocol.Request) bool {
	return request.Ask == reading.AskRead || request.Ask == reading.AskConvert
}

// answerTime returns the context of an answer. That of a search ends when the client has closed the
// connection, or its sending side, which looks the same from here; a quick answer does not, so that
// a client that has said all it has to say hears it.
func answerTime(r *http.Request, search bool) (context.Context, context.CancelFunc) {
	if search {
		return context.WithTimeout(r.Context(), searchTime)
	}
	return context.WithTimeout(context.WithoutCancel(r.Context()), quickTime)
}

// question reads the question of a request, and answers itself if there is none; then leave is nil.
// A long question has a place, until leave is called. It is taken when the first part has come, so
// that a client that sends nothing holds none.
func (h *handler) question(w http.ResponseWriter, r *http.Request) (text []byte, leave func()) {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind != "application/json" {
		http.Error(w, "a question is application/json", http.StatusUnsupportedMediaType)
		return nil, nil
	}

	leave = func() {}
	body := http.MaxBytesReader(w, r.Body, maxBody)
	control := http.NewResponseController(w) // a recorder of a test knows no deadlines
	text, err := io.ReadAll(io.LimitReader(body, maxCommon))
	if err == nil && len(text) == maxCommon {
		leave = h.long.enter(r.Context(), h.patience)
		if leave == nil {
			_ = h.send(w, refused(nil, protocol.Busy, busy))
			return nil, nil
		}
		_ = control.SetReadDeadline(time.Now().Add(h.longTime))
		rest, restErr := io.ReadAll(body)
		text, err = append(text, rest...), restErr
	}
	if err != nil {
		leave()
		refuseBody(w, err)
		return nil, nil
	}
	_ = control.SetReadDeadline(time.Time{}) // after which the server would end the answer, too
	return text, leave
}

// refuseBody answers a request whose body could not be read.
func refuseBody(w http.ResponseWriter, err error) {
	var tooLong *http.MaxBytesError
	if errors.As(err, &tooLong) {
		message := fmt.Sprintf("a question is at most %s long", limits.Size(maxBody))
		http.Error(w, message, http.StatusRequestEntityTooLarge)
		return
	}
	http.Error(w, "the question is incomplete", http.StatusBadRequest)
}

// longAsks names the asks that can take long, of which a number run at a time.
var longAsks = map[string]bool{
	searching.AskSolve:  true,
	searching.AskTries:  true,
	searching.AskPuzzle: true,
	searching.AskBest:   true,
	reading.AskRead:     true,
	reading.AskConvert:  true,
	protocol.AskWin:     true,
	protocol.AskPerft:   true,
}
