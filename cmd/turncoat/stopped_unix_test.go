//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/longtest"
)

// A worker and then the asker of shared work are stopped (SIGSTOP) for a while, in the long tests
// for longer than a worker may be silent, and go on: the result is the same.
func TestStoppedProcesses(t *testing.T) {
	pause := 300 * time.Millisecond
	if longtest.Enabled() {
		pause = time.Minute
	}
	dir := t.TempDir()
	turncoat := filepath.Join(installed(t), "turncoat")
	puzzles := filepath.Join(dir, "puzzles.jsonl")
	collection := filetest.Read(t, "../../puzzle/collection/pacifist1.jsonl")
	lines := bytes.SplitAfter(collection, []byte("\n"))
	filetest.Write(t, puzzles, bytes.Join(lines[:20], nil))
	verify := []string{"puzzle", "verify", "--json", puzzles}
	_, want, _ := call(t, "", verify...)

	address := serveQueue(t, 0)
	temp := t.TempDir() // who is killed leaves something
	begin := func(words ...string) (*exec.Cmd, *bytes.Buffer) {
		var out bytes.Buffer
		cmd := exec.Command(turncoat, words...)
		cmd.Stdout, cmd.Stderr = &out, os.Stderr
		cmd.Env = append(os.Environ(), "TMPDIR="+temp)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = cmd.Process.Kill() })
		return cmd, &out
	}
	stopped := func(cmd *exec.Cmd) {
		if err := cmd.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		time.Sleep(pause)
		if err := cmd.Process.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
	}
	asker, out := begin(append(verify, "--cluster", address)...)
	one, _ := begin("worker", "--jobs", "1", address)
	begin("worker", "--jobs", "1", address)
	until(t, "a worker", func() bool {
		_, status, _ := call(t, "", "cluster", "status", "--json", address)
		return bytes.Contains([]byte(status), []byte(`"name"`))
	}, func() string { return "none" })
	stopped(one)
	stopped(asker)
	if err := asker.Wait(); err != nil || out.String() != want {
		t.Errorf("%v: %s\nwant %s", err, out, want)
	}
}
