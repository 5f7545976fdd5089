package web

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"turncoat/protocol"
)

// heard starts a server whose "wait" is answered when until is closed or the request ends, and counted in ended,
// as a search and as what takes none.
func heard(t *testing.T, o Options, set func(*http.Server), until <-chan struct{}) (server *httptest.Server,
	begun chan string, ended chan error) {
	t.Helper()
	begun, ended = make(chan string, 100), make(chan error, 100)
	wait := func(ctx context.Context, q *protocol.Question) (any, error) {
		begun <- q.Ask
		select {
		case <-until:
		case <-ctx.Done():
		}

		ended <- ctx.Err()
		return map[string]any{"waited": true}, nil
	}
	h := newHandler(page{}, o)
	h.promptness = 200 * time.Millisecond
	h.server = &protocol.Server{More: map[string]func(context.Context, *protocol.Question) (any, error){"solve": wait,
		"wait": wait}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /ask", h.ask)
	server = httptest.NewUnstartedServer(h.guarded(mux))
	if set != nil {
		set(server.Config)
	}
	server.Start()
	t.Cleanup(server.Close)
	return server, begun, ended
}

// posted returns the text of a request.
func posted(line string) string {
	return fmt.Sprintf("POST /ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(line), line)
}

// call connects to a server and sends some text.
func call(t *testing.T, server *httptest.Server, text string) *net.TCPConn {
	t.Helper()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	conn.SetDeadline(time.Now().Add(2 * time.Minute)) // not how long it takes, but that it ends
	return conn.(*net.TCPConn)
}

// answerOf reads the body of an answer, whole.
func answerOf(conn net.Conn) (string, error) {
	r, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return "", err
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	return string(body), err
}

// Clients that announce long questions and do not send them keep no long question waiting, however many they are.
func TestSlowLongQuestions(t *testing.T) {
	server, _, _ := heard(t, Options{}, nil, nil)
	for range 100 * maxLong {
		call(t, server, "POST /ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{")
	}
	time.Sleep(50 * time.Millisecond) // so that they come first
	answer, err := answerOf(call(t, server, posted(`{"id":1,"ask":"rules"}`+strings.Repeat(" ", maxCommon))))
	if err != nil || !strings.HasPrefix(answer, `{"id":1,`) {
		t.Errorf("%q, %v", answer, err)
	}
}

// As many searches run at a time as the options say, two if they say nothing; the next begins when one has ended.
func TestSearchesAtOnce(t *testing.T) {
	for given, want := range map[int]int{0: 2, 1: 1, 3: 3} {
		until := make(chan struct{})
		server, begun, _ := heard(t, Options{Searches: given}, nil, until)
		for i := range want + 1 {
			call(t, server, posted(fmt.Sprintf(`{"id":%d,"ask":"solve"}`, i)))
		}
		for range want {
			<-begun
		}
		select {
		case <-begun:
			t.Fatalf("%d: another search runs beside %d", given, want)
		case <-time.After(100 * time.Millisecond):
		}

		until <- struct{}{}
		<-begun
		close(until)
	}
}

// A client that closes its sending side hears what takes no search, and of a search that it has ended; the
// connection is closed then.
func TestClosedSendingSide(t *testing.T) {
	until := make(chan struct{})
	server, begun, ended := heard(t, Options{}, nil, until)
	quick := call(t, server, posted(`{"id":1,"ask":"wait"}`))
	search := call(t, server, posted(`{"id":2,"ask":"solve"}`))
	for range 2 {
		<-begun
	}
	for _, conn := range []*net.TCPConn{quick, search} {
		if err := conn.CloseWrite(); err != nil {
			t.Fatal(err)
		}
	}

	if err := <-ended; err == nil { // the search's: the other one waits
		t.Error("the search goes on")
	}
	if got, err := answerOf(search); err != nil || !strings.HasPrefix(got, `{"id":2,"error":{"code":"cancelled",`) {
		t.Errorf("%s, %v", got, err)
	}
	select {
	case <-ended:
		t.Error("the quick answer is ended, too")
	case <-time.After(200 * time.Millisecond):
	}

	close(until)
	if got, err := answerOf(quick); err != nil || got != `{"id":1,"waited":true}`+"\n" {
		t.Errorf("%s, %v", got, err)
	}
	for _, conn := range []net.Conn{quick, search} {
		if n, err := conn.Read(make([]byte, 1)); n > 0 || err == nil {
			t.Errorf("the connection stays: %d, %v", n, err)
		}
	}
}

// A search of a client that closes the connection, or resets it, ends.
func TestGoneClients(t *testing.T) {
	for name, leave := range map[string]func(*net.TCPConn){
		"closed": func(c *net.TCPConn) { c.Close() },
		"reset":  func(c *net.TCPConn) { c.SetLinger(0); c.Close() },
	} {
		server, begun, ended := heard(t, Options{}, nil, nil)
		conn := call(t, server, posted(`{"id":1,"ask":"solve"}`))
		<-begun
		leave(conn)
		if err := <-ended; err != context.Canceled { // not by its time limit
			t.Errorf("%s: the search goes on: %v", name, err)
		}
	}
}

// Clients that send a byte now and then are hung up on when their time is over, and leave nothing behind;
// meanwhile others are answered.
func TestSlowClients(t *testing.T) {
	until := make(chan struct{})
	close(until)
	server, _, _ := heard(t, Options{}, func(s *http.Server) {
		s.ReadHeaderTimeout, s.ReadTimeout = 300*time.Millisecond,
			300*time.Millisecond
	}, until)
	before := runtime.NumGoroutine()
	long := posted(`{"id":1,"ask":"wait"}` + strings.Repeat(" ", 2*maxCommon))
	var slow []net.Conn
	for i := range 40 {
		begins := []string{"G", long[:50], long[:len(long)/2]}[i%3] // in the first line, the header, the body
		slow = append(slow, call(t, server, begins))
	}

	if got, err := answerOf(call(t, server, posted(`{"id":2,"ask":"wait"}`))); err != nil || got != `{"id":2,"waited":true}`+"\n" {
		t.Errorf("%s, %v", got, err)
	}
	for i, conn := range slow {
		var err error
		for err == nil { // until the server has hung up
			time.Sleep(10 * time.Millisecond)
			_, err = conn.Write([]byte("x"))
		}

		if wrong, ok := err.(net.Error); ok && wrong.Timeout() {
			t.Fatalf("client %d is listened to all the time", i)
		}
		conn.Close()
	}

	server.Client().CloseIdleConnections()
	for range 1000 {
		if runtime.NumGoroutine() <= before+1 { // the connection that was answered
			return
		}
		time.Sleep(10 * time.Millisecond)
	}

	t.Errorf("%d goroutines, and there were %d", runtime.NumGoroutine(), before)
}
