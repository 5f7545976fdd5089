// Package junit holds the elements of a JUnit report, as far as the programs that read such reports
// agree on them, and writes them.
package junit

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// A Suite is a list of tests. Its counts are those of [Suite.Count].
type Suite struct {
	XMLName  xml.Name `xml:"testsuite"`
	Name     string   `xml:"name,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Skipped  int      `xml:"skipped,attr"`
	Cases    []Case   `xml:"testcase"`
	Out      string   `xml:"system-out,omitempty"`
}

// A Case is one test. It passed when Failure, Error and Skipped are nil.
type Case struct {
	Class   string  `xml:"classname,attr"`
	Name    string  `xml:"name,attr"`
	File    string  `xml:"file,attr,omitempty"`
	Line    int     `xml:"line,attr,omitempty"`
	Failure *Detail `xml:"failure,omitempty"` // the test shows a fault
	Error   *Detail `xml:"error,omitempty"`   // the test could not be done
	Skipped *Detail `xml:"skipped,omitempty"`
	Out     string  `xml:"system-out,omitempty"`
}

// A Detail says what came of a test that did not pass.
type Detail struct {
	Type    string `xml:"type,attr,omitempty"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// Count sets the counts of a suite to those of its cases.
func (s *Suite) Count() {
	s.Tests, s.Failures, s.Errors, s.Skipped = len(s.Cases), 0, 0, 0
	for i := range s.Cases {
		c := &s.Cases[i]
		if c.Failure != nil {
			s.Failures++
		}
		if c.Error != nil {
			s.Errors++
		}
		if c.Skipped != nil {
			s.Skipped++
		}
	}
}

// A Writer writes a report suite by suite, so that not all of a long one is in memory. The first
// error stays: from then on nothing is written.
type Writer struct {
	w     io.Writer
	name  string
	begun bool
	err   error
}

// NewWriter returns a writer of a report of this name. Nothing is written before the first suite or Close.
func NewWriter(w io.Writer, name string) *Writer { return &Writer{w: w, name: name} }

// Suite counts the cases of a suite and writes it.
func (w *Writer) Suite(s Suite) error {
	s.Count()
	text, err := xml.MarshalIndent(s, "  ", "  ")
	if err != nil {
		return err
	}
	w.begin()
	w.write(string(text) + "\n")
	return w.err
}

// Close ends the report. It stands whole then, however few suites were written before.
func (w *Writer) Close() error {
	w.begin()
	w.write("</testsuites>\n")
	return w.err
}

func (w *Writer) begin() {
	if !w.begun {
		w.begun = true
		var name strings.Builder
		_ = xml.EscapeText(&name, []byte(w.name)) // a Builder takes everything
		w.write(fmt.Sprintf("%s<testsuites name=\"%s\">\n", xml.Header, name.String()))
	}
}

func (w *Writer) write(text string) {
	if w.err == nil {
		_, w.err = io.WriteString(w.w, text)
	}
}

// Read reads the suites of a report.
func Read(r io.Reader) ([]Suite, error) {
	var report struct {
		XMLName xml.Name `xml:"testsuites"`
		Suites  []Suite  `xml:"testsuite"`
	}
	err := xml.NewDecoder(r).Decode(&report)
	return report.Suites, err
}
