package protocol_test

import (
	"context"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"

	"turncoat/protocol"
)

// fake returns a server with asks of its own: "wait" answers when the channel is closed, unless it is cancelled before.
func fake(until <-chan struct{}) *protocol.Server {
	return &protocol.Server{More: map[string]func(context.Context, *protocol.Question) (any, error){
		"wait": func(ctx context.Context, q *protocol.Question) (any, error) {
			select {
			case <-until:
			case <-ctx.Done():
			}
			return struct{}{}, nil
		},
		"report": func(_ context.Context, q *protocol.Question) (any, error) { q.Report(1); return struct{}{}, nil },
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
	const done, cancelled = `{"id":1}`, `{"id":1,"error":{"code":"cancelled","message":"the request has been cancelled"}}`
	for second, want := range map[string]string{
		`{"id":2,"ask":"cancel","cancels":1}`:             cancelled + "\n" + `{"id":2,"cancelled":true}`,
		`{"id":2,"ask":"cancel","cancels":3}`:             done + "\n" + `{"id":2,"cancelled":false}`,
		`{"id":2,"ask":"cancel","cancels":2}`:             done + "\n" + `{"id":2,"cancelled":false}`, // itself
		`{"id":2,"ask":"cancel","cancels":"1"}`:           done + "\n" + `{"id":2,"cancelled":false}`,
		`{"id":2,"ask":"wait","cancels":1}`:               done + "\n" + `{"id":2}`,
		`{"id":2,"ask":"cancel","cancels":1,"depth":"x"}`: done + "\n" + `{"id":2,"error":{"code":"invalid-request","message":"\"depth\" wants a whole number"}}`,
		`{"id":2,"ask":"cancel"}`:                         done + "\n" + `{"id":2,"error":{"code":"invalid-request","message":"\"cancels\" is missing"}}`,
	} {
		var out strings.Builder
		in := &whole{`{"id":1,"ask":"wait"}` + "\n" + second + "\n", make(chan struct{})}
		if err := fake(in.taken).Serve(t.Context(), in, &out); err != nil || out.String() != want+"\n" {
			t.Errorf("%s: %s, %v, want %s", second, out.String(), err, want)
		}
	}
}

// Eight requests wait while one is answered; each of them can be cancelled. One that has been answered cannot.
func TestCancelWaiting(t *testing.T) {
	asks, cancels := "", ""
	for _, id := range []string{"a", "b", "c", "d"} {
		asks += `{"id":"` + id + `","ask":"wait"}` + "\n"
		cancels += `{"id":"-` + id + `","ask":"cancel","cancels":"` + id + `"}` + "\n"
	}
	in := &whole{asks + cancels, make(chan struct{})}
	var out strings.Builder
	if err := fake(nil).Serve(t.Context(), in, &out); err != nil {
		t.Fatal(err)
	}
	if n, m := strings.Count(out.String(), `"code":"cancelled"`), strings.Count(out.String(), `"cancelled":true`); n != 4 || m != 4 {
		t.Errorf("%s", out.String())
	}
	out.Reset()
	seen := &after{w: &out, written: make(chan struct{})}
	if err := fake(nil).Serve(t.Context(), io.MultiReader(strings.NewReader(strings.Repeat(`{"id":1,"ask":"report"}`+"\n", 2)), seen), seen); err != nil ||
		!strings.HasSuffix(out.String(), `{"id":3,"cancelled":false}`+"\n") {
		t.Errorf("%s, %v", out.String(), err)
	}
}

// after is a writer, and a reader that asks to cancel what has been answered once two answers are written.
type after struct {
	w       io.Writer
	written chan struct{}
	n       int
	asked   bool
}

func (a *after) Write(b []byte) (int, error) {
	if a.n++; a.n == 2 {
		close(a.written)
	}
	return a.w.Write(b)
}

func (a *after) Read(b []byte) (int, error) {
	if a.asked {
		return 0, io.EOF
	}
	<-a.written
	a.asked = true
	return copy(b, `{"id":3,"ask":"cancel","cancels":1}`+"\n"), nil
}

// A writer that fails once ends the conversation, though it would take what follows.
func TestServeFailsOnce(t *testing.T) {
	w := &once{}
	err := fake(nil).Serve(t.Context(), strings.NewReader(`{"id":1,"ask":"report","progress":true}`+"\n"), w)
	if !errors.Is(err, errBroken) || w.n != 1 {
		t.Errorf("%v after %d writes", err, w.n)
	}
}

type once struct{ n int }

func (o *once) Write(b []byte) (int, error) {
	if o.n++; o.n == 1 {
		return 0, errBroken
	}
	return len(b), nil
}

// However a conversation ends, nothing that it has started goes on, though the caller's context does.
func TestServeLeavesNothing(t *testing.T) {
	input := strings.Repeat(`{"id":1,"ask":"report"}`+"\n", 100)
	synctest.Test(t, func(t *testing.T) {
		if err := fake(nil).Serve(context.Background(), strings.NewReader(input), &broken{0, 0}); !errors.Is(err,
			errBroken) {
			t.Error(err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := fake(nil).Serve(ctx, strings.NewReader(input), io.Discard); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
}

// A perft uses the processors that there are and leaves their number alone.
func TestPerftLeavesProcessors(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	for _, jobs := range []int{-1, 0, 1, 2} {
		if got := answer(t, &protocol.Server{Jobs: jobs}, `{"id":1,"ask":"perft","rules":"chess","fen":"start","depth":3}`); got != `{"id":1,"nodes":8902}` {
			t.Errorf("%d jobs: %s", jobs, got)
		}
	}
	if n := runtime.GOMAXPROCS(0); n != 3 {
		t.Errorf("%d processors", n)
	}
}

// What a reclaim can take is that of the move, whatever reclaim stands with it; rules that are no rules are not
// all rules.
func TestAskedOddly(t *testing.T) {
	want := `{"id":1,"full":["b4","g4"],"taken":[],"can":["b4"],"board":"k7/8/8/p7/1R4N1/8/K7/8","chosen":"Ka2~-"}`
	for _, move := range []string{"Ka2", "Ka2~-", "Ka2~b4", "Ka2~b4,g4"} {
		if got := answer(t, &protocol.Server{}, `{"id":1,"ask":"reclaim","rules":"pacifist-number","fen":"k7/8/8/p7/1R4N1/8/8/K7 w - - 0 1","move":"`+move+`"}`); got != want {
			t.Errorf("%s: %s, want %s", move, got, want)
		}
	}
	if got, want := answer(t, &protocol.Server{}, `{"id":1,"ask":"rules","rules":7}`), `{"id":1,"error":{"code":"invalid-request","message":"\"rules\" wants a name or an object"}}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
