package queue

import (
	"bufio"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"turncoat/internal/cluster"
)

// A server outlives clients that close half of their connection or reset it, that say something
// else, or one byte at a time, and keeps none of them but those that speak as they should.
func TestRudeClients(t *testing.T) {
	server, err := Listen(Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	address := strings.TrimPrefix(server.URL(), "nats://")
	call := func() (*net.TCPConn, *bufio.Reader) {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		conn.SetDeadline(time.Now().Add(2 * time.Minute)) // not how long it takes, but that it ends
		lines := bufio.NewReader(conn)
		if line, err := lines.ReadString('\n'); err != nil || !strings.HasPrefix(line, "INFO ") {
			t.Fatalf("%q, %v", line, err)
		}
		return conn.(*net.TCPConn), lines
	}
	slow, answers := call()
	for _, b := range []byte("CONNECT {\"verbose\":false}\r\nPING\r\n") {
		time.Sleep(time.Millisecond)
		if _, err := slow.Write([]byte{b}); err != nil {
			t.Fatal(err)
		}
	}

	if line, err := answers.ReadString('\n'); err != nil || line != "PONG\r\n" {
		t.Errorf("one byte at a time: %q, %v", line, err)
	}
	for name, leave := range map[string]func(*net.TCPConn){
		"closed for sending": func(c *net.TCPConn) { c.CloseWrite() },
		"another language":   func(c *net.TCPConn) { io.WriteString(c, "GET / HTTP/1.1\r\n\r\n") },
		"an endless line": func(c *net.TCPConn) {
			io.WriteString(c, "PUB "+strings.Repeat("x", 1<<20))
		},
		"too large": func(c *net.TCPConn) {
			io.WriteString(c, "CONNECT {}\r\nPUB a 1000000000\r\n")
		},
	} {
		conn, rest := call()
		leave(conn)
		// until the server hangs up; a reset does as well
		if _, err := io.Copy(io.Discard, rest); err != nil {
			if wrong, ok := err.(net.Error); ok && wrong.Timeout() {
				t.Errorf("%s: it stays connected", name)
			}
		}

		conn.Close()
	}

	reset, _ := call()
	reset.SetLinger(0)
	reset.Close()
	for range 1000 {
		if server.server.NumClients() == 1 { // the slow one
			break
		}
		time.Sleep(10 * time.Millisecond)
	}

	if n := server.server.NumClients(); n != 1 {
		t.Errorf("%d clients are kept", n)
	}
	conn, err := cluster.Dial(t.Context(), cluster.Options{URL: server.URL()})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if state, err := cluster.Status(t.Context(), conn); err != nil || len(state.Work) > 0 {
		t.Errorf("%+v, %v", state, err)
	}
}

// A place where no queue can lie is named.
func TestNoPlaceForQueue(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err := Listen(Options{Dir: file}); err == nil ||
		!strings.Contains(err.Error(), file+": ") {
		t.Errorf("%+v, %v", s, err)
	}
}
