package web

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"turncoat/protocol"
	"turncoat/protocol/analysis"
	"turncoat/protocol/probing"
	"turncoat/puzzle/collection"
	"turncoat/puzzle/store"
)

// Chapters are named by their files.
func TestTitles(t *testing.T) {
	for name, want := range map[string]string{"05-moved-piece.yaml": "5. Moved piece", "10-x.yaml": "10. X",
		"1-Both-kings.yml": "1. Both kings"} {
		if got := title(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// The page has the puzzles of the collection, those of pacifist1 first, and the chapters.
func TestIndexes(t *testing.T) {
	p, err := newPage()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	if err := json.Unmarshal(p["data/puzzles/index.json"], &names); err != nil || len(names) < 7 ||
		!strings.HasPrefix(names[0], "pacifist1") {
		t.Errorf("%q, %v", names, err)
	}
	last := ""
	for i, name := range names {
		text, err := collection.Files.ReadFile(name)
		if err != nil || string(p["data/puzzles/"+name]) != string(text) {
			t.Errorf("%s: %v", name, err)
		}
		if first := strings.HasPrefix(name, "pacifist1"); first && i > 0 && !strings.HasPrefix(names[i-1],
			"pacifist1") || !first && name < last {
			t.Errorf("%s comes after %s", name, last)
		} else if !first {
			last = name
		}
	}
	var chapters []chapter
	if err := json.Unmarshal(p["data/learn/index.json"], &chapters); err != nil ||
		len(chapters) < 5 {
		t.Errorf("%+v, %v", chapters, err)
	}
	for _, c := range chapters {
		if len(p["data/learn/"+c.File]) == 0 {
			t.Errorf("there is no %s", c.File)
		}
	}
	p["index.html"] = []byte(`<html ` + serverEngine + `> ` + serverEngine)
	if p.mark("x"); string(p["index.html"]) != `<html x> `+serverEngine {
		t.Errorf("%s", p["index.html"])
	}
}

// A server goes by names of the loopback interface, and by those that it was given, with their port or with any.
func TestKnownNames(t *testing.T) {
	h := &handler{hosts: []string{"board.example", "other.example:80"}}
	for host, want := range map[string]bool{
		"127.0.0.1": true, "127.0.0.1:8080": true, "127.9.9.9": true, "[::1]": true, "[::1]:80": true, "::1": true,
		"localhost": true, "LOCALHOST:80": true,
		"board.example": true, "board.example:99": true, "other.example:80": true, "other.example": false,
		"other.example:81": false,
		"":                 false, "localhost.example": false, "192.0.2.1": false, "0.0.0.0": false, "example": false,
	} {
		if h.known(host) != want {
			t.Errorf("%q is known: %t", host, !want)
		}
	}
}

// A request is the page's own if no header says otherwise; what only looks is less dangerous than what changes
// something.
func TestSameOrigin(t *testing.T) {
	for _, test := range []struct {
		method, site, origin string
		want                 bool
	}{
		{"POST", "", "", true}, {"POST", "same-origin", "", true}, {"POST", "none", "", true}, {"POST", "cross-site",
			"", false}, {"POST", "same-site", "", false}, {"GET", "cross-site", "", true},
		{"POST", "", "http://localhost:80", true}, {"POST", "", "http://LOCALHOST:80", true}, {"POST", "same-origin",
			"http://localhost:80", true}, {"POST", "cross-site", "http://localhost:80", false},
		{"POST", "", "https://localhost:80", false}, {"POST", "", "http://localhost:81", false},
		{"POST", "", "null", false}, {"POST", "", "http://a b", false}, {"GET", "", "http://example", false},
	} {
		r := httptest.NewRequest(test.method, "/ask", nil)
		r.Host = "localhost:80"
		if test.site != "" {
			r.Header.Set("Sec-Fetch-Site", test.site)
		}
		if test.origin != "" {
			r.Header.Set("Origin", test.origin)
		}
		if sameOrigin(r) != test.want {
			t.Errorf("%+v: %t", test, !test.want)
		}
	}
}

// Every answer, a refusal too, has the headers that keep the page to itself; files have their types.
func TestHeaders(t *testing.T) {
	h, err := Handler(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for target, kind := range map[string]string{
		"/": "text/html; charset=utf-8", "/js/board.js": "text/javascript; charset=utf-8",
		"/css/board.css": "text/css; charset=utf-8", "/pieces/wN.svg": "image/svg+xml",
		"/data/puzzles/pacifist1.jsonl": "text/plain; charset=utf-8",
		"/data/learn/01-moves.yaml":     "text/plain; charset=utf-8", "/data/learn/index.json": "application/json",
		"/given": "application/json",
		"/none":  "text/plain; charset=utf-8",
	} {
		for _, host := range []string{"localhost", "evil.example"} {
			r := httptest.NewRequest("GET", target, nil)
			r.Host = host
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			for name, want := range map[string]string{
				"Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
				"Cross-Origin-Resource-Policy": "same-origin",
				"Cache-Control":                "no-cache",
			} {
				if got := w.Header().Get(name); got != want && !(name == "Cache-Control" && w.Code >= 400) {
					t.Errorf("%s of %s: %s is %q", target, host, name, got)
				}
			}
			if got := w.Header().Get("Content-Type"); host == "localhost" && got != kind {
				t.Errorf("%s is %q, want %q", target, got, kind)
			}
			if host == "evil.example" && (w.Code != http.StatusForbidden ||
				w.Body.String() != "this server does not go by that name\n") {
				t.Errorf("%s of %s: %d %s", target, host, w.Code, w.Body)
			}
		}
	}
}

// What is said of questions that are none, and where their length ends.
func TestQuestions(t *testing.T) {
	for _, test := range []struct {
		kind, body string
		fails      bool
		code       int
		want       string
	}{
		{"application/json", "12345", false, 200, ""}, {"application/json; charset=utf-8", "1", false, 200, ""},
		{"application/json", "123456", false, 413, "a question is at most 5 bytes long\n"},
		{"text/plain", "1", false, 415, "a question is application/json\n"},
		{"", "1", false, 415, "a question is application/json\n"}, {"application/json", "1", true, 400,
			"the question breaks off\n"},
	} {
		var body io.Reader = strings.NewReader(test.body)
		if test.fails {
			body = io.MultiReader(body, failing{})
		}
		r := httptest.NewRequest("POST", "/ask", body)
		r.Header.Set("Content-Type", test.kind)
		w := httptest.NewRecorder()
		text, ok := question(w, r, 5)
		if ok != (test.code == 200) || w.Code != test.code || w.Body.String() != test.want || ok &&
			string(text) != test.body {
			t.Errorf("%+v: %q %t, %d %s", test, text, ok, w.Code, w.Body)
		}
		if ok && w.Header().Get("Content-Type") != "application/jsonl; charset=utf-8" {
			t.Errorf("the answer is %s", w.Header().Get("Content-Type"))
		}
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("the line is dead") }

// A search waits while as many run as may; what takes no search does not.
func TestSearchesWait(t *testing.T) {
	h := &handler{server: &protocol.Server{}, searches: make(places, 1), quick: make(places, 1)}
	ask := func(ctx context.Context, line string) string {
		r := httptest.NewRequestWithContext(ctx, "POST", "/ask", strings.NewReader(line))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ask(w, r)
		return w.Body.String()
	}
	const perft, turns = `{"id":2,"ask":"perft","rules":"chess","fen":"start","depth":1}`, `{"id":3,"ask":"play","rules":"chess","fen":"7k/8/8/8/8/8/8/K7 w - - 0 1"}`
	h.searches <- struct{}{}
	gone, end := context.WithCancel(t.Context())
	end()
	if got := ask(gone, perft); !strings.HasPrefix(got, `{"id":2,"error":{"code":"cancelled","message":"the connection was closed`) {
		t.Errorf("who has gone away while waiting is answered %s", got)
	}
	if got := ask(gone, turns); !strings.HasPrefix(got, `{"id":3,"fen":`) {
		t.Errorf("who has only closed the sending side is answered %s", got)
	}
	if got := ask(t.Context(), turns); got != `{"id":3,"fen":"7k/8/8/8/8/8/8/K7 w - - 0 1","outcome":"*"}`+"\n" {
		t.Errorf("%s", got)
	}
	<-h.searches
	for range 2 {
		if got := ask(t.Context(), perft); got != `{"id":2,"nodes":20}`+"\n" || len(h.searches) != 0 {
			t.Errorf("%s, and %d searches go on", got, len(h.searches))
		}
	}
	for name, want := range map[string]bool{"solve": true, "tries": true, "puzzle": true, "read": true,
		"convert": true, "win": true, "perft": true, "turns": false, "play": false, "rules": false} {
		if searching[name] != want {
			t.Errorf("%s is a search: %t", name, !want)
		}
	}
}

// As many searches run at a time as the options say; two if they say nothing.
func TestHowManySearches(t *testing.T) {
	for given, want := range map[int]int{-1: 2, 0: 2, 1: 1, 2: 2, 3: 3} {
		if got := cap(newHandler(page{}, Options{Searches: given}).searches); got != want {
			t.Errorf("%d: %d searches at a time, want %d", given, got, want)
		}
	}
}

// An answer may take twenty seconds, that of a search ten minutes; when it has been given nothing works on it any more.
func TestTimeOfAnswers(t *testing.T) {
	for ask, want := range map[string]time.Duration{analysis.AskSolve: searchTime, "other": quickTime} {
		var given context.Context
		h := &handler{searches: make(places, 1), quick: make(places, 1),
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

// Each line is sent as soon as there is one; an answer that is no JSON is said to be one.
func TestLinesOfAnswers(t *testing.T) {
	w := httptest.NewRecorder()
	h := &handler{quick: make(places, 1), server: &protocol.Server{More: map[string]func(context.Context,
		*protocol.Question) (any, error){
		"odd": func(_ context.Context, q *protocol.Question) (any, error) {
			q.Report(1)
			if !w.Flushed || w.Body.String() != `{"id":5,"progress":1}`+"\n" {
				t.Errorf("before the answer there is %q, sent: %t", w.Body, w.Flushed)
			}
			return map[string]any{"channel": make(chan int)}, nil
		},
	}}}
	r := httptest.NewRequest("POST", "/ask", strings.NewReader(`{"id":5,"ask":"odd","progress":true}`))
	r.Header.Set("Content-Type", "application/json")
	h.ask(w, r)
	if _, answer, _ := strings.Cut(w.Body.String(), "\n"); answer != `{"id":null,"error":{"code":"unsupported","message":"the answer cannot be written"}}`+"\n" {
		t.Errorf("%s", answer)
	}
}

// The page is told who answers it, and whether there is something to begin with and a store.
func TestWhatThePageIsTold(t *testing.T) {
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "book.db"), store.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	given := []Given{{Name: "a.pgn", Text: "*"}}
	for _, test := range []struct {
		options       Options
		element, list string
	}{
		{Options{}, `<html lang="en" data-engine="server">`, `[]`},
		{Options{Given: given}, `<html lang="en" data-engine="server" data-given="true">`, `[{"name":"a.pgn","text":"*"}]`},
		{Options{Store: s}, `<html lang="en" data-engine="server" data-store="true">`, `[]`},
		{Options{Given: given, Store: s}, `<html lang="en" data-engine="server" data-given="true" data-store="true">`, `[{"name":"a.pgn","text":"*"}]`},
	} {
		h, err := Handler(test.options)
		if err != nil {
			t.Fatal(err)
		}
		get := func(target string) string {
			r := httptest.NewRequest("GET", target, nil)
			r.Host = "localhost"
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			return w.Body.String()
		}
		if page := get("/"); !strings.Contains(page, test.element+"\n") {
			t.Errorf("want %s: %.100s", test.element, page)
		}
		if list := get("/given"); list != test.list {
			t.Errorf("%s: given %s, want %s", test.element, list, test.list)
		}
	}
}

// Without tables of its own the board answers from those that come with the program: the longest win of a king
// against a king and a knight, of 25 plies as an independent program has found. Others that it is given it asks
// instead.
func TestTablesOfTheBoard(t *testing.T) {
	dir := t.TempDir()
	write(t, "no table", dir, "pacifist1", "KKN.tct")
	for tables, want := range map[*probing.TableSet]string{nil: `"class":"KKN","value":"win","plies":25`, probing.NewTableSet(dir): "KKN.tct"} {
		h := newHandler(page{}, Options{Tables: tables})
		r := httptest.NewRequest("POST", "/ask", strings.NewReader(`{"ask":"probe","rules":"pacifist1","fen":"n7/8/8/4K3/8/8/8/7k w - - 0 1"}`))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		if h.ask(w, r); !strings.Contains(w.Body.String(), want) {
			t.Errorf("%.300s, want %s", w.Body, want)
		}
	}
}
