package validate

import (
	"fmt"
	"strings"

	"turncoat/internal/junit"
	"turncoat/internal/printable"
)

// junitReport writes JUnit XML: a test suite for each file, and for each thousand records of a long
// one, so that its counts can stand in front of it and memory stays bounded.
type junitReport struct {
	writer *junit.Writer
	limit
	file  string
	part  int
	cases []junit.Case
	err   error
}

// suiteSize is how many records one test suite holds.
const suiteSize = 1000

func (j *junitReport) Record(r *Verdict) error {
	if r.File != j.file {
		j.flush()
		j.file, j.part = r.File, 0
	}
	findings, wanted := j.admit(r)
	if !wanted {
		return j.err
	}
	c := junit.Case{Class: printable.Line(r.File), Name: caseName(r), File: printable.Line(r.File)}
	var warnings, errors strings.Builder
	for i := range findings {
		f := &findings[i]
		if f.Severity != "error" {
			fmt.Fprintf(&warnings, "%s: %s\n", place(r, f), describe(r, f))
			continue
		}
		if c.Failure == nil {
			c.Failure = &junit.Detail{Type: string(f.Code), Message: describe(r, f)}
			c.Line = f.Line
		}
		(&textReport{}).finding(&errors, r, f)
	}
	switch {
	case c.Failure != nil:
		c.Failure.Text = errors.String()
	case !r.OK: // its findings are beyond the limit
		c.Failure = &junit.Detail{Message: "it has errors that are not shown"}
	}
	c.Out = warnings.String()
	j.cases = append(j.cases, c)
	if len(j.cases) == suiteSize {
		j.flush()
	}
	return j.err
}

// caseName names a record within its file.
func caseName(r *Verdict) string {
	name := fmt.Sprintf("%s %d", r.Kind, r.Index)
	if r.Name != "" {
		return name + ": " + printable.Line(r.Name)
	}
	if title := r.title.String(); title != "" {
		return name + ": " + title
	}
	return name
}

// flush writes the suite that has been gathered.
func (j *junitReport) flush() {
	if len(j.cases) == 0 {
		return
	}
	j.part++
	name := printable.Line(j.file)
	if j.part > 1 {
		name = fmt.Sprintf("%s (%d)", name, j.part)
	}
	if err := j.writer.Suite(junit.Suite{Name: name, Cases: j.cases}); j.err == nil {
		j.err = err
	}
	j.cases = j.cases[:0]
}

func (j *junitReport) EndFile(string) error {
	j.flush()
	j.file, j.part = "", 0
	return j.err
}

func (j *junitReport) Close(*Summary) error {
	j.flush()
	if err := j.writer.Close(); j.err == nil {
		j.err = err
	}
	return j.err
}
