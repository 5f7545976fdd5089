package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Work is cut into spans, the last of which may be shorter; work without end has any number of
// them. Whatever a message says, a span has a bounded number of units.
func TestSpans(t *testing.T) {
	for _, test := range []struct{ units, span, spans, of, from, to int }{
		{10, 4, 3, 0, 0, 4}, {10, 4, 3, 1, 4, 8}, {10, 4, 3, 2, 8, 10}, {8, 4, 2, 1, 4, 8},
		{9, 1, 9, 8, 8, 9},
		{9, 0, 9, 3, 3, 4}, {3, -1, 3, 2, 2, 3}, {3, 10, 1, 0, 0, 3},
	} {
		w := Work{Units: test.units, Span: test.span}
		from, to := w.unitsOf(test.of)
		if w.spans() != test.spans || from != test.from || to != test.to || !w.has(test.spans-1) ||
			w.has(test.spans) {
			t.Errorf("%+v: %d spans, [%d, %d)", test, w.spans(), from, to)
		}
	}

	endless := Work{Span: 3}
	if from, to := endless.unitsOf(1000); from != 3000 || to != 3003 || !endless.has(1<<30) {
		t.Errorf("without end: [%d, %d)", from, to)
	}
	for _, w := range []Work{{Span: 200_000_000}, {Span: 1 << 62, Units: 1 << 62}} {
		if from, to := w.unitsOf(0); from != 0 || to < 1 || to > 1<<16 {
			t.Errorf("%+v: the first span is %d to %d", w, from, to)
		}
	}

	for span, want := range map[string]bool{"7": true, "-1": false, "9223372036854775807": false} {
		if _, _, ok := parseSubject("turncoat.unit.v.w." + span); ok != want {
			t.Errorf("%s is a span: %v", span, ok)
		}
	}
}

// Work is the same whatever it is called, and other work with any other word of it.
func TestID(t *testing.T) {
	w := Work{Kind: "square", Version: "1", Args: json.RawMessage("[1]"), Units: 10, Span: 1}
	if id := w.ID(); len(id) != 16 || strings.Trim(id, "0123456789abcdef") != "" {
		t.Errorf("%q", id)
	}
	args := w.Args
	for i, test := range []struct {
		work Work
		same bool
	}{
		{Work{"square", "A title", "1", args, 10, 1}, true},
		{Work{"square", "", "1", args, 10, 0}, true},
		{Work{"cube", "", "1", args, 10, 1}, false}, {Work{"square", "", "2", args, 10, 1}, false},
		{Work{"square", "", "1", json.RawMessage("[2]"), 10, 1}, false},
		{Work{"square", "", "1", args, 11, 1}, false},
		{Work{"square", "", "1", args, 10, 2}, false},
		{Work{"square", "", "1[1]", nil, 10, 1}, false},
	} {
		if same := test.work.ID() == w.ID(); same != test.same {
			t.Errorf("%d: the same work: %t", i, same)
		}
	}

	if w.Called() != "square" {
		t.Errorf("%q", w.Called())
	}
	w.Title = "Squares"
	if w.Called() != "Squares" {
		t.Errorf("%q", w.Called())
	}
}

func TestDecodeOutcome(t *testing.T) {
	for _, test := range []struct {
		text  string
		units int
		bad   bool
	}{
		{`[{"result":"aGk="},{}]`, 2, false},
		{`[]`, 0, false},
		{`[{}]`, 2, true},
		{`[{},{},{}]`, 2, true},
		{`no`, 1, true},
	} {
		units := decodeOutcome([]byte(test.text), test.units)
		failed := func(u unitOutcome) bool { return u.Failed != "" }
		if len(units) != test.units || slices.ContainsFunc(units, failed) != test.bad {
			t.Errorf("%s: %v, want %d units", test.text, units, test.units)
		}
	}
}

// What may pass by itself is told from what will not.
func TestErrors(t *testing.T) {
	other := errors.New("another")
	for _, test := range []struct {
		err                       error
		temporary, lost, stalling bool
	}{
		{nil, false, false, false}, {other, false, false, false},
		{nats.ErrTimeout, true, false, true},
		{nats.ErrNoResponders, true, true, false},
		{jetstream.ErrNoStreamResponse, true, false, false},
		{nats.ErrDisconnected, true, false, false},
		{nats.ErrReconnectBufExceeded, true, false, false},
		{nats.ErrConnectionReconnecting, true, false, false},
		{context.DeadlineExceeded, true, false, false},
		{context.Canceled, false, false, false},
		{jetstream.ErrConsumerNotFound, false, true, false},
		{jetstream.ErrConsumerDeleted, false, true, false},
		{jetstream.ErrStreamNotFound, false, true, false},
		{io.EOF, false, false, true}, {nats.ErrConnectionClosed, false, false, true},
		{&net.OpError{Err: other}, false, false, true},
		{fmt.Errorf("nats: %w", &fs.PathError{Op: "open", Path: "none.creds", Err: syscall.ENOENT}),
			false, false, false},
		{nats.ErrAuthorization, false, false, false},
		{&jetstream.APIError{Code: 503}, true, false, false},
		{&jetstream.APIError{Code: 504}, false, false, false},
		{&jetstream.APIError{Code: 400, ErrorCode: 10005}, true, false, false},
		{&jetstream.APIError{Code: 500, ErrorCode: 10047}, true, false, false},
		{&jetstream.APIError{Code: 400, ErrorCode: 10006}, false, false, false},
		{&jetstream.APIError{Code: 400, ErrorCode: 10077}, true, false, false},
	} {
		if wrapped := fmt.Errorf("it is said: %w", test.err); temporary(test.err) != test.temporary ||
			lost(test.err) != test.lost || stalls(test.err) != test.stalling ||
			test.err != nil && (temporary(wrapped) != test.temporary ||
				lost(wrapped) != test.lost) {
			t.Errorf("%v: %t, %t, %t; want %+v", test.err, temporary(test.err), lost(test.err),
				stalls(test.err), test)
		}
	}
}

// Who reads is given up on after ten seconds of silence, and one more for each megabyte that was
// read.
func TestWatched(t *testing.T) {
	broken := errors.New("broken")
	synctest.Test(t, func(t *testing.T) {
		silent, ctx := watch(t.Context(), nil)
		began := time.Now()
		<-ctx.Done()
		if lastDuration := time.Since(began); lastDuration != 10*time.Second {
			t.Errorf("silence is borne for %v", lastDuration)
		}
		silent.end()
		w, ctx := watch(t.Context(), io.MultiReader(bytes.NewReader(make([]byte, 3<<20)),
			iotest.ErrReader(broken)))
		time.Sleep(9 * time.Second)
		if n, err := io.ReadFull(w, make([]byte, 3<<20)); n != 3<<20 || err != nil ||
			w.bytes != 3<<20 || w.err != nil {
			t.Errorf("%d, %v, %+v", n, err, w)
		}
		began = time.Now()
		<-ctx.Done()
		if lastDuration := time.Since(began); lastDuration != 13*time.Second {
			t.Errorf("after three megabytes silence is borne for %v", lastDuration)
		}
		if _, err := w.Read(make([]byte, 1)); err != broken || w.err != broken {
			t.Errorf("%v, %v", err, w.err)
		}
		w, ctx = watch(t.Context(), strings.NewReader(""))
		if _, err := w.Read(make([]byte, 1)); err != io.EOF || w.err != nil || ctx.Err() != nil {
			t.Errorf("at the end: %v, %v, %v", err, w.err, ctx.Err())
		}
		w.end()
		if ctx.Err() == nil {
			t.Error("it does not end")
		}
		if at, ok := ctx.Deadline(); !ok || time.Until(at) != 24*time.Hour {
			t.Errorf("it has %v", time.Until(at))
		}
	})
}

// loopOf returns the loop of a worker without a server.
func loopOf(kinds map[string]Func) *workerLoop {
	return &workerLoop{worker: &Worker{Name: "w", Version: "1", Kinds: kinds}, conn: &Conn{}}
}

// The units of a span are worked out one after the other; what cannot be worked out is a failure of
// each, and what is to be worked out later ends it.
func TestDo(t *testing.T) {
	kinds := map[string]Func{
		"tell": func(_ context.Context, u Unit) ([]byte, error) {
			if u.Fetch == nil {
				t.Error("a unit can fetch nothing")
			}
			return fmt.Appendf(nil, "%s %d %s", u.Args, u.Number, u.Input), nil
		},
		"fail": func(_ context.Context, u Unit) ([]byte, error) {
			return []byte("x"), fmt.Errorf("no %d", u.Number)
		},
		"panic": func(_ context.Context, u Unit) ([]byte, error) { panic(u.Number) },
		"later": func(_ context.Context, u Unit) ([]byte, error) {
			if u.Number == 9 {
				return nil, fmt.Errorf("%w: 9", ErrLater)
			}
			return nil, nil
		},
	}
	inputs := func(texts ...string) []byte {
		list := [][]byte{}
		for _, text := range texts {
			list = append(list, []byte(text))
		}
		text, err := json.Marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for _, test := range []struct {
		kind string
		span int
		data []byte
		want string // result:failure, of each unit
		err  string
	}{
		{"tell", 2, nil, "[1] 8 :;[1] 9 :;", "<nil>"},
		{"tell", 2, inputs("a", "b"), "[1] 8 a:;[1] 9 b:;", "<nil>"},
		{"tell", 0, inputs("a", "b", "c", "d"), "[1] 0 a:;[1] 1 b:;[1] 2 c:;[1] 3 d:;", "<nil>"},
		{"tell", 2, inputs("a"), ":1 inputs for 2 units;:1 inputs for 2 units;", "<nil>"},
		{"tell", 2, inputs("a", "b", "c"), ":3 inputs for 2 units;:3 inputs for 2 units;", "<nil>"},
		{"tell", 2, []byte("{"), ":unexpected end of JSON input;:unexpected end of JSON input;",
			"<nil>"},
		{"fail", 2, nil, ":no 8;:no 9;", "<nil>"},
		{"panic", 2, nil, ":panic: 8;:panic: 9;", "<nil>"},
		{"later", 2, nil, ":;", "unit cannot be done yet: 9"},
		{"later", 1, nil, ":;:;:;:;", "<nil>"},
		{"none", 2, nil, `:unknown kind of work "none";:unknown kind of work "none";`, "<nil>"},
	} {
		work := &Work{Kind: test.kind, Args: json.RawMessage("[1]"), Units: 10, Span: 4}
		o, err := loopOf(kinds).do(t.Context(), "id", work, test.span, test.data)
		got := ""
		for _, u := range o {
			got += fmt.Sprintf("%s:%s;", u.Result, u.Failed)
		}
		if got != test.want || fmt.Sprint(err) != test.err {
			t.Errorf("%s, span %d: %q, %v; want %q, %s", test.kind, test.span, got, err, test.want,
				test.err)
		}
	}

	over, cancel := context.WithCancel(t.Context())
	cancel()
	if o, err := loopOf(kinds).do(over, "id", &Work{Kind: "tell", Units: 10}, 2, nil); err != nil ||
		len(o) != 0 {
		t.Errorf("when it is over: %+v, %v", o, err)
	}
}
