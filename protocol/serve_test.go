package protocol_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"turncoat/protocol"
)

// fake returns a server with asks of its own: "wait" answers when the channel is closed, unless it
// is cancelled before.
func fake(until <-chan struct{}) *protocol.Server {
	return &protocol.Server{More: map[string]func(context.Context, *protocol.Question) (any, error){
		"wait": func(ctx context.Context, q *protocol.Question) (any, error) {
			select {
			case <-until:
			case <-ctx.Done():
			}

			return struct{}{}, nil
		},
		"report": func(_ context.Context, q *protocol.Question) (any,
			error) {
			q.Report(1)
			return struct{}{}, nil
		},
	}}
}

// whole gives all of a text at once; when more is read, what was given has been taken in.
type whole struct {
	text  string
	taken chan struct{}
}

func (w *whole) Read(b []byte) (int, error) {
	if w.text == "" {
		close(w.taken)
		return 0, io.EOF
	}

	n := copy(b, w.text)
	w.text = w.text[n:]
	return n, nil
}

// Only a request to cancel that can be read cancels others, and those with its id alone.
func TestWhatCancels(t *testing.T) {
	const done, cancelled = `{"id":1}`, `{"id":1,"error":{"code":"cancelled"`
	for second, want := range map[string][2]string{
		`{"id":2,"ask":"cancel","cancels":1}`: {cancelled, `{"id":2,"cancelled":true}`},
		`{"id":2,"ask":"cancel","cancels":3}`: {done, `{"id":2,"cancelled":false}`},
		// itself
		`{"id":2,"ask":"cancel","cancels":2}`:   {done, `{"id":2,"cancelled":false}`},
		`{"id":2,"ask":"cancel","cancels":"1"}`: {done, `{"id":2,"cancelled":false}`},
		`{"id":2,"ask":"wait","cancels":1}`:     {done, `{"id":2}`},
		`{"id":2,"ask":"cancel","cancels":1,"depth":"x"}`: {done,
			`{"id":2,"error":{"code":"invalid-request"`},
		`{"id":2,"ask":"cancel"}`: {done,
			`{"id":2,"error":{"code":"invalid-request"`},
	} {
		var out strings.Builder
		in := &whole{`{"id":1,"ask":"wait"}` + "\n" + second + "\n", make(chan struct{})}
		err := fake(in.taken).Serve(t.Context(), in, &out)
		one, two, _ := strings.Cut(out.String(), "\n")
		if err != nil || !strings.HasPrefix(one, want[0]) || !strings.HasPrefix(two, want[1]) {
			t.Errorf("%s: %s, %v, want %s", second, out.String(), err, want)
		}
	}
}

// However a conversation ends, nothing that it has started goes on, though the caller's context
// does.
func TestServeLeavesNothing(t *testing.T) {
	input := strings.Repeat(`{"id":1,"ask":"report"}`+"\n", 100)
	synctest.Test(t, func(t *testing.T) {
		if err := fake(nil).Serve(context.Background(), strings.NewReader(input),
			&broken{0, 0}); !errors.Is(err, errBroken) {
			t.Error(err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := fake(nil).Serve(ctx, strings.NewReader(input), io.Discard); !errors.Is(err,
			context.Canceled) {
			t.Error(err)
		}
	})
}
