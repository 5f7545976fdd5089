package web

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"turncoat/internal/answer/reading"
	"turncoat/internal/answer/searching"
	"turncoat/protocol"
)

// Places go round by clients, whoever has asked more or earlier; who has gone is passed over.
func TestTurns(t *testing.T) {
	turns := newTurns(1, time.Hour)
	_, leave := turns.enter(t.Context(), "first")

	began := make(chan string)
	wait := func(ctx context.Context, client string) {
		n := waiting(turns)
		go func() {
			if _, leave := turns.enter(ctx, client); leave != nil {
				began <- client
				leave()
			}
		}()
		for waiting(turns) == n {
			time.Sleep(time.Millisecond)
		}
	}
	for range 3 {
		wait(t.Context(), "many")
	}
	wait(t.Context(), "first")
	gone, cancel := context.WithCancel(t.Context())
	wait(gone, "gone")
	wait(t.Context(), "one")
	cancel()
	for waiting(turns) > 5 {
		time.Sleep(time.Millisecond)
	}

	leave()
	var order []string
	for range 5 {
		order = append(order, <-began)
	}
	if want := []string{"many", "one", "first", "many", "many"}; !slices.Equal(order, want) {
		t.Errorf("%q, want %q", order, want)
	}
	for len(turns.running) > 0 {
		time.Sleep(time.Millisecond)
	}
	if len(turns.latest) > 0 || turns.free != 1 {
		t.Errorf("%v is kept, and %d places are free", turns.latest, turns.free)
	}
}

func waiting(t *turns) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.waiting)
}

// A search that has had its time ends for another client, of several the earliest; for its own
// client it does not.
func TestSearchesGiveWay(t *testing.T) {
	turns := newTurns(2, time.Millisecond)
	first, leaveFirst := turns.enter(t.Context(), "one")
	second, leaveSecond := turns.enter(t.Context(), "one")
	own := make(chan func())
	go func() {
		_, leave := turns.enter(t.Context(), "one")
		own <- leave
	}()
	select {
	case <-first.Done():
		t.Fatal("a client ends its own search")
	case <-second.Done():
		t.Fatal("a client ends its own search")
	case <-time.After(50 * time.Millisecond):
	}

	other := make(chan func())
	go func() {
		_, leave := turns.enter(t.Context(), "other")
		other <- leave
	}()
	<-first.Done()
	if cause := context.Cause(first); cause != errTurnOver {
		t.Error(cause)
	}
	leaveFirst()
	leaveOther := <-other
	if second.Err() != nil {
		t.Error("two searches end for one")
	}
	leaveSecond()
	leaveOther()
	(<-own)()
}

// While sixty clients search for long wins, at one address or at many, a brief search of another
// client is answered at once. A long one is answered when the first search has had its time, and the
// client of the first gets an error that says so.
func TestBriefAmongLong(t *testing.T) {
	h := newHandler(page{}, Options{})
	h.searches.each = 300 * time.Millisecond
	h.server = &protocol.Server{More: map[string]func(context.Context, *protocol.Question) (any, error){
		searching.AskSolve: func(ctx context.Context, q *protocol.Question) (any, error) {
			if string(q.ID) != "0" {
				return map[string]any{"won": true}, nil
			}
			<-ctx.Done()
			return nil, ctx.Err()
		},
		reading.AskRead: func(context.Context, *protocol.Question) (any, error) {
			return map[string]any{"moves": "e4"}, nil
		},
		searching.AskBest: func(_ context.Context, q *protocol.Question) (any, error) {
			var limits struct {
				Time int `json:"time"`
			}
			return map[string]any{"uci": "e2e4"}, q.Fields(&limits)
		},
	}}
	ask := func(ctx context.Context, address, line string) string {
		w := httptest.NewRecorder()
		h.ask(w, asked(address, line).WithContext(ctx))
		return w.Body.String()
	}
	crowd, disperse := context.WithCancel(t.Context())
	answers := make(chan string, 60)
	for range 60 {
		go func() { answers <- ask(crowd, "10.0.0.1", `{"id":0,"ask":"solve"}`) }()
	}
	for waiting(h.searches) < 58 {
		time.Sleep(time.Millisecond)
	}

	for _, address := range []string{"10.0.0.1", "10.0.0.2"} {
		if got := ask(t.Context(), address, `{"id":1,"ask":"read"}`); !strings.Contains(got, "moves") {
			t.Errorf("read: %s", got)
		}
		if got := ask(t.Context(), address, `{"id":1,"ask":"best","time":300}`); !strings.Contains(got, "e2e4") {
			t.Errorf("best: %s", got)
		}
	}

	if len(answers) > 0 {
		t.Error("a search has ended for a brief one")
	}
	if got := ask(t.Context(), "10.0.0.2", `{"id":2,"ask":"solve"}`); !strings.Contains(got, `"won":true`) {
		t.Errorf("solve: %s", got)
	}
	var ended struct{ Error protocol.Error }
	if err := json.Unmarshal([]byte(<-answers), &ended); err != nil || ended.Error.Code != protocol.Limit {
		t.Errorf("the search that gave way says %+v, %v", ended, err)
	}
	disperse()
	for range 59 {
		<-answers
	}
}
