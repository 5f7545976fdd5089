//go:build unix

package check

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"turncoat/corpus"
	"turncoat/internal/testing/filetest"
)

var chessCases = sync.OnceValues(func() ([]corpus.Case, error) {
	return corpus.Golden(corpus.Smoke, "chess")
})

// few returns the first cases of a committed corpus.
func few(t *testing.T, n int) []corpus.Case {
	t.Helper()
	cases, err := chessCases()
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) < n {
		t.Fatalf("there are only %d cases", len(cases))
	}
	return cases[:n:n]
}

func check(t *testing.T, p *Program, cases []corpus.Case) *Report {
	t.Helper()
	report, err := Check(t.Context(), p, cases, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestGoodPrograms(t *testing.T) {
	cases := few(t, 12)
	for _, b := range []string{"good", "noise"} {
		for _, jobs := range []int{1, 3} {
			p := underTest(t, b)
			p.Jobs = jobs
			if r := check(t, p, cases); !r.OK() || r.Count(Right) != len(cases) {
				t.Errorf("%s with %d jobs: %+v", b, jobs, r.JSON())
			}
		}
	}
}

// Whatever a program does wrong is a finding of its own, and the run goes on with a fresh process.
func TestBadBehaviour(t *testing.T) {
	tests := []struct {
		behaviour string
		code      string
		right     int // of six cases
		inCase    bool
		says      string
	}{
		// A fresh process counts its questions from 1: what fails on the third fails on every third
		// or so, and each failure costs a case at most.
		{"crash:3", "ended", -1, true, "exit status 2"},
		{"die", "ended", 0, true, "exit status 3"},
		{"hang:6", "timeout", 5, true, "flush"},
		{"hang:2", "gave-up", -1, false, "3 questions were not answered"},
		{"junk:6", "junk", 5, true, `"thinking..."`},
		{"wrong-id:6", "wrong-id", 5, true, "777777"},
		{"text-id", "wrong-id", 0, true, `"\"1\""`},
		{"swap", "out-of-order", -1, true, "came before"},
		{"twice", "wrong-id", -1, true, "answered before"},
		{"once", "ended", -1, false, "exit status 0"},
		{"flood:6", "too-long", 5, true, "longer than"},
		{"lines:6", "junk", 5, true, `{\"hello\":1}`},
		{"banner", "junk", 0, true, "MyEngine 1.0 ready"},
		{"mute", "ended", 0, true, "closed its output"},
		{"extra", "extra-output", 6, false, `"bye"`},
		{"deaf", "not-ending", 6, false, "end of its input"},
		{"empty", "bad-reply", 0, true, "no turns"},
		{"unflushed", "timeout", 0, true, "flush"},
		{"limit", "limit", 0, true, "too hard"},
	}
	cases := few(t, 6)
	for _, test := range tests {
		t.Run(test.behaviour, func(t *testing.T) {
			t.Parallel()
			p := underTest(t, test.behaviour)
			if test.code == "timeout" ||
				// which a busy machine may well need for an answer that comes
				test.code == "gave-up" {
				p.Timeout = 2 * time.Second
			}

			cases := cases
			// each case waits for what does not come
			if test.behaviour == "mute" || test.behaviour == "unflushed" {
				cases = cases[:2]
			}
			begun := time.Now()
			r := check(t, p, cases)
			if d := time.Since(begun); d > 10*time.Minute { // some would not end for an hour
				t.Errorf("it took %v", d)
			}
			if r.OK() {
				t.Fatal("nothing was found")
			}
			if n := r.Count(Right); test.right >= 0 && n != test.right {
				t.Errorf("%d cases are right, want %d", n, test.right)
			}
			var all []Finding
			for _, result := range r.Corpora[0].Results {
				if result.Finding != nil {
					all = append(all, *result.Finding)
				}
			}

			if !test.inCase {
				all = r.Findings
			}
			for _, f := range all {
				if f.Code == test.code && strings.Contains(f.Message, test.says) {
					return
				}
			}

			t.Errorf("no finding %q that says %q among %+v and %+v", test.code, test.says, all,
				r.Findings)
		})
	}
}

// A program that fails at once is given up after a few processes, and its last words are shown.
func TestGivesUp(t *testing.T) {
	r := check(t, underTest(t, "die"), few(t, 12))
	if r.Count(Unasked) == 0 {
		t.Error("every case was asked")
	}
	last := r.Findings[len(r.Findings)-1]
	if last.Code != "gave-up" {
		t.Errorf("the last finding is %+v", last)
	}
	var text strings.Builder
	if err := r.WriteText(&text, 3); err != nil ||
		!strings.Contains(text.String(), "no such module") {
		t.Errorf("what it wrote to standard error is not in\n%s", text.String())
	}
}

// A crash is put down to the question that causes it, though others were in flight.
func TestCrashIsPutDownToItsCase(t *testing.T) {
	cases := few(t, 10)
	r := check(t, underTest(t, "crash:3"), cases)
	for i, result := range r.Corpora[0].Results {
		if result.Verdict != Right && result.Verdict != Failed {
			t.Errorf("case %d is %s", i, result.Verdict)
		}
	}

	if n := r.Count(Right); n < 6 {
		t.Errorf("only %d of 10 cases are right", n)
	}
}

// Nothing is left behind: neither the program nor what it started, even with its output held open.
func TestNoProcessIsLeft(t *testing.T) {
	if _, err := exec.LookPath("sleep"); err != nil || runtime.GOOS != "linux" {
		t.Skip("needs sleep")
	}
	for _, b := range []string{"child", "stray"} {
		file := filepath.Join(t.TempDir(), "pid")
		p := underTest(t, b+":"+file)
		p.Timeout = 5 * time.Second
		check(t, p, few(t, 4))
		pid, err := strconv.Atoi(string(filetest.Read(t, file)))
		if err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(5 * time.Second); !gone(pid); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%s: the process %d that the program started is still there", b, pid)
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

// A flood is not taken into memory.
func TestFloodIsBounded(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	check(t, underTest(t, "flood:2"), few(t, 2))
	runtime.ReadMemStats(&after)
	if grown := (after.TotalAlloc - before.TotalAlloc) >> 20; grown > 60 {
		t.Errorf("%d MiB were taken for a line of 100 MB", grown)
	}
}

func TestInterruptedCheck(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var stopped time.Time
	r, err := Check(ctx, underTest(t, "hang:3"), few(t, 10), Options{Tick: func(done int) {
		if done == 2 { // the third never comes
			stopped = time.Now()
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || r == nil || r.Count(Right) != 2 ||
		r.Count(Unasked) != 8 {
		t.Fatalf("error %v, report %+v", err, r)
	}

	if d := time.Since(stopped); d > 5*time.Second {
		t.Errorf("it took %v to stop", d)
	}
}

func TestProgramThatIsNotThere(t *testing.T) {
	_, err := Check(t.Context(), &Program{Args: []string{"no-such-program-anywhere"}}, few(t, 1),
		Options{})
	if !errors.Is(err, ErrProgram) {
		t.Errorf("error %v", err)
	}
	if _, err := Check(t.Context(), &Program{}, few(t, 1), Options{}); !errors.Is(err, ErrProgram) {
		t.Errorf("error %v", err)
	}
}

// A program that does not know a rule set is not wrong about it, but right about nothing either.
func TestUnknownRulesAreSkipped(t *testing.T) {
	r := check(t, underTest(t, "unknown"), few(t, 3))
	if r.OK() || !r.Corpora[0].Skipped() || len(r.Corpora[0].Failing()) > 0 {
		t.Errorf("%+v", r.JSON())
	}
}

func TestExpectedFailures(t *testing.T) {
	cases := few(t, 12)
	p := underTest(t, "misread:stalemate=loss")
	r := check(t, p, cases)
	var ids []string
	for _, f := range r.Corpora[0].Failing() {
		ids = append(ids, f.Case.ID)
	}
	if len(ids) == 0 {
		t.Fatal("no case tells stalemate=loss")
	}
	again, err := Check(t.Context(), p, cases, Options{Expected: ids})
	if err != nil || !again.OK() {
		t.Errorf("with all failures expected: %v, %+v", err, again.JSON())
	}
	good, err := Check(t.Context(), underTest(t, "good"), cases,
		Options{Expected: append(ids[:1:1], "chess-00000000")})
	if err != nil || good.OK() || len(good.UnexpectedPasses) != 1 ||
		len(good.UnknownExpected) != 1 {
		t.Errorf("%v, %+v", err, good.JSON())
	}
}
