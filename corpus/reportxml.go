package corpus

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// The elements of a JUnit report, as far as test runners agree on them.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
		Out      string      `xml:"system-out,omitempty"`
	}
	junitCase struct {
		Class   string       `xml:"classname,attr"`
		Name    string       `xml:"name,attr"`
		Failure *junitDetail `xml:"failure,omitempty"`
		Error   *junitDetail `xml:"error,omitempty"`
		Skipped *junitDetail `xml:"skipped,omitempty"`
	}
	junitDetail struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit writes the report as JUnit XML: a suite for each rule set, a test for each case, and a
// suite for what belongs to none.
func (r *Report) WriteJUnit(w io.Writer) error {
	out := junitSuites{Name: "turncoat corpus check " + r.Program}
	for i := range r.Corpora {
		out.add(r.Corpora[i].junit())
	}
	run := junitSuite{Name: "the run"}
	for _, f := range r.Findings {
		run.Errors++
		run.Cases = append(run.Cases, junitCase{Class: "run", Name: f.Code, Error: &junitDetail{Message: f.Message, Text: f.Stderr}})
	}
	for _, id := range r.UnexpectedPasses {
		run.Failures++
		run.Cases = append(run.Cases, junitCase{Class: "expected", Name: id, Failure: &junitDetail{Message: "expected to fail and right"}})
	}
	for _, id := range r.UnknownExpected {
		run.Failures++
		run.Cases = append(run.Cases, junitCase{Class: "expected", Name: id, Failure: &junitDetail{Message: "expected to fail and not a case"}})
	}
	if run.Tests = len(run.Cases); run.Tests > 0 {
		out.add(run)
	}
	text, err := xml.MarshalIndent(out, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}

func (s *junitSuites) add(suite junitSuite) {
	s.Tests += suite.Tests
	s.Failures += suite.Failures
	s.Errors += suite.Errors
	s.Suites = append(s.Suites, suite)
}

func (c *CorpusResult) junit() junitSuite {
	s := junitSuite{Name: c.Rules.Name, Tests: len(c.Results)}
	if c.Diagnosis != nil {
		s.Out = "diagnosis: " + c.Diagnosis.Summary()
	}
	for i := range c.Results {
		r := &c.Results[i]
		t := junitCase{Class: c.Rules.Name, Name: r.Case.ID}
		switch {
		case r.Verdict == Right:
		case r.Verdict == Unasked:
			t.Skipped = &junitDetail{Message: "not asked"}
		case c.Skipped():
			t.Skipped = &junitDetail{Message: c.whySkipped()}
		case r.Expected:
			t.Skipped = &junitDetail{Message: "expected to fail"}
		case r.Verdict == Failed:
			t.Error = &junitDetail{Message: strings.Join(r.lines(), "; "), Text: r.Case.FEN}
		default:
			t.Failure = &junitDetail{Message: r.lines()[0], Text: r.Case.FEN + "\n" + strings.Join(r.lines(), "\n")}
		}
		if t.Skipped != nil {
			s.Skipped++
		}
		if t.Error != nil {
			s.Errors++
		}
		if t.Failure != nil {
			s.Failures++
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
	var total CountsJSON
	var known []string
	for i := range r.Corpora {
		if c := &r.Corpora[i]; !c.Skipped() {
			total.add(c.counts())
			known = append(known, c.Rules.Name)
		}
	}
	switch len(known) {
	case 0:
	case 1:
		badge.Label += " " + known[0]
	default:
		badge.Label += fmt.Sprintf(" %d rule sets", len(known))
	}
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
