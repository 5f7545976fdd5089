// Package junit holds the elements of a JUnit report, as far as the programs that read such reports
// agree on them, and writes them.
package junit

import (
	"encoding/xml"
	"io"
)

// A Suite is a list of tests. Its counts are made when it is written.
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

// A Writer writes a report suite by suite, so that not all of a long one is in memory. The first
// error stays: from then on nothing is written.
type Writer struct {
	xml   *xml.Encoder
	all   xml.StartElement
	begun bool
}

// NewWriter returns a writer of a report of this name. Nothing is written before the first suite or Close.
func NewWriter(w io.Writer, name string) *Writer {
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	return &Writer{xml: e, all: xml.StartElement{Name: xml.Name{Local: "testsuites"},
		Attr: []xml.Attr{{Name: xml.Name{Local: "name"}, Value: name}}}}
}

// Suite counts the cases of a suite and writes it.
func (w *Writer) Suite(s Suite) error {
	w.begin()
	s.Tests, s.Failures, s.Errors, s.Skipped = len(s.Cases), 0, 0, 0
	for _, c := range s.Cases {
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
	return w.xml.Encode(s)
}

// Close ends the report. It stands whole then, however few suites were written before.
func (w *Writer) Close() error {
	if !w.begun {
		w.begin()
		w.write(xml.CharData("\n"))
	}
	w.write(w.all.End(), xml.CharData("\n"))
	return w.xml.Flush()
}

func (w *Writer) begin() {
	if !w.begun {
		w.begun = true
		w.write(xml.ProcInst{Target: "xml", Inst: []byte(`version="1.0" encoding="UTF-8"`)}, xml.CharData("\n"), w.all)
	}
}

func (w *Writer) write(tokens ...xml.Token) {
	for _, t := range tokens {
		_ = w.xml.EncodeToken(t) // the error comes again
	}
}
