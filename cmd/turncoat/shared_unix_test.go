//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"turncoat/internal/cluster/queue"
)

// shared runs the words as a command whose work two other processes share. One worker is killed,
// then the asker, who is started again; what it leaves behind is for the script to compare.
func shared(ts *testscript.TestScript, _ bool, words []string) {
	server, err := queue.Listen(queue.Options{Dir: ts.MkAbs("queue-of-shared")})
	ts.Check(err)
	ts.Defer(func() { server.Close() })
	address := server.URL()
	asker := append(words, "--jobs", "1", "--cluster", address)
	start := func(words []string) *exec.Cmd {
		cmd := exec.Command(absolute(ts, words[0]), words[1:]...)
		cmd.Dir = ts.Getenv("WORK")
		cmd.Env = append(os.Environ(), "TMPDIR="+ts.Getenv("TMPDIR")) // who is killed leaves something
		ts.Check(cmd.Start())
		ts.Defer(func() { cmd.Process.Kill(); cmd.Wait() })
		return cmd
	}
	first := start(asker)
	one, two := start([]string{"turncoat", "worker", address}), start(
		[]string{"turncoat", "worker", address},
	)
	time.Sleep(150 * time.Millisecond)
	one.Process.Kill()
	time.Sleep(50 * time.Millisecond)
	first.Process.Kill()
	first.Wait()
	again := start(asker)
	if err := again.Wait(); err != nil {
		ts.Fatalf("the asker that was started again: %v", err)
	}
	two.Process.Kill()
}

// absolute finds a program as the scripts do.
func absolute(ts *testscript.TestScript, name string) string {
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		if path := filepath.Join(dir, name); dir != "" {
			if _, err := os.Stat(path); err == nil {
				return path
			}
		}
	}

	ts.Fatalf("there is no %s", name)
	return ""
}
