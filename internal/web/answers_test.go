package web

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"turncoat/internal/answer/probing"
	"turncoat/internal/answer/searching"
	"turncoat/internal/tablebase/embedded"
	"turncoat/protocol"
)

// An answer may take twenty seconds, that of a search ten minutes; when it has been given nothing works on it any more.
func TestTimeOfAnswers(t *testing.T) {
	for ask, want := range map[string]time.Duration{searching.AskSolve: searchTime, "other": quickTime} {
		var given context.Context
		h := &handler{searches: newTurns(1, turnTime), quick: make(places, 1),
			server: &protocol.Server{More: map[string]func(context.Context, *protocol.Question) (any, error){
				ask: func(ctx context.Context, _ *protocol.Question) (any, error) {
					given = ctx
					return map[string]any{"found": ctx.Err() == nil}, nil
				},
			}}}
		r := httptest.NewRequest("POST", "/ask", strings.NewReader(`{"id":1,"ask":"`+ask+`"}`))
		r.Header.Set("Content-Type", "application/json")
		w, before := httptest.NewRecorder(), time.Now()
		h.ask(w, r)
		if got := w.Body.String(); got != `{"id":1,"found":true}`+"\n" {
			t.Fatalf("%s: %s", ask, got)
		}
		if end, ok := given.Deadline(); !ok || end.Before(before.Add(want)) || end.After(time.Now().Add(want)) {
			t.Errorf("%s: the time is over at %v, want %v after the question", ask, end, want)
		}
		if given.Err() == nil {
			t.Errorf("%s: what works on it goes on", ask)
		}
	}
}

// Without tables of its own the board answers from those that come with the program: the longest win of a king
// against a king and a knight, of 25 plies as an independent program has found. Others that it is given it asks
// instead.
func TestTablesOfTheBoard(t *testing.T) {
	dir := t.TempDir()
	write(t, "no table", dir, "pacifist1", "KKN.tct")
	for tables, want := range map[*probing.TableSet]string{nil: `"class":"KKN","value":"win","plies":25`, probing.NewTableSet(embedded.Opener(dir)): "KKN.tct"} {
		h := newHandler(page{}, Options{Tables: tables})
		r := httptest.NewRequest("POST", "/ask", strings.NewReader(`{"ask":"probe","rules":"pacifist1","fen":"n7/8/8/4K3/8/8/8/7k w - - 0 1"}`))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		if h.ask(w, r); !strings.Contains(w.Body.String(), want) {
			t.Errorf("%.300s, want %s", w.Body, want)
		}
	}
}
