//go:build unix

package check

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"turncoat/internal/testing/filetest"
)

// behaviour is the variable that turns this test binary into a program under test.
const behaviour = "TURNCOAT_TEST_PROGRAM"

func TestMain(m *testing.M) {
	switch os.Getenv(behaviour) {
	case "":
	case "uci":
		actUCI()
		os.Exit(0)
	default:
		panic("no such behaviour")
	}

	findPython()
	os.Exit(m.Run())
}

// findPython puts Python itself at the head of the path, where python3 is a script that looks for
// it at each start.
func findPython() {
	out, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output()
	if err == nil {
		dir := filepath.Dir(strings.TrimSpace(string(out)))
		os.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	}
}

// shell returns a program of a shell, which begins soon.
func shell(script string) *Program {
	return &Program{Args: []string{"sh", "-c", script}, Timeout: 2 * time.Second}
}

// A process ends in its own way, or is killed, and where it runs and with which environment is up to
// the caller.
func TestProcesses(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	where := shell(`echo "$MINE in $(pwd)" >&2; exit 3`)
	where.Dir, where.Env = dir, append(os.Environ(), "MINE=here")
	noProgram := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(noProgram, []byte("no program at all\n"), 0o700); err != nil {
		t.Fatal(err)
	}

	for _, test := range []struct {
		what         string
		program      *Program
		code, stderr string
	}{
		{"it ends", where, "ended", "here in " + dir},
		{"it is killed", shell("kill -9 $$"), "ended", ""},
		{"it hangs", shell("sleep 3600"), "timeout", ""},
		{"it closes its output", shell("exec >&-; sleep 3600"), "ended", ""},
		{"it is no program", &Program{Args: []string{noProgram}}, "cannot-start", ""},
	} {
		t.Run(test.what, func(t *testing.T) {
			t.Parallel()
			r := check(t, test.program, few(t, 1))
			all := append(findingsOf(r), r.Findings...)
			if len(all) == 0 || all[0].Code != test.code || all[0].Stderr != test.stderr {
				t.Errorf("%+v", all)
			}
		})
	}
}

func TestProgramThatIsNotThere(t *testing.T) {
	for _, p := range []*Program{{Args: []string{"no-such-program-anywhere"}}, {}} {
		if _, err := Check(t.Context(), p, few(t, 1), Options{}); !errors.Is(err, ErrProgram) {
			t.Errorf("error %v", err)
		}
	}
}

// Nothing is left behind: neither the program nor what it started, even with its output held open.
func TestNoProcessIsLeft(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil || runtime.GOOS != "linux" {
		t.Skip("needs setsid")
	}
	for what, start := range map[string]string{"child": "sleep 3600",
		"stray": "setsid sleep 3600 >/dev/null"} {
		file := filepath.Join(t.TempDir(), "pid")
		check(t, shell(fmt.Sprintf("%s & echo $! >%s; exec cat", start, file)), few(t, 1))
		pid, err := strconv.Atoi(strings.TrimSpace(string(filetest.Read(t, file))))
		if err != nil {
			t.Fatal(err)
		}
		deadline := time.Now().Add(5 * time.Second)
		for ; !gone(pid); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%s: the process %d that the program started is still there", what, pid)
			}
		}
	}
}

// gone reports whether a process has ended, be it that nobody has asked after it yet.
func gone(pid int) bool {
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return true
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || strings.Contains(string(stat), ") Z ")
}
