package web_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"turncoat/web"
)

func handler(t testing.TB, o web.Options) http.Handler {
	t.Helper()
	h, err := web.Handler(o)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// call returns what the server says to a request.
func call(h http.Handler, method, target, body string, headers map[string]string) *http.Response {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	r.Host = "127.0.0.1:8080"
	for name, value := range headers {
		if name == "Host" {
			r.Host = value
			continue
		}
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

const question = `{"id":7,"ask":"perft","rules":"pacifist1","fen":"start","depth":1}`

// A question is answered to the page itself, under a name of this machine, and to nobody else.
func TestWhoIsAnswered(t *testing.T) {
	h := handler(t, web.Options{Hosts: []string{"board.example"}})
	tests := []struct {
		name    string
		headers map[string]string
		status  int
	}{
		{"no page", nil, 200},
		{"its own page", map[string]string{"Origin": "http://127.0.0.1:8080", "Sec-Fetch-Site": "same-origin"}, 200},
		{"localhost", map[string]string{"Host": "localhost:99", "Origin": "http://localhost:99"}, 200},
		{"IPv6", map[string]string{"Host": "[::1]:99", "Origin": "http://[::1]:99"}, 200},
		{"a name it was given", map[string]string{"Host": "board.example:80", "Origin": "http://board.example:80"},
			200},
		{"a name that leads here", map[string]string{"Host": "evil.example"}, 403},
		{"a name that looks like ours", map[string]string{"Host": "127.0.0.1.evil.example"}, 403},
		{"no name", map[string]string{"Host": ""}, 403},
		{"another site", map[string]string{"Origin": "https://evil.example"}, 403},
		{"another port", map[string]string{"Origin": "http://127.0.0.1:9999"}, 403},
		{"a file", map[string]string{"Origin": "null"}, 403},
		{"another site by its form", map[string]string{"Sec-Fetch-Site": "cross-site"}, 403},
		{"a form", map[string]string{"Content-Type": "text/plain"}, 415},
	}
	for _, test := range tests {
		headers := map[string]string{"Content-Type": "application/json"}
		for name, value := range test.headers {
			headers[name] = value
		}
		reply := call(h, "POST", "/ask", question, headers)
		body, _ := io.ReadAll(reply.Body)
		if reply.StatusCode != test.status {
			t.Errorf("%s: %d %s, want %d", test.name, reply.StatusCode, body, test.status)
		}
		if got := string(body) == `{"id":7,"nodes":20}`+"\n"; got != (test.status == 200) {
			t.Errorf("%s: %s", test.name, body)
		}
	}
}

// Nothing but the files of the page is served, and nothing of theirs comes from elsewhere or stands in line.
func TestFiles(t *testing.T) {
	h := handler(t, web.Options{})
	for target, status := range map[string]int{
		"/": 200, "/index.html": 200, "/js/board.js": 200, "/css/board.css": 200, "/pieces/wN.svg": 200,
		"/data/puzzles/pacifist1.jsonl": 200,
		"/data/learn/index.json":        200, "/js/": 404, "/js": 404, "/../go.mod": 404, "/..%2f..%2fgo.mod": 404,
		"/js/../../handler.go": 404, "/etc/passwd": 404, "/data/puzzles/": 404,
	} {
		reply := call(h, "GET", target, "", nil)
		if (reply.StatusCode == 200) != (status == 200) {
			t.Errorf("%s: %d, want %d", target, reply.StatusCode, status)
		}
		if policy := reply.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'self';") ||
			strings.Contains(policy, "unsafe") {
			t.Errorf("%s: %q", target, policy)
		}
	}
	page, _ := io.ReadAll(call(h, "GET", "/", "", nil).Body)
	for _, no := range []string{"<style", " style=", "onclick", "http:", "https:", "//cdn", "<script>"} {
		if strings.Contains(string(page), no) {
			t.Errorf("the page has %q", no)
		}
	}
	for accepted, want := range map[string]string{"gzip": "gzip", "": ""} { // on a slow line that is what takes longest
		reply := call(h, "GET", "/js/board.js", "", map[string]string{"Accept-Encoding": accepted})
		if got := reply.Header.Get("Content-Encoding"); got != want {
			t.Errorf("accepting %q: %q", accepted, got)
		}
	}
	if reply := call(h, "GET", "/ask", "", nil); reply.StatusCode == 200 {
		t.Errorf("GET of a question: %d", reply.StatusCode)
	}
}

// Questions are bounded.
func TestBounds(t *testing.T) {
	h := handler(t, web.Options{})
	asJSON := map[string]string{"Content-Type": "application/json"}
	reply := call(h, "POST", "/ask", strings.Repeat(" ", 17<<20), asJSON)
	if text, _ := io.ReadAll(reply.Body); reply.StatusCode != http.StatusRequestEntityTooLarge ||
		string(text) != "a question is at most 16 MiB long\n" {
		t.Errorf("17 MiB: %d %s", reply.StatusCode, text)
	}
	for _, body := range []string{"", "x", "[]", strings.Repeat("[", 1<<20), `{"ask":"win","rules":"pacifist1","fen":"start","in":2000}`} {
		reply := call(h, "POST", "/ask", body, asJSON)
		text, _ := io.ReadAll(reply.Body)
		if reply.StatusCode != 200 || !strings.Contains(string(text), `"error"`) {
			t.Errorf("%.20s: %d %s", body, reply.StatusCode, text)
		}
	}
}

// What is given on the command line reaches the page, as text.
func TestGiven(t *testing.T) {
	h := handler(t, web.Options{Given: []web.Given{{Name: "a.pgn", Text: "1. e4 </script> *"}}})
	body, _ := io.ReadAll(call(h, "GET", "/given", "", nil).Body)
	if want := `[{"name":"a.pgn","text":"1. e4 \u003c/script\u003e *"}]`; string(body) != want {
		t.Errorf("%s", body)
	}
	if page, _ := io.ReadAll(call(h, "GET", "/", "", nil).Body); !strings.Contains(string(page), `data-given="true"`) {
		t.Error("the page does not know of it")
	}
}

// Whatever is asked, the answer is lines of JSON or a refusal, and nothing panics.
func FuzzAsk(f *testing.F) {
	h := handler(f, web.Options{})
	f.Add(question, "127.0.0.1", "")
	f.Add(`{"ask":"read","text":"1. e4 *"}`, "localhost:1", "http://localhost:1")
	f.Add(`{"ask":"weights","rules":"conversion","fen":"start"}`, "[::1]", "null")
	f.Fuzz(func(t *testing.T, body, host, origin string) {
		for _, slow := range []string{"perft", "win", "solve", "tries", "puzzle", "best"} {
			if strings.Contains(body, slow) {
				return // searches take long; they are no matter of reading
			}
		}
		r := httptest.NewRequest("POST", "/ask", strings.NewReader(body))
		r.Host = host
		r.Header.Set("Origin", origin)
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code == 200 && !strings.HasSuffix(w.Body.String(), "}\n") {
			t.Errorf("%d %q", w.Code, w.Body.String())
		}
	})
}
