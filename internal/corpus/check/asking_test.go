//go:build unix

package check

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"turncoat/corpus"
	"turncoat/internal/testing/filetest"
)

// What holds for a program where nothing else is said.
func TestDefaultsOfAProgram(t *testing.T) {
	var p Program
	if p.timeout() != 10*time.Second || p.window() != 16 || p.maxLine() != 8<<20 {
		t.Errorf("%v for an answer, %d questions ahead, lines of %d bytes", p.timeout(), p.window(),
			p.maxLine())
	}

	p = Program{Timeout: time.Second, Ahead: 2, MaxLine: 100}
	if p.timeout() != time.Second || p.window() != 2 || p.maxLine() != 100 {
		t.Errorf("%v for an answer, %d questions ahead, lines of %d bytes", p.timeout(), p.window(),
			p.maxLine())
	}
}

// A program gets as many questions as it may before it has answered, and its answers may come
// together.
func TestQuestionsAhead(t *testing.T) {
	for _, ahead := range []int{2, 4} {
		p := underTest(t, "hold:"+string(rune('0'+ahead)))
		p.Ahead = ahead
		if r := check(t, p, few(t, 12)); !r.OK() {
			t.Errorf("%d ahead: %+v", ahead, r.JSON())
		}
	}

	p := underTest(t, "hold:3")
	p.Ahead, p.Timeout = 2, time.Second
	if r := check(t, p, few(t, 3)); r.Count(Right) != 0 {
		t.Errorf("a third question was asked before the first was answered: %+v", r.JSON())
	}
}

// A program that is right is started once for each job, and once where no number of jobs is given,
// beside the process that is asked what it is.
func TestStarts(t *testing.T) {
	for _, test := range []struct{ jobs, cases, want int }{{0, 12, 1}, {1, 12, 1}, {3, 2, 2}} {
		file := filepath.Join(t.TempDir(), "starts")
		p := underTest(t, "count:"+file)
		p.Jobs = test.jobs
		if r := check(t, p, few(t, test.cases)); !r.OK() {
			t.Errorf("%+v: %+v", test, r.JSON())
		}
		if n := strings.Count(string(filetest.Read(t, file)), "started\n"); n > test.want+1 ||
			n < 2 {
			t.Errorf("%d jobs, %d cases: it was started %d times, want %d at most", test.jobs,
				test.cases, n, test.want)
		}
	}
}

// A program that has never answered is given up after 5 processes that failed one after another,
// one that has after 25.
func TestHowSoonAProgramIsGivenUp(t *testing.T) {
	p := underTest(t, "die")
	p.Ahead = 1
	dies := check(t, p, few(t, 12))
	if n := dies.Count(Failed); n != 5 || dies.Count(Unasked) != 7 {
		t.Errorf("%d cases failed, %d were not asked", n, dies.Count(Unasked))
	}
	r := run{judge: func(int, reply) {}}
	for range 40 { // it fails forty times, but never twice in a row
		r.settle(0, reply{})
		r.fail("ended")
	}

	for range 23 {
		r.fail("ended")
	}
	if r.gaveUp() {
		t.Errorf("given up after 24 in a row: %+v", r.findings)
	}
	r.fail("ended")
	for failed, findings := range map[int][]Finding{5: dies.Findings, 25: r.findings} {
		says := fmt.Sprintf("%d processes in a row failed; the remaining cases were not asked",
			failed)
		if len(findings) != 1 || findings[0].Code != "gave-up" || findings[0].Message != says {
			t.Errorf("%+v, want %q", findings, says)
		}
	}
}

// A program that is there and cannot be started is given up after five attempts, with what the
// system says of it, once.
func TestProgramThatCannotStart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(file, []byte("no program at all\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	r := check(t, &Program{Args: []string{file}}, few(t, 3))
	var codes []string
	for _, f := range r.Findings {
		codes = append(codes, f.Code)
	}
	if s := strings.Join(codes, " "); s != "cannot-start gave-up" ||
		!strings.Contains(r.Findings[0].Message,
			"exec format error") || r.Count(Unasked) != 3 {
		t.Errorf("findings %s, %d cases unasked: %+v", s, r.Count(Unasked), r.Findings)
	}
}

// What several processes do alike is said once, and what they do otherwise each.
func TestFindingsAreSaidOnce(t *testing.T) {
	var r run
	for _, f := range []Finding{{Code: "ended", Message: "a"}, {Code: "ended", Message: "b"},
		{Code: "junk", Message: "a"}, {Code: "ended", Message: "b"}} {
		r.note(f)
	}

	var got []string
	for _, f := range r.findings {
		got = append(got, f.Code+" "+f.Message)
	}
	if s := strings.Join(got, ", "); s != "ended a, ended b, junk a" {
		t.Errorf("said: %s", s)
	}
}

// A program runs where it is told to, with the environment that it is given, and else with ours.
func TestWhereAProgramRuns(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := underTest(t, "where")
	p.Dir = dir
	t.Setenv(behaviour, "where")
	for _, env := range [][]string{p.Env, nil} {
		p.Env = env
		r := check(t, p, few(t, 1))
		if f := r.Corpora[0].Results[0].Finding; f == nil || f.Stderr != "in "+dir {
			t.Errorf("finding: %+v", f)
		}
	}
}

// The case of a finding is named in it, and so is that of an answer that says nothing.
func TestFindingsNameTheirCase(t *testing.T) {
	c := goodCase(t)
	for name, rep := range map[string]reply{
		"nothing":      {failed: &Finding{Code: "ended"}},
		"no answer":    {line: []byte(`{"id":1}`)},
		"it gives up":  {line: []byte(`{"error":{"code":"limit","message":"too hard"}}`)},
		"it is not it": {line: []byte(`[]`)},
	} {
		if r := judge(c, rep, false); r.Verdict != Failed || r.Finding == nil ||
			r.Finding.Case != c.ID {
			t.Errorf("%s: %s, %+v", name, r.Verdict, r.Finding)
		}
	}

	for code, want := range map[string]Verdict{"limit": Failed, "unsupported": Unsupported,
		"unknown-rules": Unsupported, "illegal-move": Wrong} {
		if r := judged(t, `{"error":{"code":"`+code+`","message":"so it is"}}`); r.Verdict != want ||
			r.Message != "so it is" {
			t.Errorf("%s: %s, %q", code, r.Verdict, r.Message)
		}
	}
}

// A report in which a case was not asked, or was wrong, is not one of a program that is right; none
// is one of nothing at all.
func TestOKAsksForAllCases(t *testing.T) {
	report := func(verdicts ...Verdict) *Report {
		var r Report
		for i, v := range verdicts {
			r.add(Result{Case: &corpus.Case{ID: string(rune('a' + i))}, Verdict: v})
		}
		return &r
	}
	for _, test := range []struct {
		report *Report
		want   bool
	}{
		{report(Right, Right), true},
		{report(Right, Unsupported), false},
		{report(Right, Unasked), false},
		{report(Right, Wrong), false},
		{report(Right, Failed), false},
		{report(Unsupported, Unsupported), false},
		{report(), false},
	} {
		if test.report.OK() != test.want {
			t.Errorf("%+v is right: %v", test.report.JSON(), !test.want)
		}
	}
}

// Cases that are done are counted one by one, up to all.
func TestTicks(t *testing.T) {
	for _, jobs := range []int{1, 3} {
		p := underTest(t, "good")
		p.Jobs = jobs
		var got []int
		if _, err := Check(t.Context(), p, few(t, 5),
			Options{Tick: func(done int) { got = append(got, done) }}); err != nil ||
			!slices.Equal(got, []int{1, 2, 3, 4, 5}) {
			t.Errorf("%d jobs: %v, error %v", jobs, got, err)
		}
	}
}
