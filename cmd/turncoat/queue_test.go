package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"turncoat/cmd/internal/command"
	"turncoat/internal/cluster/queue"
)

// A job and a worker join a queue and leave nothing behind; what the worker proves is what a call
// proves that shares nothing.
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
	name := worker.await(&worker.err, `turncoat worker: (\S+-worker-\d+) is working for `+address+
		`; Ctrl-C ends it\n`)[1]
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
	if _, out, message := call(t, "", "cluster", "status", "--json", address); !strings.HasPrefix(
		out,
		`{"work":[`,
	) ||
		!strings.Contains(out, `"workers":[{"name":"`+name+`"`) {
		t.Errorf("with a worker: %q: %s", out, message)
	}

	if status := worker.interrupt(); status != command.StatusInterrupted ||
		!strings.Contains(worker.err.String(),
			"interrupted") {
		t.Errorf("the worker ends with %d: %s", status, worker.err.String())
	}

	nothing("the worker")
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
	// who is killed leaves something
	worker.Env = append(os.Environ(), "TMPDIR="+ts.Getenv("TMPDIR"))
	ts.Check(worker.Start())
	ts.Defer(func() { worker.Process.Kill(); worker.Wait() })
}
