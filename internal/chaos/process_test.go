package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"turncoat/internal/filetest"
)

// The servers know each other, and keep their names and disks.
func TestServe(t *testing.T) {
	w := newTroupe(t).world()
	for i := range w.servers {
		text, err := os.ReadFile(filepath.Join(w.dir, fmt.Sprintf("server%d.conf", i)))
		others := []string{`"nats://127.0.0.1:` + fmt.Sprint(w.routes[(i+1)%3]) + `"`, `"nats://127.0.0.1:` + fmt.Sprint(w.routes[(i+2)%3]) + `"`}
		if i == 1 {
			slices.Reverse(others)
		}
		want := fmt.Sprintf("server_name: s%d\nlisten: \"127.0.0.1:%d\"\njetstream {store_dir: %q}\ncluster {name: chaos, listen: \"127.0.0.1:%d\", routes: [%s, %s], no_advertise: true}\n",
			i, w.ports[i], filepath.Join(w.dir, fmt.Sprint("server", i)), w.routes[i], others[0], others[1])
		if err != nil || string(text) != want {
			t.Errorf("server %d: %v\n%s\nwant\n%s", i, err, text, want)
		}
	}
	if at := w.leader(); at != 0 {
		t.Errorf("server %d leads, and nobody says so", at)
	}
}

// A proxy brings what is sent to the server of each of its ports, and back. While it stalls nothing passes, and
// nothing is lost.
func TestProxy(t *testing.T) {
	w := newTroupe(t).world()
	p := w.proxies[2]
	urls := strings.Split(p.url(), ",")
	if len(urls) != 3 {
		t.Fatalf("%q", urls)
	}
	for i, url := range urls {
		conn, err := net.Dial("tcp", strings.TrimPrefix(url, "nats://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		in := bufio.NewReader(conn)
		if line, err := in.ReadString('\n'); err != nil || !strings.Contains(line, fmt.Sprintf(`"server_id":"%d"`, w.ports[i])) {
			t.Errorf("port %d leads to %q, %v", i, line, err)
		}
		p.stall(time.Hour)
		if _, err := conn.Write([]byte("hello\n")); err != nil {
			t.Fatal(err)
		}
		if err := conn.SetReadDeadline(time.Now().Add(100 * time.Millisecond)); err != nil {
			t.Fatal(err)
		}
		if line, err := in.ReadString('\n'); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("while it stalls %q passes, %v", line, err)
		}
		p.stall(0)
		if err := conn.SetReadDeadline(time.Time{}); err != nil {
			t.Fatal(err)
		}
		if line, err := in.ReadString('\n'); err != nil || line != "hello\n" {
			t.Errorf("what was sent comes as %q, %v", line, err)
		}
		w.servers[i].kill()
		if _, err := in.ReadByte(); !errors.Is(err, io.EOF) {
			t.Errorf("when the server is gone: %v", err)
		}
		conn, err = net.Dial("tcp", strings.TrimPrefix(url, "nats://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if n, err := conn.Read(make([]byte, 1)); n > 0 || err == nil {
			t.Errorf("of a server that is not there: %v", err)
		}
	}
	p.close()
	if _, err := net.Dial("tcp", strings.TrimPrefix(urls[0], "nats://")); err == nil {
		t.Error("a closed proxy listens")
	}
}

// A free port can be listened at; who listens is awaited.
func TestPorts(t *testing.T) {
	port, err := freePort()
	if err != nil || port == 0 {
		t.Fatal(port, err)
	}
	late := make(chan net.Listener, 1)
	go func() {
		time.Sleep(100 * time.Millisecond)
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil {
			t.Error(err)
		}
		late <- l
	}()
	if err := await(port); err != nil {
		t.Error(err)
	}
	(<-late).Close()
}

// What a process writes goes behind what those before it wrote; it has ended when it has been killed, or by
// itself, with its error.
func TestProcess(t *testing.T) {
	c := newTroupe(t, "failing")
	w := &world{turncoat: c.turncoat, dir: t.TempDir()}
	for n := 1; n <= 2; n++ {
		p, err := w.start("log", "worker")
		if err != nil || p.ended() {
			t.Fatalf("it has ended: %v", err)
		}
		for text := ""; strings.Count(text, "playing worker\n") < n; time.Sleep(time.Millisecond) {
			text = string(filetest.Read(t, filepath.Join(w.dir, "log.log")))
		}
		if p.kill(); !p.ended() || p.err == nil {
			t.Errorf("killed: %v", p.err)
		}
	}
	p, err := w.start("log", "puzzle", "--cluster")
	if err != nil {
		t.Fatal(err)
	}
	if <-p.over; !p.ended() || fmt.Sprint(p.err) != "exit status 1" {
		t.Errorf("%v", p.err)
	}
	text, err := os.ReadFile(filepath.Join(w.dir, "log.log"))
	if err != nil || string(text) != "playing worker\nplaying worker\nplaying puzzle\n" {
		t.Errorf("%q, %v", text, err)
	}
	var none *process
	none.kill()
	if _, err := (&world{turncoat: c.turncoat, dir: filepath.Join(c.dir, "none")}).start("log",
		"worker"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no place for its log: %v", err)
	}
	if _, err := (&world{turncoat: "/none", dir: c.dir}).start("log", "worker"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no program: %v", err)
	}
}
