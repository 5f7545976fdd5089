package validate

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// junitReport writes JUnit XML: a test suite for each file, and for each thousand records of a long
// one, so that its counts can stand in front of it and memory stays bounded.
type junitReport struct {
	w io.Writer
	limit
	begun bool
	suite junitSuite
	part  int
	err   error
}

// suiteSize is how many records one test suite holds.
const suiteSize = 1000

type (
	junitSuite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		File    string        `xml:"file,attr,omitempty"`
		Line    int           `xml:"line,attr,omitempty"`
		Failure *junitFailure `xml:"failure"`
		Out     string        `xml:"system-out,omitempty"`
	}
	junitFailure struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

func (j *junitReport) Record(r *Verdict) error {
	if r.File != j.suite.Name {
		j.flush()
		j.suite.Name, j.part = r.File, 0
	}
	findings := j.admit(r.Findings)
	if j.style.Quiet && r.OK {
		return j.err
	}
	c := junitCase{Class: r.File, Name: caseName(r), File: r.File}
	var warnings strings.Builder
	for i := range findings {
		f := &findings[i]
		if f.Severity != "error" {
			fmt.Fprintf(&warnings, "%s: %s\n", place(r, f), describe(r, f))
			continue
		}
		if c.Failure == nil {
			c.Failure = &junitFailure{Type: string(f.Code), Message: describe(r, f)}
			c.Line = f.Line
		}
		var text strings.Builder
		(&textReport{}).finding(&text, r, f)
		c.Failure.Text += text.String()
	}
	if !r.OK && c.Failure == nil { // its findings are beyond the limit
		c.Failure = &junitFailure{Message: "it has errors that are not shown"}
	}
	c.Out = warnings.String()
	j.suite.Cases = append(j.suite.Cases, c)
	if c.Failure != nil {
		j.suite.Failures++
	}
	if len(j.suite.Cases) == suiteSize {
		j.flush()
	}
	return j.err
}

// caseName names a record within its file.
func caseName(r *Verdict) string {
	name := fmt.Sprintf("%s %d", r.Kind, r.Index)
	if r.Name != "" {
		return name + ": " + r.Name
	}
	if title := r.title(); title != "" {
		return name + ": " + title
	}
	return name
}

func (j *junitReport) begin() {
	if !j.begun {
		j.begun = true
		j.write(xml.Header + `<testsuites name="turncoat validate">` + "\n")
	}
}

func (j *junitReport) write(text string) {
	if j.err == nil {
		_, j.err = io.WriteString(j.w, text)
	}
}

// flush writes the suite that has been gathered.
func (j *junitReport) flush() {
	if len(j.suite.Cases) == 0 {
		return
	}
	j.begin()
	j.part++
	out := j.suite
	out.Tests = len(out.Cases)
	if j.part > 1 {
		out.Name = fmt.Sprintf("%s (%d)", out.Name, j.part)
	}
	text, err := xml.MarshalIndent(out, "  ", "  ")
	if err != nil && j.err == nil {
		j.err = err
	}
	j.write(string(text) + "\n")
	j.suite.Cases, j.suite.Failures = j.suite.Cases[:0], 0
}

func (j *junitReport) EndFile(string) error {
	j.flush()
	j.suite.Name, j.part = "", 0
	return j.err
}

func (j *junitReport) Close(*Summary) error {
	j.flush()
	j.begin()
	j.write("</testsuites>\n")
	return j.err
}
