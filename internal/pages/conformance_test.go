package pages

import (
	"encoding/json"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"turncoat/corpus"
	"turncoat/internal/corpus/check"
	"turncoat/internal/corpus/parting"
	"turncoat/internal/strict"
	"turncoat/rules/ruleset"
)

// repository has the files of this clone.
var repository = os.DirFS("../..")

// reportOn returns the kept report on a program.
func reportOn(t *testing.T, id string) check.ReportJSON {
	t.Helper()
	text, err := fs.ReadFile(repository, conformance+id+".json")
	if err != nil {
		t.Fatal(err)
	}
	var report check.ReportJSON
	if err := strict.Decode(text, &report); err != nil {
		t.Fatalf("%s: %v", id, err)
	}
	return report
}

// spoilt returns a report on a program that lets the king on a3 stay that converts by PAC-5 when
// White plays Ka2, in pacifist1 and pacifist2: one case of each is wrong, which cites PAC-4, too.
func spoilt(t *testing.T) check.ReportJSON {
	t.Helper()
	report := reportOn(t, "turncoat")
	report.Corpora = report.Corpora[:2]
	for i, fen := range []string{"8/8/8/8/8/k7/8/K6N w - - 0 1", "8/8/8/8/8/k7/8/K7 w - - 0 1"} {
		part := &report.Corpora[i]
		part.Cited = map[string]check.CitedJSON{"PAC-1": {Cases: 7, Right: 7},
			"PAC-4": {Cases: 5, Right: 4}, "PAC-5": {Cases: 3, Right: 2}}
		part.Failures = []check.FailureJSON{{Verdict: check.Wrong}}
		part.Diagnosis = &check.DiagnosisJSON{Witnesses: []check.WitnessJSON{{
			Kind: "the planted failure", FEN: fen, Cases: 1, Board: "8/8/8/8/8/k7/K7/8",
			Parting: parting.Parting{Step: parting.Conversion, Fault: parting.Kept, Move: "a1a2",
				Rule: "PAC-5", Reason: "the king converts", Program: "it stays"},
		}}}
	}
	return report
}

// verdicts makes the page of a program with a report. It returns the page and the table's words for
// the rules.
func verdicts(t *testing.T, report check.ReportJSON) (page string, words map[string]string) {
	t.Helper()
	text, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	clone := fstest.MapFS{
		"README.md":               {Data: []byte("# Turncoat")},
		conformance + "README.md": {Data: []byte("# How")},
		conformance + "programs.json": {Data: []byte(`{"programs":[{"id":"mine","name":"Mine",` +
			`"address":"https://example.org","version":"","date":"2026-11-28"}]}`)},
		// A program writes lists where Go has nil.
		conformance + "mine.json": {Data: []byte(strings.ReplaceAll(string(text), "null", "[]"))},
	}
	site, err := New(clone, nil)
	if err != nil {
		t.Fatal(err)
	}

	page = string(site.Files["conformance.html"])
	words = map[string]string{}
	row := regexp.MustCompile(`<th scope="row"><a href="[^"]*"><span[^>]*>(.*?)</span></a></th>` +
		`<td>(.*?)</td></tr>`)
	for _, found := range row.FindAllStringSubmatch(page, -1) {
		words[found[1]] = found[2]
	}
	return page, words
}

// A wrong answer is found in the table and, with the boards of both sides, beneath it: the smallest
// of its kind.
func TestPlantedFailure(t *testing.T) {
	page, words := verdicts(t, spoilt(t))
	for rule, want := range map[string]string{
		"PAC-1": "passes <small>14 of 14</small>",
		"PAC-4": "passes <small>8 of 10</small>",
		"PAC-5": `<a href="#mine-PAC-5">fails</a> <small>4 of 6</small>`,
	} {
		if words[rule] != want {
			t.Errorf("%s: %q, want %q", rule, words[rule], want)
		}
	}
	if _, there := words["CON-4"]; there || !strings.Contains(page, `docs/RULES.html#CON-4`) {
		t.Error("CON-4 is in the table, or not in the list of what no case is about")
	}

	_, witness, _ := strings.Cut(page, `id="mine-PAC-5"`)
	for _, want := range []string{"the planted failure", "pacifist1, pacifist2", "the king converts",
		"it stays", "rules have it 8/8/8/8/8/K7/K7/8<", "program has it 8/8/8/8/8/k7/K7/8<"} {
		if !strings.Contains(witness, want) {
			t.Errorf("the witness lacks %q", want)
		}
	}
}

// A misreading that explains all wrong answers is blamed for them, even if there are more than the
// report has witnesses of; a rule under which something is unexplained is not passed.
func TestBlame(t *testing.T) {
	report := spoilt(t)
	blame := func(exact bool) map[string]string {
		for i := range report.Corpora {
			diagnosis := report.Corpora[i].Diagnosis
			diagnosis.Exact = exact
			diagnosis.Readings = []check.ReadingJSON{{Rules: []string{"PAC-4"}}}
			diagnosis.Witnesses[0].Cases = 0
		}
		_, words := verdicts(t, report)
		return words
	}
	explained, unexplained := blame(true), blame(false)
	for _, test := range []struct{ got, want string }{
		{explained["PAC-4"], "fails"}, {explained["PAC-5"], "passes"},
		{unexplained["PAC-4"], "unclear"}, {unexplained["PAC-1"], "passes"},
	} {
		if !strings.Contains(test.got, test.want) {
			t.Errorf("%q, want %s", test.got, test.want)
		}
	}
}

// A case that a program does not support says nothing about how it plays.
func TestUnsupportedCases(t *testing.T) {
	report := reportOn(t, "turncoat")
	report.Corpora = report.Corpora[:1]
	part := &report.Corpora[0]
	part.Counts = check.CountsJSON{Cases: 7, Right: 5, Unsupported: 2}
	part.Cited = map[string]check.CitedJSON{"PAC-1": {Cases: 7, Right: 5}, "PAC-13": {Cases: 2}}
	part.Failures = []check.FailureJSON{
		{Verdict: check.Unsupported, Cite: []string{"PAC-1", "PAC-13"}},
		{Verdict: check.Unsupported, Cite: []string{"PAC-1", "PAC-13"}},
	}
	_, words := verdicts(t, report)
	if want := "passes <small>5 of 5</small>"; words["PAC-1"] != want {
		t.Errorf("PAC-1: %q, want %q", words["PAC-1"], want)
	}
	if got, there := words["PAC-13"]; there {
		t.Errorf("PAC-13, of which no case was answered: %q", got)
	}
}

// The kept reports are on the corpora of this version, of all rule sets: whoever changes them makes
// the reports anew, as docs/conformance/README.md says.
func TestReportsAreCurrent(t *testing.T) {
	text, err := fs.ReadFile(repository, "corpus/golden/manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := corpus.ParseManifest(text)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, file := range manifest.Files {
		if file.Size == conformanceSize {
			want[file.Rules.Name] = file.SHA256
		}
	}

	reports, err := fs.Glob(repository, conformance+"*.json")
	if err != nil || len(reports) < 2 {
		t.Fatalf("%v: %v", reports, err)
	}
	for _, name := range reports {
		id := strings.TrimSuffix(strings.TrimPrefix(name, conformance), ".json")
		if id == "programs" {
			continue
		}
		report := reportOn(t, id)
		if len(report.Corpora) < len(ruleset.BuiltinNames()) || len(report.Findings) > 0 {
			t.Errorf("%s: %d rule sets, %+v", name, len(report.Corpora), report.Findings)
		}
		for _, part := range report.Corpora {
			if part.SHA256 != want[part.Rules.Name] {
				t.Errorf("%s: %s has changed since", name, part.Rules.Name)
			}
		}
	}
}
