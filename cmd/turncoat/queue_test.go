package main

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

// A queue is served until that is interrupted. Who asks and who works join it and leave nothing behind; what the
// worker has proved is what a call proves that shares nothing.
func TestQueueIsServed(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	text, err := os.ReadFile("../../puzzle/collection/conversion.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	puzzles := filepath.Join(t.TempDir(), "puzzles.jsonl")
	if err := os.WriteFile(puzzles, []byte(strings.Join(strings.SplitAfter(string(text), "\n")[:3], "")),
		0o600); err != nil {
		t.Fatal(err)
	}
	_, want, _ := call(t, "", "puzzle", "verify", "--json", puzzles)
	if strings.Count(want, `"ok":true`) != 3 {
		t.Fatal(want)
	}
	left := func() []string {
		list, err := filepath.Glob(filepath.Join(temp, "turncoat-tables-*"))
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	nothing := func(who string) {
		t.Helper()
		until(t, who+" leaves nothing behind: that", func() bool { return len(left()) == 0 },
			func() string { return strings.Join(left(), " ") })
	}

	server := begin(t, nil, "cluster", "serve", "--dir", t.TempDir(), "0")
	address := server.await(&server.err, `workers join with: turncoat worker (nats://127\.0\.0\.1:\d+)\n`)[1]
	server.await(&server.err, `this server asks nobody who they are, and what is sent can be read on the way: --cluster-config changes that\n`)
	if status, out, message := call(t, "", "cluster", "status", address); status != 0 ||
		out != "no work and no workers\n" {
		t.Errorf("before: status %d, %q: %s", status, out, message)
	}
	worker := begin(t, nil, "worker", "--jobs", "1", address)
	name := worker.await(&worker.err, `turncoat worker: (\S+-worker-\d+) works for `+address+`; Ctrl-C ends it\n`)[1]
	if status, out, message := call(t, "", "puzzle", "verify", "--json", "--cluster", address,
		puzzles); status != 0 || out != want {
		t.Errorf("shared out: status %d, %q, want %q: %s", status, out, want, message)
	}
	if len(left()) != 1 {
		t.Errorf("while it works the worker has %q at hand", left())
	}
	_, out, message := call(t, "", "cluster", "status", address)
	if !strings.Contains(out, name+"  ") || strings.Contains(out, "no work and no workers") {
		t.Errorf("with a worker: %q: %s", out, message)
	}
	if _, out, message := call(t, "", "cluster", "status", "--json", address); !strings.HasPrefix(out, `{"work":[`) || !strings.Contains(out, `"workers":[{"name":"`+name+`"`) {
		t.Errorf("with a worker: %q: %s", out, message)
	}
	if status := worker.interrupt(); status != statusInterrupted || !strings.Contains(worker.err.String(),
		"interrupted") {
		t.Errorf("the worker ends with %d: %s", status, worker.err.String())
	}
	nothing("the worker")
	if status := server.interrupt(); status != statusInterrupted || !strings.Contains(server.err.String(),
		"interrupted") {
		t.Errorf("the server ends with %d: %s", status, server.err.String())
	}
	until(t, "nobody listens: that", func() bool {
		conn, err := net.Dial("tcp", strings.TrimPrefix(address, "nats://"))
		if err == nil {
			conn.Close()
		}
		return err != nil
	}, func() string { return address })

	// Who asks may serve the queue and work for it as well.
	if status, out, message := call(t, "", "puzzle", "verify", "--json", "--cluster", "listen:0",
		puzzles); status != 0 || out != want {
		t.Errorf("shared with itself: status %d, %q, want %q: %s", status, out, want, message)
	}
	nothing("who asks")
	until(t, "a queue that goes: that", func() bool {
		list, err := filepath.Glob(filepath.Join(temp, "turncoat-queue-*"))
		return err == nil && len(list) == 0
	}, func() string { return temp })
}

// Whoever can reach a server beyond this machine is warned of.
func TestBeyond(t *testing.T) {
	for host, want := range map[string]bool{"": false, "localhost": false, "127.0.0.1": false, "127.3.2.1": false,
		"::1": false, "0.0.0.0": true, "192.0.2.7": true, "::": true, "queue.example": true} {
		if got := beyond(host); (got != "") != want || want && !strings.Contains(got, "it listens on "+host+": ") {
			t.Errorf("%q: %q", host, got)
		}
	}
}

// Who shares work has the same program: built from the same state of the code, or the same to the byte.
func TestSourceOf(t *testing.T) {
	sum := programChecksum()
	if len(sum) != 32 || strings.Trim(sum, "0123456789abcdef") != "" {
		t.Errorf("the checksum of the program: %q", sum)
	}
	revision, clean, modified := debug.BuildSetting{Key: "vcs.revision", Value: "abc"},
		debug.BuildSetting{Key: "vcs.modified", Value: "false"}, debug.BuildSetting{Key: "vcs.modified", Value: "true"}
	for i, test := range []struct {
		settings []debug.BuildSetting
		want     string
	}{{nil, sum}, {[]debug.BuildSetting{revision}, "abc"}, {[]debug.BuildSetting{revision, clean}, "abc"},
		{[]debug.BuildSetting{revision, modified}, sum}, {[]debug.BuildSetting{modified, revision}, sum},
		{[]debug.BuildSetting{clean}, sum}} {
		if got := sourceOf(&debug.BuildInfo{Settings: test.settings}); got != test.want {
			t.Errorf("%d: %s, want %s", i, got, test.want)
		}
	}
	if got := sourceOf(nil); got != sum {
		t.Error(got)
	}
	if got := buildVersion(); !strings.HasPrefix(got, version()+" ") || strings.HasSuffix(got, " ") {
		t.Error(got)
	}
}

// A worker's name is that of its machine, in letters that every subject of NATS takes, and of its process.
func TestWorkerName(t *testing.T) {
	one := workerName("worker")
	if got, want := plainName("az`{AZ@[09/:-._ é*>"), "az__AZ__09__-______"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if host, err := os.Hostname(); err == nil && one != fmt.Sprintf("%s-worker-%d", plainName(host), os.Getpid()) {
		t.Errorf("%s on %s", one, host)
	}
	if !strings.Contains(one, "-worker-") || one == workerName("asker") {
		t.Error(one)
	}
}
