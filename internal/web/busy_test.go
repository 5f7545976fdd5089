package web

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"turncoat/protocol"
)

func busyHandler() *handler { return newHandler(page{}, Options{Searches: 1}) }

// Whoever does not receive what it is sent is hung up on.
func TestClientsThatDoNotReceive(t *testing.T) {
	h := busyHandler()
	h.patience = 10 * time.Millisecond
	gone := make(chan error, 1)
	server := httptest.NewServer(h.guarded(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		var err error
		for piece := make([]byte, 1<<20); err == nil; {
			_, err = w.Write(piece)
		}
		gone <- err
	})))
	defer server.Close()
	client, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if _, err := io.WriteString(client, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	select {
	case <-gone:
	case <-time.After(2 * time.Minute): // not how long it takes, but that it ends
		t.Fatal("it is still sent something")
	}
}

// A body counts how many like it are being read beyond their first piece, and the most that there were.
type body struct {
	io.Reader
	counts *counts
	read   int
	begun  bool
}

type counts struct {
	mu        sync.Mutex
	now, most int
	begun     chan struct{} // for each body
	end       chan struct{} // what ends one
}

func (b *body) Read(p []byte) (int, error) {
	c := b.counts
	if !b.begun && b.read >= pieceSize {
		b.begun = true
		c.mu.Lock()
		c.now++
		c.most = max(c.most, c.now)
		c.mu.Unlock()
		c.begun <- struct{}{}
		<-c.end
	}

	n, err := b.Reader.Read(p)
	b.read += n
	if err != nil {
		c.mu.Lock()
		c.now--
		c.mu.Unlock()
	}

	return n, err
}

// However many long questions there are, few are read at a time, and all are answered.
func TestLongQuestionsAtOnce(t *testing.T) {
	const many = 3 * maxLong
	h := busyHandler()
	c := &counts{begun: make(chan struct{}, many), end: make(chan struct{})}
	var asked sync.WaitGroup
	for i := range many {
		asked.Go(func() {
			r := httptest.NewRequest("POST", "/ask", &body{Reader: strings.NewReader(`{"id":1,"ask":"rules"}` + strings.Repeat(" ", pieceSize)), counts: c})
			r.Header.Set("Content-Type", "application/json")
			if r.ContentLength = -1; i%2 == 0 {
				r.ContentLength = maxCommon + 1
			}
			w := httptest.NewRecorder()
			h.ask(w, r)
			if !strings.HasPrefix(w.Body.String(), `{"id":1,`) {
				t.Errorf("%d %q", w.Code, w.Body.String())
			}
		})
	}

	for len(c.begun) < maxLong {
		runtime.Gosched()
	}
	time.Sleep(50 * time.Millisecond) // time to begin for those that should not
	for range many {
		<-c.begun
		c.end <- struct{}{}
	}

	asked.Wait()
	if c.most > maxLong {
		t.Errorf("%d were read at once", c.most)
	}
}

// A watched answer is looked at as it is written.
type watched struct {
	*httptest.ResponseRecorder
	look func()
}

func (w watched) Write(p []byte) (int, error) {
	w.look()
	return w.ResponseRecorder.Write(p)
}

// Who is answered holds no place while the answer is sent; where no place comes free in time, that is the answer.
func TestPlaces(t *testing.T) {
	for _, ask := range []string{"perft", "turns"} {
		h := busyHandler()
		line := `{"id":5,"ask":"` + ask + `","rules":"chess","fen":"start","depth":1}`
		looked := 0
		h.ask(watched{httptest.NewRecorder(), func() {
			if looked++; len(h.searches.running) > 0 || len(h.quick) > 0 || len(h.long) > 0 {
				t.Errorf("%s: a place is held", ask)
			}
		}}, asked("10.0.0.1", line))
		if looked != 1 {
			t.Errorf("%s: written in %d pieces", ask, looked)
		}

		h.searches.enter(t.Context(), "another")
		for range cap(h.quick) {
			h.quick <- struct{}{}
		}
		over, cancel := context.WithCancel(t.Context())
		cancel()
		request, _ := protocol.ParseRequest([]byte(line))
		reply := h.converse(over, &request, nil)
		if ask == "perft" {
			reply = h.search(over, "one", &request, nil)
		}
		if reply.Error == nil || reply.Error.Code != "limit" || string(reply.ID) != "5" {
			t.Errorf("%s: %+v", ask, reply)
		}
	}
}

// asked returns a question from an address.
func asked(address, line string) *http.Request {
	r := httptest.NewRequest("POST", "/ask", strings.NewReader(line))
	r.Header.Set("Content-Type", "application/json")
	r.RemoteAddr = net.JoinHostPort(address, "4711")
	return r
}

// The longest line is that of the protocol, beside the text of records; what is longer is refused,
// and nothing of it is sent back.
func TestLongLines(t *testing.T) {
	h := busyHandler()
	long := strings.Repeat("x", protocol.MaxLine)
	for line, code := range map[string]string{
		`{"id":"` + long + `","ask":"rules"}`:                                   "too-long",
		`{"id":"` + long + `","ask":"read","text":"1. e4 *"}`:                   "too-long",
		`{"id":1,"ask":"rules"}` + strings.Repeat(" ", protocol.MaxLine):        "too-long",
		`{"id":1,"ask":` + long + `}`:                                           "too-long",
		`{"id":1,"ask":"read","rules":"chess","text":"1. e4 {` + long + `} *"}`: "",
		`{"id":"` + long[:1000] + `","ask":"rules"}`:                            "",
	} {
		w := httptest.NewRecorder()
		h.ask(w, asked("10.0.0.1", line))
		var answer struct {
			ID    json.RawMessage
			Error struct{ Code string }
		}
		if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
			t.Fatalf("%.60s: %v", line, err)
		}
		if answer.Error.Code != code || code != "" && string(answer.ID) != "null" {
			t.Errorf("%.60s: %.200s", line, w.Body)
		}
	}
}
