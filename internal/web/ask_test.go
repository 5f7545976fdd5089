package web

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"turncoat/internal/answer/probing"
	"turncoat/internal/tablebase/embedded"
	"turncoat/protocol"
)

// A waiter answers questions when it is told to.
type waiter struct {
	begun chan struct{} // for each question
	until chan struct{} // what ends one, or all when it is closed
	ended chan error    // why each has ended: nil, or the error of its context
}

func newWaiter() *waiter {
	return &waiter{make(chan struct{}, 100), make(chan struct{}), make(chan error, 100)}
}

func (s *waiter) answer(ctx context.Context, _ *protocol.Question) (any, error) {
	s.begun <- struct{}{}
	select {
	case <-s.until:
	case <-ctx.Done():
	}

	s.ended <- ctx.Err()
	return map[string]any{"waited": true}, nil
}

// answerAtOnce answers any question.
func answerAtOnce(_ context.Context, q *protocol.Question) (any, error) {
	var ignored struct {
		Text string `json:"text"`
		Time int    `json:"time"`
	}
	return map[string]any{}, q.Fields(&ignored)
}

// handlerOf returns a handler that has a waiter answer "solve", a search, and "wait", which is
// none.
func handlerOf(s *waiter) *handler {
	h := newHandler(page{}, Options{Searches: 1})
	h.patience = 50 * time.Millisecond
	h.server = &protocol.Server{
		More: map[string]func(context.Context, *protocol.Question) (any, error){
			"solve": s.answer, "wait": s.answer, "best": answerAtOnce, "read": answerAtOnce,
		},
	}
	return h
}

// listen serves a handler on the loopback interface.
func listen(t *testing.T, h *handler) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("POST /ask", h.ask)
	server := httptest.NewUnstartedServer(h.guarded(mux))
	server.Config.ReadHeaderTimeout = 300 * time.Millisecond
	server.Config.ReadTimeout = 300 * time.Millisecond
	server.Start()
	t.Cleanup(server.Close)
	return server
}

// call connects to a server and sends some text.
func call(t *testing.T, server *httptest.Server, text string) *net.TCPConn {
	t.Helper()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	_, err = io.WriteString(conn, text)
	if err != nil {
		t.Fatal(err)
	}
	err = conn.SetDeadline(time.Now().Add(2 * time.Minute)) // so that a fault ends the test
	if err != nil {
		t.Fatal(err)
	}
	return conn.(*net.TCPConn)
}

// header is that of a question of some length.
const header = "POST /ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
	"Content-Length: %d\r\n\r\n"

func posted(line string) string { return fmt.Sprintf(header, len(line)) + line }

// answerOn reads the body of an answer, whole.
func answerOn(t *testing.T, conn net.Conn) string {
	t.Helper()
	r, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// answerTo returns what a handler answers to a question.
func answerTo(h *handler, line string) string {
	r := httptest.NewRequest("POST", "/ask", strings.NewReader(line))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ask(w, r)
	return w.Body.String()
}

// codeOf returns the id and the code of an answer; the code is empty if it is no error.
func codeOf(t *testing.T, answer string) (id, code string) {
	t.Helper()
	var reply struct {
		ID    json.RawMessage
		Error struct{ Code string }
	}
	if err := json.Unmarshal([]byte(answer), &reply); err != nil {
		t.Fatalf("%.200s: %v", answer, err)
	}
	return string(reply.ID), reply.Error.Code
}

// While as many searches run as may, another is answered that the server is busy; brief searches,
// records and what takes no search are answered. When a search has ended there is a place again.
func TestBusy(t *testing.T) {
	s := newWaiter()
	h := handlerOf(s)
	first := make(chan string)
	go func() { first <- answerTo(h, `{"id":1,"ask":"solve"}`) }()
	<-s.begun
	for line, want := range map[string]string{
		`{"id":2,"ask":"solve"}`:           "busy",
		`{"id":2,"ask":"best","time":300}`: "",
		`{"id":2,"ask":"read"}`:            "",
		`{"id":2,"ask":"rules"}`:           "",
	} {
		id, code := codeOf(t, answerTo(h, line))
		if id != "2" || code != want {
			t.Errorf("%s: id %s, code %q, want %q", line, id, code, want)
		}
	}

	close(s.until)
	<-first
	_, code := codeOf(t, answerTo(h, `{"id":3,"ask":"solve"}`))
	if code != "" {
		t.Errorf("when the search has ended: code %q", code)
	}
}

// Quick answers and long questions are bounded, too; whoever finds no place is told so.
func TestPlacesAreBounded(t *testing.T) {
	long := strings.Repeat(" ", maxCommon)
	for _, test := range []struct {
		line  string
		most  int
		other string // which is answered meanwhile
	}{
		{`{"ask":"wait"}`, maxQuick, `{"ask":"read"}`},
		{`{"ask":"wait"}` + long, maxLong, `{"ask":"rules"}`},
	} {
		s := newWaiter()
		h := handlerOf(s)
		answers := make(chan string)
		for range test.most {
			go func() { answers <- answerTo(h, test.line) }()
		}
		for range test.most {
			<-s.begun
		}

		_, code := codeOf(t, answerTo(h, test.line))
		if code != "busy" {
			t.Errorf("%.20s beside %d: code %q", test.line, test.most, code)
		}
		_, code = codeOf(t, answerTo(h, test.other))
		if code != "" {
			t.Errorf("%s: code %q", test.other, code)
		}
		close(s.until)
		for range test.most {
			<-answers
		}
	}
}

// A question is as long as a line of the protocol may be, beside the text of records. A longer one
// is refused, and nothing of it is sent back.
func TestLongLines(t *testing.T) {
	h := handlerOf(newWaiter())
	long := strings.Repeat("x", protocol.MaxLine)
	for line, want := range map[string]string{
		`{"id":"` + long + `","ask":"rules"}`:                                   "too-long",
		`{"id":"` + long + `","ask":"read","text":"1. e4 *"}`:                   "too-long",
		`{"id":1,"ask":"rules"}` + strings.Repeat(" ", protocol.MaxLine):        "too-long",
		`{"id":1,"ask":` + long + `}`:                                           "too-long",
		`{"id":1,"ask":"read","rules":"chess","text":"1. e4 {` + long + `} *"}`: "",
		`{"id":"` + long[:1000] + `","ask":"rules"}`:                            "",
	} {
		id, code := codeOf(t, answerTo(h, line))
		if code != want || want != "" && id != "null" {
			t.Errorf("%.60s: id %.40s, code %q, want %q", line, id, code, want)
		}
	}
}

// An answer may take twenty seconds, that of a search ten minutes; when it has been given nothing
// works on it any more.
func TestTimeOfAnswers(t *testing.T) {
	for ask, want := range map[string]time.Duration{"solve": searchTime, "other": quickTime} {
		var given context.Context
		h := handlerOf(newWaiter())
		h.server.More[ask] = func(ctx context.Context, _ *protocol.Question) (any, error) {
			given = ctx
			return map[string]any{}, nil
		}
		before := time.Now()
		_, code := codeOf(t, answerTo(h, `{"id":1,"ask":"`+ask+`"}`))
		end, _ := given.Deadline()
		if code != "" || end.Before(before.Add(want)) || end.After(time.Now().Add(want)) {
			t.Errorf("%s: code %q; the time is over at %v, not %v later", ask, code, end, want)
		}
		if given.Err() == nil {
			t.Errorf("%s: its context goes on", ask)
		}
	}
}

// A search may take longer than the server waits for a question to be sent.
func TestSearchOutlastsReading(t *testing.T) {
	s := newWaiter()
	conn := call(t, listen(t, handlerOf(s)), posted(`{"id":1,"ask":"solve"}`))
	<-s.begun
	time.Sleep(500 * time.Millisecond)
	s.until <- struct{}{}
	if err := <-s.ended; err != nil {
		t.Errorf("the search has ended: %v", err)
	}
	if got := answerOn(t, conn); got != `{"id":1,"waited":true}`+"\n" {
		t.Error(got)
	}
}

// A client that closes its sending side hears the answer that takes no search, and of a search that
// it has ended.
func TestClosedSendingSide(t *testing.T) {
	s := newWaiter()
	server := listen(t, handlerOf(s))
	quick := call(t, server, posted(`{"id":1,"ask":"wait"}`))
	search := call(t, server, posted(`{"id":2,"ask":"solve"}`))
	for _, conn := range []*net.TCPConn{quick, search} {
		<-s.begun
		if err := conn.CloseWrite(); err != nil {
			t.Fatal(err)
		}
	}

	if err := <-s.ended; err == nil { // the search's: the other waits
		t.Error("the search goes on")
	}
	id, code := codeOf(t, answerOn(t, search))
	if id != "2" || code != "cancelled" {
		t.Errorf("id %s, code %q", id, code)
	}

	close(s.until)
	if got := answerOn(t, quick); got != `{"id":1,"waited":true}`+"\n" {
		t.Error(got)
	}
}

// A search of a client that closes the connection, or resets it, ends.
func TestGoneClients(t *testing.T) {
	for name, leave := range map[string]func(*net.TCPConn){
		"closed": func(c *net.TCPConn) { c.Close() },
		"reset":  func(c *net.TCPConn) { c.SetLinger(0); c.Close() },
	} {
		s := newWaiter()
		conn := call(t, listen(t, handlerOf(s)), posted(`{"id":1,"ask":"solve"}`))
		<-s.begun
		leave(conn)
		if err := <-s.ended; err != context.Canceled { // not by its time limit
			t.Errorf("%s: the search goes on: %v", name, err)
		}
	}
}

// Clients that send a byte now and then, or only announce a long question, are disconnected when
// their time is over, and leave nothing behind; meanwhile others are answered.
func TestSlowClients(t *testing.T) {
	h := handlerOf(newWaiter())
	server := listen(t, h)
	before := runtime.NumGoroutine()
	long := posted(`{"id":1,"ask":"rules"}` + strings.Repeat(" ", 2*maxCommon))
	var slow []net.Conn
	for i := range 10 * maxLong {
		firstLine, header, body := "G", long[:50], long[:len(long)/4]
		begin := []string{firstLine, header, body}[i%3]
		slow = append(slow, call(t, server, begin))
	}

	id, _ := codeOf(t, answerOn(t, call(t, server, long)))
	if id != "1" {
		t.Errorf("id %s", id)
	}
	for _, conn := range slow {
		disconnected(t, conn)
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

// disconnected writes to a connection, a byte now and then, until the server has closed it.
func disconnected(t *testing.T, conn net.Conn) {
	t.Helper()
	for {
		_, err := conn.Write([]byte("x"))
		if err == nil {
			time.Sleep(10 * time.Millisecond)
			continue
		}
		if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
			t.Fatal("the server listens all the time")
		}
		return
	}
}

// A client that does not send the rest of a long question gives its place back.
func TestUnfinishedLongQuestions(t *testing.T) {
	h := handlerOf(newWaiter())
	h.longTime, h.patience = 200*time.Millisecond, time.Minute
	server := listen(t, h)
	long := posted(`{"id":1,"ask":"rules"}` + strings.Repeat(" ", 4*maxCommon))
	for range maxLong {
		call(t, server, long[:2*maxCommon])
	}
	for len(h.long) < maxLong {
		time.Sleep(time.Millisecond)
	}

	id, _ := codeOf(t, answerTo(h, long[strings.Index(long, "{"):]))
	if id != "1" {
		t.Errorf("id %s", id)
	}
}

// A client that does not receive what it is sent is disconnected.
func TestClientsThatDoNotReceive(t *testing.T) {
	h := handlerOf(newWaiter())
	h.sendTime = 10 * time.Millisecond
	gone := make(chan struct{})
	endless := func(w http.ResponseWriter, _ *http.Request) {
		for piece := make([]byte, 1<<20); ; {
			if _, err := w.Write(piece); err != nil {
				close(gone)
				return
			}
		}
	}
	server := httptest.NewServer(h.guarded(http.HandlerFunc(endless)))
	defer server.Close()
	call(t, server, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
	select {
	case <-gone:
	case <-time.After(2 * time.Minute): // so that a fault ends the test
		t.Fatal("it is still sent something")
	}
}

// Without tables of its own the board answers from those that come with the program: the longest
// win of a king against a king and a knight, of 25 plies as an independent program has found. Where
// it is given tables it asks those.
func TestTablesOfTheBoard(t *testing.T) {
	dir := t.TempDir()
	damaged := filepath.Join(dir, "pacifist1", "KKN.tct")
	if err := os.Mkdir(filepath.Dir(damaged), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(damaged, []byte("no table"), 0o666); err != nil {
		t.Fatal(err)
	}
	const line = `{"ask":"probe","rules":"pacifist1","fen":"n7/8/8/4K3/8/8/8/7k w - - 0 1"}`
	for tables, want := range map[*probing.TableSet]string{
		nil: `"class":"KKN","value":"win","plies":25`,
		probing.NewTableSet(embedded.Opener(dir)): "KKN.tct",
	} {
		got := answerTo(newHandler(page{}, Options{Tables: tables}), line)
		if !strings.Contains(got, want) {
			t.Errorf("%.300s, want %s", got, want)
		}
	}
}
