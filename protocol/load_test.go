package protocol_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"turncoat/protocol"
)

// Ten thousand requests without a pause are answered in their order, each in its own way: those
// that cannot be read, those to cancel what was never asked, and those to cancel the one before,
// which is answered as cancelled if that is what was said, and otherwise as it is.
func TestTenThousand(t *testing.T) {
	const many = 10_000
	var in strings.Builder
	for i := range many {
		switch i % 5 {
		case 0:
			fmt.Fprintf(&in, `{"id":%d,"ask":"perft","rules":"chess","fen":"start","depth":1}`+"\n",
				i)
		case 1:
			fmt.Fprintf(&in, `{"id":%d,"ask":"cancel","cancels":%d}`+"\n", i, i-1)
		case 2:
			fmt.Fprintf(&in, `{"id":%d,"ask":"cancel","cancels":"never"}`+"\n", i)
		case 3:
			fmt.Fprintf(&in, `{"id":%d,"ask":`+"\n", i)
		case 4:
			fmt.Fprintf(&in,
				`{"id":%d,"ask":"play","rules":"chess","fen":"7k/8/8/8/8/8/8/K7 w - - 0 1"}`+"\n",
				i)
		}
	}

	var out strings.Builder
	if err := (&protocol.Server{}).Serve(t.Context(), strings.NewReader(in.String()),
		&out); err != nil {
		t.Fatal(err)
	}

	answers := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(answers) != many {
		t.Fatalf("%d answers", len(answers))
	}
	for i, got := range answers {
		var want string
		switch i % 5 {
		case 0:
			want = fmt.Sprintf(`{"id":%d,"nodes":20}`, i)
			if answers[i+1] == fmt.Sprintf(`{"id":%d,"cancelled":true}`, i+1) {
				want = fmt.Sprintf(`{"id":%d,"error":{"code":"cancelled"`, i)
			}
		case 1:
			want = fmt.Sprintf(`{"id":%d,"cancelled":%t}`, i, strings.Contains(answers[i-1],
				`"code":"cancelled"`))
		case 2:
			want = fmt.Sprintf(`{"id":%d,"cancelled":false}`, i)
		case 3:
			var reply struct {
				ID    any
				Error protocol.Error
			}
			if err := json.Unmarshal([]byte(got), &reply); err != nil || reply.ID != nil ||
				reply.Error.Code != protocol.Malformed {
				t.Fatalf("request %d: %s", i, got)
			}

			continue
		case 4:
			want = fmt.Sprintf(`{"id":%d,"fen":"7k/8/8/8/8/8/8/K7 w - - 0 1","outcome":"*"}`, i)
		}

		if !strings.HasPrefix(got, want) {
			t.Fatalf("request %d: %s, want %s", i, got, want)
		}
	}
}

// A request that is cancelled at the last moment, when its answer is all but written, is answered
// as cancelled, as was said.
func TestCancelledAtTheLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, asks := io.Pipe()
		var s protocol.Server
		s.More = map[string]func(context.Context, *protocol.Question) (any, error){
			"last": func(ctx context.Context, _ *protocol.Question) (any, error) {
				if _, err := io.WriteString(asks,
					`{"id":2,"ask":"cancel","cancels":1}`+"\n"); err != nil {
					return nil, err
				}

				synctest.Wait() // it has been read
				if ctx.Err() == nil {
					t.Error("it goes on")
				}
				asks.Close()
				return struct{}{}, nil
			},
		}
		go io.WriteString(asks, `{"id":1,"ask":"last"}`+"\n")
		var out strings.Builder
		if err := s.Serve(t.Context(), in, &out); err != nil {
			t.Error(err)
		}
		first, second, _ := strings.Cut(out.String(), "\n")
		if !strings.HasPrefix(first, `{"id":1,"error":{"code":"cancelled"`) ||
			second != `{"id":2,"cancelled":true}`+"\n" {
			t.Errorf("%s", out.String())
		}
	})
}

// While nobody reads the answers only a few requests are taken in; when somebody does, they are all
// answered.
func TestNobodyReads(t *testing.T) {
	const many, long = 200, 64 << 10
	synctest.Test(t, func(t *testing.T) {
		in, asks := io.Pipe()
		answers, out := io.Pipe()
		sent := 0
		go func() {
			for i := range many {
				if _, err := fmt.Fprintf(asks,
					`{"id":%d,"ask":"play","rules":"chess","fen":"7k/8/8/8/8/8/8/K7 w - - 0 1"%s}`+
						"\n", i, strings.Repeat(" ", long)); err != nil {
					t.Error(err)
				}

				sent++
			}

			asks.Close()
		}()
		over := make(chan error)
		go func() {
			err := (&protocol.Server{}).Serve(t.Context(), in, out)
			out.Close()
			over <- err
		}()
		synctest.Wait() // nothing moves any more
		if sent == 0 || sent > 12 {
			t.Errorf("%d requests are taken in and not answered", sent)
		}
		text := bufio.NewScanner(answers)
		text.Buffer(nil, 1<<20)
		n := 0
		for ; text.Scan(); n++ {
			if !strings.HasPrefix(text.Text(), fmt.Sprintf(`{"id":%d,"fen":"7k/`, n)) {
				t.Fatalf("answer %d: %.80s", n, text.Text())
			}
		}

		if err := <-over; err != nil || n != many {
			t.Errorf("%d answers, %v", n, err)
		}
	})
}
