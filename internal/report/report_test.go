package report

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"turncoat/pgn"
)

func TestJUnit(t *testing.T) {
	error := Finding{Title: "e4 & e5", Finding: pgn.Finding{Code: "move", Line: 3, Column: 2},
		File: "a.pgn", Details: []Detail{{Line: "two"}}}
	warning := Finding{Title: "aside", Finding: pgn.Finding{Severity: pgn.Warning}}
	r := Report{Head: Head{Title: "check", Subject: `"x" <a>`}, Groups: []Group{{Name: "empty"}, {
		Name:  "pacifist1",
		Lines: []string{"why"},
		Items: []Item{
			{Class: "c", Name: "good", Findings: []Finding{warning}},
			{Class: "c", Name: "bad\x1b", File: "a.pgn", Status: Failed,
				Findings: []Finding{error}},
			{Class: "c", Name: "broken", Status: Broken, Message: "no answer"},
			{Class: "c", Name: "left", Status: Skipped, Message: "not asked"},
		},
	}}}
	var text strings.Builder
	err := r.WriteJUnit(&text)
	want := `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="turncoat check &#34;x&#34; &lt;a&gt;">
  <testsuite name="pacifist1" tests="4" failures="1" errors="1" skipped="1">
    <testcase classname="c" name="good">
      <system-out>warning: aside&#xA;</system-out>
    </testcase>
    <testcase classname="c" name="bad\x1b" file="a.pgn" line="3">
      <failure type="move" message="e4 &amp; e5">a.pgn:3:2: e4 &amp; e5&#xA;    two&#xA;</failure>
    </testcase>
    <testcase classname="c" name="broken">
      <error message="no answer"></error>
    </testcase>
    <testcase classname="c" name="left">
      <skipped message="not asked"></skipped>
    </testcase>
    <system-out>why</system-out>
  </testsuite>
</testsuites>
`
	if err != nil || text.String() != want {
		t.Errorf("the report is %s\nwant %s\nerror %v", text.String(), want, err)
	}
}

// The suites of a long group have bounded sizes, and a report without items is complete.
func TestJUnitStream(t *testing.T) {
	for _, test := range []struct {
		items int
		sizes string
	}{{0, "[]"}, {1, "[1]"}, {suiteSize, "[1000]"}, {2*suiteSize + 1, "[1000 1000 1]"}} {
		var text strings.Builder
		s := NewJUnit(&text, Head{Title: "x"})
		for i := range test.items {
			if err := s.Item("file", &Item{Name: fmt.Sprint(i)}); err != nil {
				t.Fatal(err)
			}
		}

		if err := s.Close(""); err != nil {
			t.Fatal(err)
		}

		var read struct {
			Suites []struct {
				Tests int        `xml:"tests,attr"`
				Cases []struct{} `xml:"testcase"`
			} `xml:"testsuite"`
		}
		if err := xml.Unmarshal([]byte(text.String()), &read); err != nil {
			t.Fatalf("%d items: %v", test.items, err)
		}
		sizes := []int{}
		for _, s := range read.Suites {
			if s.Tests != len(s.Cases) {
				t.Errorf("%d tests, and %d cases", s.Tests, len(s.Cases))
			}
			sizes = append(sizes, s.Tests)
		}

		if fmt.Sprint(sizes) != test.sizes {
			t.Errorf("%d items in suites of %v, want %s", test.items, sizes, test.sizes)
		}
	}
}

func TestText(t *testing.T) {
	r := Report{
		Notes: []string{"one\ntwo"},
		Groups: []Group{
			{Name: "chess", Summary: "1 wrong", Lines: []string{"or two"}, More: "3 more",
				Findings: []Finding{{
					Title: "case\x1b", Cite: []string{"PAC-1", "PAC-2"},
					Details: []Detail{
						{Excerpt: &Excerpt{Text: "1. e9 e5", Caret: 3, Width: 2}},
						{Quote: "a\nb"}, {Scenario: "x: 1\n"}, {Command: "turncoat"},
					},
				}}},
			{Name: "list", Lines: []string{"a"}},
		},
	}
	var text strings.Builder
	err := r.WriteText(&text)
	want := `chess: 1 wrong
  or two
  case\x1b (PAC-1, PAC-2)
    1. e9 e5
       ^~
    | a
    | b
    as a scenario:
      x: 1
    see: turncoat
  … and 3 more

list:
  a
one
two
`
	if err != nil || text.String() != want {
		t.Errorf("the report is\n%s\nwant\n%s\nerror %v", text.String(), want, err)
	}
}
