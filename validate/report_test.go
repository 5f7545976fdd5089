package validate

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"path/filepath"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
)

func reported(t *testing.T, format Format, style Style, paths ...string) string {
	t.Helper()
	var out strings.Builder
	if _, err := Run(context.Background(), paths, Options{},
		NewReporter(&out, format, style)); err != nil {
		t.Fatal(err)
	}

	return out.String()
}

// Every format is well formed whatever a record holds, and shows every finding.
func TestReportsAreWellFormed(t *testing.T) {
	nasty := filepath.Join(t.TempDir(), "a <&> ü.pgn")
	text := "[White \"<\\\"&\x01\xff\"]\n\n1. e4 Xe5\x02\n\n[Event \"b\"]\n\n1. e4 {]]>} e6\n"
	filetest.Write(t, nasty, []byte(text))
	paths := []string{"testdata/vchess", nasty, "../examples", "../specs/testdata"}
	records, summary, _ := runPaths(t, Options{}, paths...)

	var suites struct {
		Suites []struct {
			Tests    int `xml:"tests,attr"`
			Failures int `xml:"failures,attr"`
			Cases    []struct {
				Failures []struct{} `xml:"failure"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(reported(t, JUnit, Style{}, paths...)), &suites); err != nil {
		t.Fatal(err)
	}
	cases, failed := 0, 0
	for _, s := range suites.Suites {
		if s.Tests != len(s.Cases) {
			t.Errorf("%d tests, and %d cases", s.Tests, len(s.Cases))
		}
		cases, failed = cases+s.Tests, failed+s.Failures
	}

	if cases != len(records) || failed != summary.Failed {
		t.Errorf("JUnit has %d cases, %d failed; want %d, %d", cases, failed, len(records),
			summary.Failed)
	}

	var log struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct {
					Name  string
					Rules []struct{ ID string }
				}
			}
			Results []struct {
				RuleID    string
				RuleIndex int
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine, StartColumn, EndColumn int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(reported(t, SARIF, Style{}, paths...)), &log); err != nil {
		t.Fatal(err)
	}
	if log.Version != "2.1.0" || len(log.Runs) != 1 ||
		len(log.Runs[0].Results) != summary.Findings {
		t.Fatalf("SARIF has %d results, want %d", len(log.Runs[0].Results), summary.Findings)
	}

	for _, r := range log.Runs[0].Results {
		place := r.Locations[0].PhysicalLocation
		if log.Runs[0].Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID ||
			place.ArtifactLocation.URI == "" ||
			place.Region.StartLine < 1 || place.Region.EndColumn <= place.Region.StartColumn {
			t.Errorf("%+v", r)
		}

		if strings.ContainsAny(place.ArtifactLocation.URI, " <>") {
			t.Errorf("%q is no URI", place.ArtifactLocation.URI)
		}
	}

	if got := strings.Count(reported(t, JSON, Style{}, paths...),
		`"severity":`); got != summary.Findings {
		t.Errorf("JSON has %d findings, want %d", got, summary.Findings)
	}
}

func TestLimitAndQuiet(t *testing.T) {
	all := reported(t, JSON, Style{}, "testdata/vchess")
	few := reported(t, JSON, Style{MaxFindings: 5}, "testdata/vchess")
	if a, b := strings.Count(all, `"severity"`), strings.Count(few, `"severity"`); a != 54 ||
		b != 5 {
		t.Errorf("%d findings, and %d of at most 5", a, b)
	}

	if got := last(all); got != last(few) {
		t.Errorf("the limit changes the summary: %s", got)
	}
	quiet := reported(t, JSON, Style{Quiet: true}, "testdata/vchess")
	if n := strings.Count(quiet, "\n"); n != 55 {
		t.Errorf("%d lines about 54 bad games", n)
	}
	if got := reported(t, Text, Style{Quiet: true}, "../examples"); got != "" {
		t.Errorf("nothing is wrong, and quiet says %q", got)
	}
	if got := reported(t, Text, Style{MaxFindings: 2}, "testdata/vchess"); !strings.Contains(got,
		"52 more findings not shown") {
		t.Error("what is not shown is not told")
	}
}

func last(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

// A record too long to be held is told and passed over, and the next is judged.
func TestTooLong(t *testing.T) {
	var text bytes.Buffer
	text.WriteString("[Event \"a\"]\n\n1. e4 {")
	for text.Len() < 9<<20 {
		text.WriteString("on and on and on and on and on\n")
	}
	lines := bytes.Count(text.Bytes(), []byte("\n"))
	text.WriteString("\n[Event \"b\"]\n\n1. e5 *\n")
	records, _, _ := runPaths(t, Options{Stdin: &text}, "-")
	if len(records) != 2 {
		t.Fatalf("%d records", len(records))
	}
	if f := records[0].Findings[0]; f.Code != "syntax" || f.Line != 1 {
		t.Errorf("%+v", f)
	}
	for _, f := range records[1].Findings {
		if f.Code == "illegal-move" && f.Line != lines+4 {
			t.Errorf("the next game's move stands in line %d, not %d", f.Line, lines+4)
		}
	}
}

// hostile holds what must not reach a terminal: escape sequences, in one byte and in two
// characters, and what turns the order of letters around.
const hostile = "\x1b]0;pwn\a\u009b31m\u202egnp.exe\u2066"

// Whatever a field of a report holds, nothing of it commands a terminal, in any format.
func TestNothingReachesATerminalRaw(t *testing.T) {
	dir := t.TempDir()
	game := filepath.Join(dir, "game "+hostile+".pgn")
	scenario := filepath.Join(dir, "scenario "+hostile+".yaml")
	other := filepath.Join(dir, "other.x"+hostile)
	texts := map[string]string{
		game: "[Event \"" + hostile + "\"]\n[White \"" + hostile +
			"\"]\n[Black \"b\"]\n[Result \"" + hostile + "\"]\n[FEN \"" + hostile +
			"\"]\n\n1. e4 *\n\n" +
			"[Event \"b\"]\n[Variant \"" + hostile + "\"]\n\n1. e4 *\n\n[Event \"c\"]\n\n1. Ke" +
			hostile +
			"4 {[%conv " + hostile + "]} {[%reclaim " + hostile + "]} *\n",
		scenario: "scenarios:\n  - name: \"\\e]0;pwn\\a\\u009b31m\\u202egnp.exe\"\n    fen: " +
			"\"\\e[2J\"\n    \"k\\e[2J\": 1\n  - name: \"two \\e[2J\"\n    expect: {outcome: " +
			"\"1-0\"}\n",
		other: "nothing",
	}
	for name, text := range texts {
		filetest.Write(t, name, []byte(text))
	}
	for _, format := range Formats() {
		for _, path := range []string{dir, game} {
			out := reported(t, format, Style{}, path)
			if i := strings.IndexAny(out, "\x1b\a\u009b\u202e\u2066\x7f"); i >= 0 {
				t.Errorf("%s: %q", format, out[max(0, i-60):min(len(out), i+60)])
			}
			if !strings.Contains(out, "pwn") {
				t.Errorf("%s does not show it at all", format)
			}
			wellFormed(t, format, []byte(out))
		}
	}

	line := Progress{File: game, Elapsed: 1}.Line()
	if strings.ContainsAny(line, "\x1b\a\u009b\u202e") {
		t.Errorf("%q", line)
	}
}
