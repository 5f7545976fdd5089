package junit

import (
	"encoding/xml"
	"errors"
	"strings"
	"testing"
)

func TestWriter(t *testing.T) {
	var text strings.Builder
	w := NewWriter(&text, `turncoat "check" <a>`)
	if text.Len() > 0 {
		t.Errorf("before the first suite %q is written", text.String())
	}
	err := errors.Join(w.Suite(Suite{Name: "pacifist1", Tests: 77, Cases: []Case{
		{Class: "pacifist1", Name: "good"},
		{Class: "pacifist1", Name: "bad\x1b", File: "a.pgn", Line: 3, Failure: &Detail{Type: "move",
			Message: "e4 & e5", Text: "one\ntwo"}},
		{Class: "pacifist1", Name: "broken", Error: &Detail{Message: "no answer"}},
		{Class: "pacifist1", Name: "left", Skipped: &Detail{Message: "not asked"}, Out: "aside"},
	}}), w.Close())
	want := `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="turncoat &#34;check&#34; &lt;a&gt;">
  <testsuite name="pacifist1" tests="4" failures="1" errors="1" skipped="1">
    <testcase classname="pacifist1" name="good"></testcase>
    <testcase classname="pacifist1" name="bad` + "\ufffd" + `" file="a.pgn" line="3">
      <failure type="move" message="e4 &amp; e5">one&#xA;two</failure>
    </testcase>
    <testcase classname="pacifist1" name="broken">
      <error message="no answer"></error>
    </testcase>
    <testcase classname="pacifist1" name="left">
      <skipped message="not asked"></skipped>
      <system-out>aside</system-out>
    </testcase>
  </testsuite>
</testsuites>
`
	if err != nil || text.String() != want {
		t.Errorf("the report is %s\nwant %s\nerror %v", text.String(), want, err)
	}
}

func TestNoSuite(t *testing.T) {
	var text strings.Builder
	err := NewWriter(&text, "x").Close()
	if read := xml.Unmarshal([]byte(text.String()), &struct{}{}); err != nil || read != nil {
		t.Errorf("a report without a suite is %q: %v, %v", text.String(), err, read)
	}
}

type full struct{ left int }

func (f *full) Write(p []byte) (int, error) {
	if len(p) > f.left {
		return 0, errors.New("full")
	}
	f.left -= len(p)
	return len(p), nil
}

func TestWriterError(t *testing.T) {
	w := NewWriter(&full{100}, "x")
	if err := w.Suite(Suite{Name: strings.Repeat("y", 200)}); err == nil || w.Close() == nil {
		t.Error("a disk that is full is no error")
	}
}
