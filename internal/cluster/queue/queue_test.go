package queue

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Without options a server listens on the loopback interface and a free port, within bounds and in
// a temporary directory; a configuration file overrides that.
func TestListen(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	config := func(text string) string {
		path := filepath.Join(t.TempDir(), "nats.conf")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	dir := t.TempDir()
	for _, test := range []struct {
		name                  string
		o                     Options
		memory, store         int64
		dir                   string // empty: one that goes
		identified, encrypted bool
	}{
		{"nothing said", Options{}, 256 << 20, 4 << 30, "", false, false},
		{"a place", Options{Host: "127.0.0.1", Dir: dir}, 256 << 20, 4 << 30, dir, false, false},
		{"a file", Options{Host: "192.0.2.1", Dir: t.TempDir(),
			Config: config(fmt.Sprintf(
				"host: 127.0.0.1\njetstream {store_dir: %q, max_mem: 64000000, max_file: 128000000}\n", dir))},
			64_000_000, 128_000_000, dir, false, false},
		{"a user", Options{Config: config("authorization {user: a, password: b}\n")}, 256 << 20,
			4 << 30, "", true, false},
		{"a token", Options{Config: config("authorization {token: a}\n")}, 256 << 20, 4 << 30, "",
			true, false},
		{"users", Options{Config: config("authorization {users: [{user: a, password: b}]}\n")},
			256 << 20, 4 << 30, "", true, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := Listen(test.o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if identified, encrypted := s.Secured(); identified != test.identified ||
				encrypted != test.encrypted {
				t.Errorf("identified %t, encrypted %t", identified, encrypted)
			}
			if !strings.HasPrefix(s.URL(), "nats://127.0.0.1:") ||
				strings.HasSuffix(s.URL(), ":4222") || strings.HasSuffix(s.URL(), ":0") {
				t.Errorf("it listens on %s", s.URL())
			}

			got := s.server.JetStreamConfig()
			if got.MaxMemory != test.memory || got.MaxStore != test.store {
				t.Errorf("%d and %d bytes, want %d and %d", got.MaxMemory, got.MaxStore,
					test.memory, test.store)
			}
			if test.dir != "" && !strings.HasPrefix(got.StoreDir, test.dir) {
				t.Errorf("its place is %s", got.StoreDir)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			if _, err := os.Stat(filepath.Dir(got.StoreDir)); (err == nil) != (test.dir != "") {
				t.Errorf("its place afterwards: %v", err)
			}
			if s.server.Running() {
				t.Error("it goes on")
			}
		})
	}

	if left, _ := os.ReadDir(os.TempDir()); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	bad := config("jetstream {")
	if _, err := Listen(Options{Config: bad}); err == nil ||
		!strings.HasPrefix(err.Error(), bad+": ") {
		t.Errorf("%v", err)
	}
	if _, err := Listen(Options{Config: config("lame_duck_duration: 1s\nlame_duck_grace_period: 2s\n")}); err == nil {
		t.Error("a file that contradicts itself is taken")
	}
	if left, _ := os.ReadDir(os.TempDir()); len(left) > 0 {
		t.Errorf("left behind by servers that did not start: %v", left)
	}
}

// An address to listen on is a port, or a host and a port.
func TestParseAddress(t *testing.T) {
	for _, test := range []struct {
		text, host string
		port       int
		ok         bool
	}{
		{"4222", "", 4222, true}, {"0.0.0.0:4222", "0.0.0.0", 4222, true},
		{"[::1]:0", "::1", 0, true},
		{"", "", 0, false}, {"host", "", 0, false}, {"host:x", "", 0, false},
		{"70000", "", 0, false},
		{"-1", "", 0, false},
	} {
		host, port, err := ParseAddress(test.text)
		if host != test.host || port != test.port || (err == nil) != test.ok {
			t.Errorf("%q: %q, %d, %v", test.text, host, port, err)
		}
	}
}
