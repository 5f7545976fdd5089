package web_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"turncoat/internal/web"
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
	h := handler(t, web.Options{Hosts: []string{"board.example", "other.example:80"}})
	const form, site, origin = "Content-Type", "Sec-Fetch-Site", "Origin"
	tests := []struct {
		name    string
		headers map[string]string
		status  int
	}{
		{"no page", nil, 200},
		{"its own page", map[string]string{origin: "http://127.0.0.1:8080", site: "same-origin"}, 200},
		{"a typed address", map[string]string{site: "none"}, 200},
		{"localhost", map[string]string{"Host": "LOCALHOST:99", origin: "http://localhost:99"}, 200},
		{"IPv6", map[string]string{"Host": "[::1]:99", origin: "http://[::1]:99"}, 200},
		{"a name it was given",
			map[string]string{"Host": "board.example:80", origin: "http://board.example:80"}, 200},
		{"a name given with a port", map[string]string{"Host": "other.example:80"}, 200},
		{"that name with another port", map[string]string{"Host": "other.example:81"}, 403},
		{"a name that leads here", map[string]string{"Host": "evil.example"}, 403},
		{"a name that looks like ours", map[string]string{"Host": "127.0.0.1.evil.example"}, 403},
		{"all addresses", map[string]string{"Host": "0.0.0.0"}, 403},
		{"no name", map[string]string{"Host": ""}, 403},
		{"another site", map[string]string{origin: "https://evil.example"}, 403},
		{"another scheme", map[string]string{origin: "https://127.0.0.1:8080"}, 403},
		{"another port", map[string]string{origin: "http://127.0.0.1:9999"}, 403},
		{"a file", map[string]string{origin: "null"}, 403},
		{"another site by its form", map[string]string{site: "cross-site"}, 403},
		{"a form", map[string]string{form: "text/plain"}, 415},
		{"JSON by its charset", map[string]string{form: "application/json; charset=utf-8"}, 200},
	}
	for _, test := range tests {
		headers := map[string]string{form: "application/json"}
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

// Nothing but the files of the page is served, each by its type; nothing of theirs comes from
// elsewhere or stands in line; and every answer, a refusal too, has the headers that keep the page
// to itself: but for the small board, and the script that puts it into the pages of others.
func TestFiles(t *testing.T) {
	h := handler(t, web.Options{})
	const text, data = "text/plain; charset=utf-8", "application/json"
	const page, program = "text/html; charset=utf-8", "text/javascript; charset=utf-8"
	for target, kind := range map[string]string{ // "": there is none
		"/": page, "/index.html": page, "/embed.html": page,
		"/js/main.js": program, "/turncoat-board.js": program,
		"/css/page.css": "text/css; charset=utf-8", "/pieces/wN.svg": "image/svg+xml",
		"/data/puzzles/pacifist1.jsonl": text, "/data/learn/01-moves.yaml": text,
		"/data/puzzles/index.json": data, "/given": data,
		"/js/": "", "/../go.mod": "", "/..%2f..%2fgo.mod": "",
		"/js/../../handler.go": "", "/etc/passwd": "", "/ask": "",
	} {
		for _, host := range []string{"localhost", "evil.example"} {
			reply := call(h, "GET", target, "", map[string]string{"Host": host})
			found := kind != "" && host == "localhost"
			if (reply.StatusCode == 200) != found {
				t.Errorf("%s of %s: %d", target, host, reply.StatusCode)
			}
			if got := reply.Header.Get("Content-Type"); found && got != kind {
				t.Errorf("%s of %s: %s, want %s", target, host, got, kind)
			}
			if got := reply.Header.Get("Cache-Control"); found && got != "no-cache" {
				t.Errorf("%s of %s: kept as %q", target, host, got)
			}

			policy := "default-src 'self'; base-uri 'none'; form-action 'none'"
			users := "cross-origin"
			if target != "/embed.html" && target != "/turncoat-board.js" {
				policy, users = policy+"; frame-ancestors 'none'", "same-origin"
			}
			for name, want := range map[string]string{
				"Content-Security-Policy":      policy,
				"X-Content-Type-Options":       "nosniff",
				"Referrer-Policy":              "no-referrer",
				"Cross-Origin-Resource-Policy": users,
			} {
				if got := reply.Header.Get(name); got != want {
					t.Errorf("%s of %s: %s is %q", target, host, name, got)
				}
			}
		}
	}

	unwanted := []string{"<style", " style=", "onclick", "http:", "https:", "//cdn", "<script>"}
	for _, target := range []string{"/", "/embed.html"} {
		text, _ := io.ReadAll(call(h, "GET", target, "", nil).Body)
		for _, no := range unwanted {
			if strings.Contains(string(text), no) {
				t.Errorf("%s has %q", target, no)
			}
		}
	}

	// On a slow line what is not compressed takes longest.
	for accepted, want := range map[string]string{"gzip": "gzip", "": ""} {
		reply := call(h, "GET", "/js/main.js", "", map[string]string{"Accept-Encoding": accepted})
		if got := reply.Header.Get("Content-Encoding"); got != want {
			t.Errorf("accepting %q: %q", accepted, got)
		}
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

	const tooDeep = `{"ask":"win","rules":"pacifist1","fen":"start","in":2000}`
	for _, body := range []string{"", "x", "[]", strings.Repeat("[", 1<<20), tooDeep} {
		reply := call(h, "POST", "/ask", body, asJSON)
		text, _ := io.ReadAll(reply.Body)
		if reply.StatusCode != 200 || !strings.Contains(string(text), `"error"`) {
			t.Errorf("%.20s: %d %s", body, reply.StatusCode, text)
		}
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
