package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A search takes no more memory than --memory says and the program needs itself, however many
// problems a file has and however many jobs solve them.
func TestMemoryIsAMaximum(t *testing.T) {
	const programSize = 48 << 10 // kB
	problem := "Pieces White Kg1 Bb2 Sf3 Black Kd4 Pe5 Pc6 Rb8 Bh7\nStipulation h#2.5\n"
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
		{"puzzle prove --rules benedict-king f4 e6", 64 << 10},
	} {
		cmd := exec.Command("turncoat", strings.Fields(test.call)...)
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
		if !ok {
			t.Skip("the system does not say how much memory a program has taken")
		}
		if usage.Maxrss > test.most+programSize {
			t.Errorf("%s takes %d kB: %s", test.call, usage.Maxrss, out)
		}
	}
}
