package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"turncoat/cmd/internal/command"
)

// A search takes no more memory than --memory says and the program needs itself, however many
// problems a file has and however many jobs solve them.
func TestMemoryIsAMaximum(t *testing.T) {
	const programSize = 48 << 10 // kB
	problem := "Pieces White Kg1 Bb1 Sh3 Black Kd4 Pe5 Pc6 Rb8 Bh7\nStipulation h#2.5\n"
	problems := "BeginProblem\n" + strings.Repeat(problem+"NextProblem\n", 5) + problem + "EndProblem\n"
	file := filepath.Join(t.TempDir(), "problems.inp")
	if err := os.WriteFile(file, []byte(problems), 0o600); err != nil {
		t.Fatal(err)
	}

	for _, test := range []struct {
		call string
		most int64 // kB
	}{
		{"puzzle solve-file --memory 64M --jobs 2 " + file, 64 << 10},
		{"puzzle solve-file --memory 1G --jobs 2 " + file, 64 << 10}, // no more pays off
		{"puzzle prove --rules benedict-king 1.f4 e6", 64 << 10},
	} {
		cmd := exec.Command("turncoat", strings.Fields(test.call)...)
		var out strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}

		taken := peak(cmd.Process.Pid)
		_ = cmd.Wait() // the exit status is looked at below
		if cmd.ProcessState.ExitCode() == command.StatusUnusable {
			t.Fatalf("%s: %s", test.call, out.String())
		}
		if taken == 0 {
			t.Skip("the system does not say how much memory a program has taken")
		}
		if taken > test.most+programSize {
			t.Errorf("%s takes %d kB: %s", test.call, taken, out.String())
		}
	}
}

// peak watches a process until it ends, and returns the most resident memory in kB that it was seen
// to have taken. The figure of wait4 would not do: it counts the memory of the test, from which the
// process was forked.
func peak(pid int) (taken int64) {
	for {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if err != nil {
			return taken
		}
		_, rest, ok := strings.Cut(string(status), "VmHWM:")
		if !ok { // it has ended
			return taken
		}
		if _, err := fmt.Sscan(rest, &taken); err != nil {
			return taken
		}
		time.Sleep(time.Millisecond)
	}
}
