package check

import (
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"turncoat/corpus"
)

func TestGoodPrograms(t *testing.T) {
	cases := few(t, 12)
	for _, b := range []string{"good", "noise", "hold:2", "hold:4"} {
		for _, jobs := range []int{1, 3} {
			p := behaving(t, b)
			p.Jobs, p.Ahead = jobs, 4
			// Nothing says that each of several processes is asked a multiple of so many questions:
			// the last ones would be held for ever.
			if jobs > 1 && strings.HasPrefix(b, "hold") {
				continue
			}
			if r := check(t, p, cases); !r.OK() || r.Count(Right) != len(cases) {
				t.Errorf("%s with %d jobs: %+v", b, jobs, r.JSON())
			}
		}
	}

	p := behaving(t, "hold:3")
	p.Ahead, p.Timeout = 2, 100*time.Millisecond
	if r := check(t, p, cases[:3]); r.Count(Right) != 0 {
		t.Errorf("a third question was asked before the first was answered: %+v", r.JSON())
	}
}

// Whatever a program does wrong is a finding of its own, and the run goes on with a fresh process.
func TestBadBehaviour(t *testing.T) {
	const anyNumber = -1
	for _, test := range []struct {
		behaviour string
		code      string
		right     int // of six cases
		inCase    bool
		says      string // of what the program did
	}{
		// A fresh process counts its questions from 1: what fails on the third fails on every third
		// or so, and each failure costs a case at most.
		{"crash:3", "ended", anyNumber, true, "exit status 2"},
		{"die", "ended", 0, true, "exit status 3"},
		{"hang:6", "timeout", 5, true, ""},
		{"hang:2", "gave-up", anyNumber, false, ""},
		{"junk:6", "junk", 5, true, "thinking..."},
		{"wrong-id:6", "wrong-id", 5, true, "777777"},
		{"text-id", "wrong-id", 0, true, `1\"`},
		{"swap", "out-of-order", anyNumber, true, ""},
		{"twice", "wrong-id", anyNumber, true, ""},
		{"once", "ended", anyNumber, false, "exit status 0"},
		{"flood:6", "too-long", 5, true, ""},
		{"lines:6", "junk", 5, true, "hello"},
		{"banner", "junk", 0, true, "MyEngine 1.0 ready"},
		{"extra", "extra-output", 6, false, "bye"},
		{"deaf", "not-ending", 6, false, ""},
		{"empty", "bad-reply", 0, true, ""},
		{"unflushed", "timeout", 0, true, ""},
		{"limit", "limit", 0, true, "too hard"},
	} {
		t.Run(test.behaviour, func(t *testing.T) {
			t.Parallel()
			p := behaving(t, test.behaviour)
			if test.code == "timeout" || test.code == "gave-up" {
				p.Timeout = 500 * time.Millisecond
			}
			r := check(t, p, few(t, 6))
			if n := r.Count(Right); r.OK() || test.right != anyNumber && n != test.right {
				t.Errorf("it is right: %t, in %d cases, want %d", r.OK(), n, test.right)
			}
			found := r.Findings
			if test.inCase {
				found = findingsOf(r)
			}
			if !slices.ContainsFunc(found, func(f Finding) bool {
				return f.Code == test.code && strings.Contains(f.Message, test.says)
			}) {
				t.Errorf("no finding %q with %q among %+v", test.code, test.says, found)
			}
		})
	}
}

// Of a program that does not answer hello in time it is not known whether its FENs are full. What
// is not compared then is said.
func TestUnheard(t *testing.T) {
	for behaviour, unheard := range map[string]bool{"good": false, "no-hello": true} {
		p := behaving(t, behaviour)
		p.Timeout = 500 * time.Millisecond
		r := check(t, p, few(t, 2))
		var said strings.Builder
		if err := r.WriteVerdict(&said); err != nil {
			t.Fatal(err)
		}
		if !r.OK() || strings.Contains(said.String(), UnheardNote) != unheard {
			t.Errorf("%s: %s", behaviour, said.String())
		}
	}
}

// findingsOf lists the findings of the cases of a report.
func findingsOf(r *Report) []Finding {
	var list []Finding
	for _, result := range r.Corpora[0].Results {
		if result.Finding != nil {
			list = append(list, *result.Finding)
		}
	}
	return list
}

// A program that fails at once is given up after five processes, and its last words are shown.
func TestGivesUp(t *testing.T) {
	p := behaving(t, "die")
	p.Ahead = 1
	r := check(t, p, few(t, 12))
	if r.Count(Failed) != 5 || r.Count(Unasked) != 7 || len(r.Findings) != 1 ||
		r.Findings[0].Code != "gave-up" {
		t.Errorf("%d cases failed, %+v", r.Count(Failed), r.Findings)
	}
	if text := textOf(t, r, 3); !strings.Contains(text, "no such module") {
		t.Errorf("what it wrote to standard error is not in\n%s", text)
	}
}

// A session goes on with other questions after a program failed so often that it was given up.
func TestSessionAfterFailures(t *testing.T) {
	for _, b := range []string{"die", "banner", "text-id"} {
		session := behaving(t, b).Open()
		cases := few(t, 12)
		for _, n := range []int{len(cases), 1, 3} {
			questions := make([]Question, n)
			for i := range questions {
				questions[i] = Question{Seed: cases[i].Seed(), rules: ruleName(cases[i].Rules)}
			}
			answered := 0
			session.Ask(t.Context(), questions, func(i int, r Reply) {
				answered++
				if i >= n || r.Failed == nil {
					t.Errorf("%s, %d questions: %d is answered by %+v", b, n, i, r)
				}
			})
			if answered == 0 || answered > n {
				t.Errorf("%s: %d of %d questions", b, answered, n)
			}
		}

		session.Fresh()
	}
}

// A crash is put down to the question that causes it, though others were in flight.
func TestCrashIsPutDownToItsCase(t *testing.T) {
	r := check(t, behaving(t, "crash:3"), few(t, 10))
	if right := r.Count(Right); right < 6 || right+r.Count(Failed) != 10 {
		t.Errorf("%d of 10 cases are right, %d failed", right, r.Count(Failed))
	}
}

// A program that is right is started once for each job, beside the process that is asked what it
// is.
func TestStarts(t *testing.T) {
	for _, test := range []struct{ jobs, cases, want int32 }{{0, 12, 2}, {1, 12, 2}, {3, 2, 3}} {
		var starts atomic.Int32
		p := behaving(t, "good")
		good := p.Func
		p.Func = func(stdin io.Reader, stdout, stderr io.Writer) int {
			starts.Add(1)
			return good(stdin, stdout, stderr)
		}
		p.Jobs = int(test.jobs)
		var ticks []int
		_, err := Check(t.Context(), p, few(t, int(test.cases)),
			Options{Tick: func(done int) { ticks = append(ticks, done) }})
		if n := starts.Load(); err != nil || n > test.want || len(ticks) != int(test.cases) ||
			!slices.IsSorted(ticks) {
			t.Errorf("%+v: %d starts, ticks %v, %v", test, n, ticks, err)
		}
	}
}

// A flood is not taken into memory.
func TestFloodIsBounded(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	check(t, behaving(t, "flood:2"), few(t, 2))
	runtime.ReadMemStats(&after)
	if grown := (after.TotalAlloc - before.TotalAlloc) >> 20; grown > 60 {
		t.Errorf("%d MiB were taken for a line of 100 MB", grown)
	}
}

func TestInterruptedCheck(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var stopped time.Time
	r, err := Check(ctx, behaving(t, "hang:3"), few(t, 10), Options{Tick: func(done int) {
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

// A program that does not know a rule set is not wrong about it, but right about nothing either.
func TestUnknownRulesAreSkipped(t *testing.T) {
	r := check(t, behaving(t, "unknown"), few(t, 3))
	if r.OK() || !r.Corpora[0].Skipped() || len(r.Corpora[0].Failing()) > 0 {
		t.Errorf("%+v", r.JSON())
	}
}

func TestExpectedFailures(t *testing.T) {
	cases := few(t, 12)
	p := behaving(t, "misread:stalemate=loss")
	var ids []string
	for _, f := range check(t, p, cases).Corpora[0].Failing() {
		ids = append(ids, f.Case.ID)
	}
	if len(ids) == 0 {
		t.Fatal("no case tells stalemate=loss")
	}
	again, err := Check(t.Context(), p, cases, Options{Expected: ids})
	if err != nil || !again.OK() {
		t.Errorf("with all failures expected: %v, %+v", err, again.JSON())
	}
	good, err := Check(t.Context(), behaving(t, "good"), cases,
		Options{Expected: []string{ids[0], "chess-00000000"}})
	if err != nil || good.OK() || len(good.UnexpectedPasses) != 1 ||
		len(good.UnknownExpected) != 1 {
		t.Errorf("%v, %+v", err, good.JSON())
	}
}

// A report in which a case was not asked, or was wrong, is not one of a program that is right; none
// is one of nothing at all.
func TestOKAsksForAllCases(t *testing.T) {
	for _, test := range []struct {
		verdicts []Verdict
		want     bool
	}{
		{[]Verdict{Right, Right}, true},
		{[]Verdict{Right, Unsupported}, false},
		{[]Verdict{Right, Unasked}, false},
		{[]Verdict{Right, Wrong}, false},
		{[]Verdict{Right, Failed}, false},
		{[]Verdict{Unsupported, Unsupported}, false},
		{nil, false},
	} {
		var r Report
		for _, v := range test.verdicts {
			r.add(Result{Case: &corpus.Case{}, Verdict: v})
		}
		if r.OK() != test.want {
			t.Errorf("%v is right: %t", test.verdicts, !test.want)
		}
	}
}
