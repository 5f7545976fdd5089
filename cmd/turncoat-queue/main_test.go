package main

import (
	"context"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// serve runs the program until the test ends it and returns its address.
func serve(t *testing.T, args ...string) (address string, said *strings.Builder, stop func() int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	reader, writer := io.Pipe()
	over := make(chan int, 1)
	go func() {
		over <- run(ctx, args, io.Discard, writer)
		writer.Close()
	}()
	said = new(strings.Builder)
	found := make(chan string, 1)
	read := make(chan struct{})
	go func() {
		defer close(read)
		buffer := make([]byte, 4096)
		for {
			n, err := reader.Read(buffer)
			said.Write(buffer[:n])
			if m := regexp.MustCompile(`nats://\S+`).FindString(said.String()); m != "" &&
				len(found) == 0 {
				found <- m
			}

			if err != nil {
				return
			}
		}
	}()
	select {
	case address = <-found:
	case <-time.After(20 * time.Second):
		t.Fatal("no address")
	}

	return address, said, func() int {
		cancel()
		status := <-over
		<-read
		return status
	}
}

// The queue is served on the loopback interface until it is interrupted, and leaves nothing behind.
func TestServes(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	address, said, stop := serve(t, "0")
	host := strings.TrimPrefix(address, "nats://")
	if !strings.HasPrefix(host, "127.0.0.1:") {
		t.Errorf("it listens on %s", host)
	}
	conn, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	if status := stop(); status != 130 {
		t.Errorf("status %d", status)
	}
	if text := said.String(); !strings.Contains(text, "no authentication") ||
		strings.Contains(text, "others can") {
		t.Error(text)
	}

	if left, _ := filepath.Glob(filepath.Join(temp, "*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// A host that other machines can reach is warned of, whether the argument or a configuration file
// names it.
func TestWarnsOfHost(t *testing.T) {
	config := filepath.Join(t.TempDir(), "nats.conf")
	if err := os.WriteFile(config, []byte("host: 0.0.0.0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"--dir", t.TempDir(), "0.0.0.0:0"},
		{"--dir", t.TempDir(), "--config", config, "0"}} {
		_, said, stop := serve(t, args...)
		stop()
		if !strings.Contains(said.String(), "it listens on 0.0.0.0") {
			t.Errorf("%q: %s", args, said)
		}
	}
}

func TestBadCalls(t *testing.T) {
	for _, args := range [][]string{{}, {"0", "1"}, {"host:x"}, {"--nonsense", "0"},
		{"--config", "/nowhere", "0"}} {
		var said strings.Builder
		if status := run(t.Context(), args, io.Discard, &said); status != 2 || said.Len() == 0 {
			t.Errorf("%q: status %d, %q", args, status, said.String())
		}
	}

	var out strings.Builder
	if status := run(t.Context(), []string{"--help"}, &out, io.Discard); status != 0 ||
		!strings.Contains(out.String(), "--dir") {
		t.Errorf("--help: status %d, %q", status, out.String())
	}
}
