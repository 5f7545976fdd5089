package report

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"turncoat/internal/printable"
)

// WriteJUnit writes a report as JUnit XML, with a suite for each group that has items and a test
// for each item.
func (r *Report) WriteJUnit(w io.Writer) error {
	name := strings.TrimSpace(r.Title + " " + r.Subject)
	s := newJUnitStream(w, Head{Title: name})
	for _, g := range r.Groups {
		for i := range g.Items {
			s.add(&g.Items[i])
		}
		s.suite.Name, s.suite.Out = g.Name, strings.Join(g.Lines, "\n")
		s.flush()
	}

	return s.Close("")
}

// A junitSuite is a list of tests. Its counts come before the tests in the output, so the tests are
// collected first.
type junitSuite struct {
	Name  string
	Out   string
	Tests bytes.Buffer
	Count map[Status]int
	Total int
}

// suiteSize is the maximum number of items in a suite of a stream.
const suiteSize = 1000

// A junitStream writes a suite for each group, or for each thousand items of a long group, so that
// its memory is bounded.
type junitStream struct {
	templateStream
	suite junitSuite
	part  int // of the group
}

func newJUnitStream(w io.Writer, head Head) *junitStream {
	return &junitStream{templateStream: templateStream{w: w, page: junitTemplate(), head: head}}
}

func (s *junitStream) Item(group string, item *Item) error {
	if group != s.group {
		s.flush()
		s.group, s.part = group, 0
	}

	s.add(item)
	if s.suite.Total < suiteSize {
		return s.err
	}
	s.flush()
	return s.err
}

// add adds a test to the suite.
func (s *junitStream) add(item *Item) {
	if s.suite.Count == nil {
		s.suite.Count = map[Status]int{}
	}
	s.suite.Count[item.Status]++
	s.suite.Total++
	if err := s.page.ExecuteTemplate(&s.suite.Tests, "item", junitTestOf(item)); s.err == nil {
		s.err = err
	}
}

// flush writes the suite if it has tests.
func (s *junitStream) flush() {
	if s.suite.Total > 0 {
		s.begin()
		s.part++
		name := s.group
		if s.part > 1 {
			name = fmt.Sprintf("%s (%d)", s.group, s.part)
		}
		s.suite.Name = cmp.Or(s.suite.Name, name)
		s.execute("suite", &s.suite)
	}

	s.suite = junitSuite{}
}

func (s *junitStream) Close(summary string) error {
	s.flush()
	return s.templateStream.Close(summary)
}

// A junitTest is an item in the form of JUnit.
type junitTest struct {
	*Item
	Element string // "failure", "error" or "skipped"; empty if the test passed
	Line    int
	Type    string
	Text    string
	Out     string
}

// junitTestOf returns the test for an item. Warnings become its output.
func junitTestOf(item *Item) junitTest {
	copied := *item
	test := junitTest{Item: &copied, Element: [...]string{Passed: "", Failed: "failure",
		Broken: "error", Skipped: "skipped"}[item.Status]}
	for i := range item.Findings {
		f := &item.Findings[i]
		if !f.IsError() {
			test.Out += f.heading() + "\n"
			continue
		}

		if test.Text == "" {
			test.Line, test.Type = f.Line, string(f.Code)
			copied.Message = cmp.Or(copied.Message, f.label())
		}

		test.Text += f.Text(false)
	}

	return test
}

// xmlText escapes a text for an element or an attribute.
func xmlText(text string) (string, error) {
	var b strings.Builder
	err := xml.EscapeText(&b, []byte(printable.Block(text)))
	return b.String(), err
}
