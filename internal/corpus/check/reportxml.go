package check

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"turncoat/internal/junit"
)

// WriteJUnit writes the report as JUnit XML: a suite for each rule set, a test for each case, and a
// suite for what belongs to none.
func (r *Report) WriteJUnit(w io.Writer) error {
	out := junit.NewWriter(w, "turncoat corpus check "+r.Program)
	for i := range r.Corpora {
		if err := out.Suite(r.Corpora[i].junit()); err != nil {
			return err
		}
	}
	if run := r.junit(); len(run.Cases) > 0 {
		if err := out.Suite(run); err != nil {
			return err
		}
	}
	return out.Close()
}

// junit returns the suite of what belongs to no case.
func (r *Report) junit() junit.Suite {
	run := junit.Suite{Name: "the run"}
	for _, f := range r.Findings {
		run.Cases = append(run.Cases, junit.Case{Class: "run", Name: f.Code, Error: &junit.Detail{Message: f.Message,
			Text: f.Stderr}})
	}
	for _, id := range r.UnexpectedPasses {
		run.Cases = append(run.Cases, junit.Case{Class: "expected", Name: id,
			Failure: &junit.Detail{Message: "expected to fail and right"}})
	}
	for _, id := range r.UnknownExpected {
		run.Cases = append(run.Cases, junit.Case{Class: "expected", Name: id,
			Failure: &junit.Detail{Message: "expected to fail and not a case"}})
	}
	return run
}

func (c *CorpusResult) junit() junit.Suite {
	s := junit.Suite{Name: c.Rules.String()}
	if c.Diagnosis != nil {
		s.Out = "diagnosis: " + c.Diagnosis.Summary()
	}
	for i := range c.Results {
		r := &c.Results[i]
		t := junit.Case{Class: c.Rules.Name, Name: r.Case.ID}
		switch {
		case r.Verdict == Right:
		case r.Verdict == Unasked:
			t.Skipped = &junit.Detail{Message: "not asked"}
		case c.Skipped():
			t.Skipped = &junit.Detail{Message: c.whySkipped()}
		case r.Expected:
			t.Skipped = &junit.Detail{Message: "expected to fail"}
		case r.Verdict == Failed:
			t.Error = &junit.Detail{Message: strings.Join(r.lines(), "; "), Text: r.Case.FEN}
		default:
			t.Failure = &junit.Detail{Message: r.lines()[0], Text: r.Case.FEN + "\n" + strings.Join(r.lines(), "\n")}
		}
		s.Cases = append(s.Cases, t)
	}
	return s
}

// WriteBadge writes one line of JSON that badge services draw (the endpoint format of shields.io).
func (r *Report) WriteBadge(w io.Writer) error {
	badge := struct {
		Version int    `json:"schemaVersion"`
		Label   string `json:"label"`
		Message string `json:"message"`
		Color   string `json:"color"`
	}{1, "turncoat", "", "red"}
	var asked []CorpusResult
	for i := range r.Corpora {
		if c := &r.Corpora[i]; !c.Skipped() {
			asked = append(asked, *c)
		}
	}
	switch len(asked) {
	case 0:
	case 1:
		badge.Label += " " + asked[0].Rules.Name
	default:
		badge.Label += fmt.Sprintf(" %d rule sets", len(asked))
	}
	total := counts(asked...)
	badge.Message = fmt.Sprintf("%d/%d", total.Right, total.Cases)
	switch {
	case r.OK():
		badge.Color = "brightgreen"
	case total.Cases > 0 && 10*total.Right >= 9*total.Cases:
		badge.Color = "yellow"
	}
	text, err := json.Marshal(badge)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", text)
	return err
}
