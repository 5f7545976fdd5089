package web

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
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
		r := httptest.NewRequest("POST", "/ask", strings.NewReader(line))
		r.Header.Set("Content-Type", "application/json")
		looked := 0
		h.ask(watched{httptest.NewRecorder(), func() {
			if looked++; len(h.searches) > 0 || len(h.quick) > 0 || len(h.long) > 0 {
				t.Errorf("%s: a place is held", ask)
			}
		}}, r)
		if looked != 1 {
			t.Errorf("%s: written in %d pieces", ask, looked)
		}
		over, cancel := context.WithCancel(t.Context())
		cancel()
		for range cap(h.searches) {
			h.searches <- struct{}{}
		}
		for range cap(h.quick) {
			h.quick <- struct{}{}
		}
		reply := h.converse(over, []byte(line), []byte("5"), ask == "perft", nil)
		if reply.Error == nil || reply.Error.Code != "limit" || string(reply.ID) != "5" {
			t.Errorf("%s: %+v", ask, reply)
		}
	}
}
