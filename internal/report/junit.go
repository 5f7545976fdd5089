package report

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"turncoat/internal/printable"
)

// The elements of a JUnit report, as far as the programs that read such reports agree on them.
type (
	testSuite struct {
		XMLName  xml.Name   `xml:"testsuite"`
		Name     string     `xml:"name,attr"`
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Errors   int        `xml:"errors,attr"`
		Skipped  int        `xml:"skipped,attr"`
		Cases    []testCase `xml:"testcase"`
		Out      string     `xml:"system-out,omitempty"`
	}

	testCase struct {
		Class   string      `xml:"classname,attr"`
		Name    string      `xml:"name,attr"`
		File    string      `xml:"file,attr,omitempty"`
		Line    int         `xml:"line,attr,omitempty"`
		Failure *testDetail `xml:"failure,omitempty"`
		Error   *testDetail `xml:"error,omitempty"`
		Skipped *testDetail `xml:"skipped,omitempty"`
		Out     string      `xml:"system-out,omitempty"`
	}

	testDetail struct {
		Type    string `xml:"type,attr,omitempty"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit writes a report as JUnit XML: a suite for each group that has items, a test for each item.
func (r *Report) WriteJUnit(w io.Writer) error {
	out := newJUnitWriter(w, strings.TrimSpace("turncoat "+r.Title+" "+r.Subject))
	for _, g := range r.Groups {
		if len(g.Items) == 0 {
			continue
		}
		suite := testSuite{Name: printable.Line(g.Name), Out: printable.Block(strings.Join(g.Lines, "\n"))}
		for i := range g.Items {
			suite.Cases = append(suite.Cases, junitCase(&g.Items[i]))
		}
		out.suite(suite)
	}
	return out.close()
}

// junitCase returns the test that stands for an item. Its warnings are its output.
func junitCase(item *Item) testCase {
	c := testCase{Class: printable.Line(item.Class), Name: printable.Line(item.Name),
		File: printable.Line(item.File)}
	detail := &testDetail{Message: printable.Line(item.Message)}
	for i := range item.Findings {
		f := &item.Findings[i]
		if !f.IsError() {
			c.Out += f.heading() + "\n"
			continue
		}
		if detail.Text == "" {
			c.Line = f.Place.Line
			detail.Type = string(f.Code)
			detail.Message = cmp.Or(detail.Message, f.label())
		}
		detail.Text += f.Text(false)
	}

	switch item.Status {
	case Failed:
		c.Failure = detail
	case Broken:
		c.Error = detail
	case Skipped:
		c.Skipped = detail
	}
	return c
}

// suiteSize is how many items one suite of a stream holds.
const suiteSize = 1000

// A junitStream writes a suite for each group, and for each thousand items of a long one: the counts of a suite
// precede its items, and memory stays bounded.
type junitStream struct {
	out   *junitWriter
	group string
	part  int
	cases []testCase
}

func (s *junitStream) Item(group string, item *Item) error {
	if group != s.group {
		s.flush()
		s.group, s.part = group, 0
	}
	s.cases = append(s.cases, junitCase(item))
	if len(s.cases) == suiteSize {
		s.flush()
	}
	return s.out.err
}

func (s *junitStream) flush() {
	if len(s.cases) == 0 {
		return
	}
	s.part++
	name := printable.Line(s.group)
	if s.part > 1 {
		name = fmt.Sprintf("%s (%d)", name, s.part)
	}
	s.out.suite(testSuite{Name: name, Cases: s.cases})
	s.cases = s.cases[:0]
}

func (s *junitStream) Close(string) error {
	s.flush()
	return s.out.close()
}

// A junitWriter writes suites. The first error stays, and nothing is written after it.
type junitWriter struct {
	xml  *xml.Encoder
	root xml.StartElement
	any  bool // something has been written
	err  error
}

func newJUnitWriter(w io.Writer, name string) *junitWriter {
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	root := xml.StartElement{Name: xml.Name{Local: "testsuites"}}
	root.Attr = []xml.Attr{{Name: xml.Name{Local: "name"}, Value: printable.Line(name)}}
	return &junitWriter{xml: e, root: root}
}

// suite counts the cases of a suite and writes it.
func (w *junitWriter) suite(s testSuite) {
	w.begin()
	s.Tests = len(s.Cases)
	for _, c := range s.Cases {
		switch {
		case c.Failure != nil:
			s.Failures++
		case c.Error != nil:
			s.Errors++
		case c.Skipped != nil:
			s.Skipped++
		}
	}
	if w.err == nil {
		w.err = w.xml.Encode(s)
	}
}

// close ends the report. It is complete even if no suite was written.
func (w *junitWriter) close() error {
	if !w.any {
		w.begin()
		w.tokens(xml.CharData("\n"))
	}
	w.tokens(w.root.End(), xml.CharData("\n"))
	if w.err == nil {
		w.err = w.xml.Flush()
	}
	return w.err
}

func (w *junitWriter) begin() {
	if w.any {
		return
	}
	w.any = true
	declaration := xml.ProcInst{Target: "xml", Inst: []byte(`version="1.0" encoding="UTF-8"`)}
	w.tokens(declaration, xml.CharData("\n"), w.root)
}

func (w *junitWriter) tokens(list ...xml.Token) {
	for _, t := range list {
		if w.err == nil {
			w.err = w.xml.EncodeToken(t)
		}
	}
}
