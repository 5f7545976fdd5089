// Package check checks another implementation of the rules against golden corpora. It runs the
// program, asks it every case in the protocol of package protocol, and reports which answers
// differ, how they differ, and what explains the differences.
//
// [Check] gives the verdict, [Report.Diagnose] looks for an explanation: the program is not
// deterministic, it misreads one or two settings of the rules, or all wrong turns have something in
// common. It always finds the smallest position for each step at which the program leaves the
// rules, as package parting names it.
package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"sync"

	"turncoat/corpus"
	"turncoat/protocol"
	"turncoat/rules/ruleset"
)

// Verdict is the verdict on a program in one case.
type Verdict string

// The verdicts.
const (
	Right       Verdict = "right"
	Wrong       Verdict = "wrong"       // it answered something else
	Failed      Verdict = "failed"      // it gave no answer that can be read
	Unsupported Verdict = "unsupported" // it does not support the rule set or the question
	Unasked     Verdict = "unasked"     // the run ended before
)

// Result is how a program did in a case.
type Result struct {
	Case    *corpus.Case
	Verdict Verdict
	// Difference says what is wrong with a wrong answer.
	Difference corpus.Difference
	// Finding says why there is no answer.
	Finding *Finding
	// Message is the program's own message with a refusal.
	Message string
	// Expected reports that the case is in the list of expected failures.
	Expected bool

	answer corpus.Answer // of Right and Wrong
}

// CorpusResult is how a program did in the cases of one rule set.
type CorpusResult struct {
	Rules     ruleset.Set
	Results   []Result   // in the order of the cases
	Diagnosis *Diagnosis // nil when all answers are right, or nothing was diagnosed
}

// Count returns the number of cases with a verdict.
func (c *CorpusResult) Count(v Verdict) int {
	n := 0
	for i := range c.Results {
		if c.Results[i].Verdict == v {
			n++
		}
	}

	return n
}

// Skipped reports that the program knows nothing of this rule set.
func (c *CorpusResult) Skipped() bool { return c.Count(Unsupported) == len(c.Results) }

// Failing lists the cases that are not right and were asked, smallest first. Expected failures are
// left out, and a rule set that the program does not know has none.
func (c *CorpusResult) Failing() []*Result {
	if c.Skipped() {
		return nil
	}
	var list []*Result
	for i := range c.Results {
		if r := &c.Results[i]; r.Verdict != Right && r.Verdict != Unasked && !r.Expected {
			list = append(list, r)
		}
	}

	bySize(list)
	return list
}

func bySize(list []*Result) {
	slices.SortStableFunc(list, func(a, b *Result) int {
		return cmp.Compare(a.Case.Size(), b.Case.Size())
	})
}

// Report is the outcome of a check.
type Report struct {
	Program  string
	Corpora  []CorpusResult // one for each rule set, in the order in which they were given
	Findings []Finding      // those that belong to no case
	Unheard  bool           // see [Program]
	// UnexpectedPasses are cases of the list of expected failures that are right.
	UnexpectedPasses []string
	// UnknownExpected are ids of that list that no case has.
	UnknownExpected []string
}

// OK reports that the program is right: it supports at least one of the rule sets, none of the
// cases was left unasked, every case of a supported rule set is right or an expected failure, and
// nothing else was found.
func (r *Report) OK() bool {
	if len(r.Findings)+len(r.UnexpectedPasses)+len(r.UnknownExpected) > 0 {
		return false
	}
	for i := range r.Corpora {
		if c := &r.Corpora[i]; len(c.Failing()) > 0 || c.Count(Unasked) > 0 {
			return false
		}
	}

	return r.anyChecked()
}

// Count returns the number of cases with a verdict.
func (r *Report) Count(v Verdict) int {
	n := 0
	for i := range r.Corpora {
		n += r.Corpora[i].Count(v)
	}
	return n
}

// Options say how to check.
type Options struct {
	Expected []string // ids of cases that are expected to fail
	// called when cases are done, from several goroutines, one at a time; may be nil
	Tick func(done int)
}

// Check asks a program all cases and reports what it got right and wrong. The error is about a
// program that cannot be found, or it is the context's; in that case the report covers what was
// done.
func Check(ctx context.Context, program *Program, cases []corpus.Case, o Options) (*Report, error) {
	if err := program.Found(); err != nil {
		return nil, err
	}
	program.Hello(ctx)
	questions := make([]protocol.Request, len(cases))
	for i := range cases {
		questions[i] = request(&cases[i])
	}
	results := make([]Result, len(cases))
	for i := range cases {
		results[i] = Result{Case: &cases[i], Verdict: Unasked}
	}
	var ticks sync.Mutex
	done := 0
	findings, err := program.ask(ctx, questions, func(i int, answer reply) {
		results[i] = judge(&cases[i], answer, program.full)
		ticks.Lock()
		defer ticks.Unlock()
		done++
		if o.Tick != nil {
			o.Tick(done)
		}
	})
	report := &Report{Program: strings.Join(program.Args, " "), Findings: findings,
		Unheard: program.Unheard}
	for _, r := range results {
		report.add(r)
	}
	report.expect(o.Expected)
	return report, err
}

func request(c *corpus.Case) protocol.Request {
	return protocol.Request{Ask: protocol.AskTurns, Rules: ruleName(c.Rules), FEN: c.FEN,
		Moves: c.Moves}
}

func (r *Report) add(result Result) {
	i := slices.IndexFunc(r.Corpora, func(c CorpusResult) bool {
		return c.Rules == result.Case.Rules
	})
	if i < 0 {
		i = len(r.Corpora)
		r.Corpora = append(r.Corpora, CorpusResult{Rules: result.Case.Rules})
	}

	r.Corpora[i].Results = append(r.Corpora[i].Results, result)
}

// expect compares the list of expected failures with the results.
func (r *Report) expect(ids []string) {
	for _, id := range ids {
		known := false
		for i := range r.Corpora {
			for j := range r.Corpora[i].Results {
				result := &r.Corpora[i].Results[j]
				if result.Case.ID != id {
					continue
				}
				known, result.Expected = true, true
				if result.Verdict == Right {
					r.UnexpectedPasses = append(r.UnexpectedPasses, id)
				}
			}
		}

		if !known {
			r.UnknownExpected = append(r.UnknownExpected, id)
		}
	}
}

// judge compares the reply with the case.
func judge(c *corpus.Case, rep reply, full bool) Result {
	result := Result{Case: c}
	q := Question{turns: len(c.Turns)}
	q.position, _ = c.Position() // a faulty case leaves the position empty, and no answer is right
	said := Reply{Failed: rep.failed}
	if rep.failed == nil {
		said = q.read(rep.line, full)
	}
	answer, message := said.Answer, said.Message
	switch {
	case said.Failed != nil:
		result.Verdict, result.Finding = Failed, said.Failed
		result.Finding.Case = c.ID
		return result
	case answer.Refused == string(protocol.Limit):
		result.Verdict, result.Message = Failed, message
		result.Finding = &Finding{Code: answer.Refused, Case: c.ID, Message: message}
		return result
	case answer.Refused == string(protocol.Unsupported) ||
		answer.Refused == string(protocol.UnknownRules):
		result.Verdict, result.Message = Unsupported, message
		return result
	}

	want := c.Answer()
	result.answer, result.Message = answer, message
	result.Difference = corpus.Compare(&want, &answer)
	result.Verdict = Wrong
	if result.Difference.None() {
		result.Verdict = Right
	}
	return result
}

// ErrProgram is the class of errors about a program under test that cannot be run at all.
var ErrProgram = errors.New("the program cannot be run")

// Found returns an error that wraps [ErrProgram] if there is no such program.
func (p *Program) Found() error {
	if p.Func != nil {
		return nil
	}
	if len(p.Args) == 0 {
		return fmt.Errorf("%w: it has no name", ErrProgram)
	}
	if _, err := exec.LookPath(p.Args[0]); err != nil {
		return fmt.Errorf("%w: %w", ErrProgram, err)
	}
	return nil
}
