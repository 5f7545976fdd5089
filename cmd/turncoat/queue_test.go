package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"turncoat/cluster/queue"
)

// A job and a worker join a queue and leave nothing behind; what the worker proves is what a call proves that shares nothing.
func TestQueue(t *testing.T) {
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

	address := serveQueue(t, 0)
	if status, out, message := call(t, "", "cluster", "status", address); status != 0 ||
		out != "no jobs and no workers\n" {
		t.Errorf("before: status %d, %q: %s", status, out, message)
	}
	worker := begin(t, nil, "worker", "--jobs", "1", address)
	name := worker.await(&worker.err, `turncoat worker: (\S+-worker-\d+) is working for `+address+`; Ctrl-C ends it\n`)[1]
	if status, out, message := call(t, "", "puzzle", "verify", "--json", "--cluster", address,
		puzzles); status != 0 || out != want {
		t.Errorf("shared out: status %d, %q, want %q: %s", status, out, want, message)
	}
	if len(left()) != 1 {
		t.Errorf("while it works the worker has %q at hand", left())
	}
	_, out, message := call(t, "", "cluster", "status", address)
	if !strings.Contains(out, name+"  ") || strings.Contains(out, "no jobs and no workers") {
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

// serveQueue serves a queue with some workers until the test ends and returns its address.
func serveQueue(t *testing.T, workers int) string {
	t.Helper()
	server, err := queue.Listen(queue.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	for range workers {
		worker := begin(t, nil, "worker", "--jobs", "1", server.URL())
		t.Cleanup(func() { worker.interrupt() })
	}
	return server.URL()
}

// serveScript serves a queue with one worker until the script ends and puts its address in QUEUE.
func serveScript(ts *testscript.TestScript, _ bool, _ []string) {
	server, err := queue.Listen(queue.Options{Dir: ts.MkAbs("queue-of-script")})
	ts.Check(err)
	ts.Defer(func() { server.Close() })
	ts.Setenv("QUEUE", server.URL())
	worker := exec.Command(absolute(ts, "turncoat"), "worker", "--jobs", "1", server.URL())
	ts.Check(worker.Start())
	ts.Defer(func() { worker.Process.Kill(); worker.Wait() })
}
