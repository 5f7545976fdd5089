package validate

import (
	"slices"
	"strings"
	"testing"

	"turncoat/internal/lines"
	"turncoat/pgn"
	"turncoat/rules/ruleset"
)

// The specification holds, the example of the interface text as it stands there, its win with it,
// and the example rule sets.
func TestSpecificationHolds(t *testing.T) {
	records, summary, unusable := runPaths(t, Options{}, "../specs", "../examples/rules")
	for _, r := range records {
		if !r.OK {
			t.Errorf("%s: %s: %+v", r.File, r.Name, r.Findings)
		}
	}

	if summary.Failed != 0 || summary.Scenarios < 200 || summary.RuleSets != 2 ||
		len(unusable) != 0 {
		t.Errorf("%+v, %v", summary, unusable)
	}
	win := func(r Verdict) bool {
		return strings.HasSuffix(r.File, "testdata/interface.yaml") && r.Name == "the final diagram"
	}
	if !slices.ContainsFunc(records, win) {
		t.Error("the win of the interface text is not among them")
	}
}

// A setting changed in all scenarios is caught by one that cites its rule.
func TestChangedSettingsAreCaught(t *testing.T) {
	for text, rule := range map[string]string{"lines=blocked": "PAC-4", "rounds=first": "PAC-6",
		"chain=yes": "CON-4"} {
		set, err := ruleset.ParseOverrides(text)
		if err != nil {
			t.Fatal(err)
		}
		records, summary, _ := runPaths(t, Options{Rules: Rules{Set: set}}, "../specs")
		if summary.Failed == 0 {
			t.Errorf("%s is not caught", text)
		}
		cited := func(r Verdict) bool {
			return slices.ContainsFunc(r.Findings, func(f pgn.Finding) bool {
				return f.Rule == rule && f.Code == pgn.Expectation
			})
		}
		if !slices.ContainsFunc(records, cited) {
			t.Errorf("%s: no finding cites %s", text, rule)
		}
	}
}

// A scenario that cannot be read is a bad record of its own, and the file's other one is held to
// the rules.
func TestScenariosThatCannotBeRead(t *testing.T) {
	const text = `rules: pacifist1
scenarios:
  - name: one
    fen: 7k/8/8/8/8/8/8/K7
    expct: {outcome: "*"}
  - name: two
    fen: 7k/8/8/8/8/8/8/K7
    expect: {outcome: "*"}
other: 1
`
	records := yamlRecords(t.Context(), []byte(text), lines.NewPlaces([]byte(text)), Rules{})
	if len(records) != 3 {
		t.Fatalf("%d records", len(records))
	}
	bad, good, file := records[0], records[1], records[2]
	if bad.OK || bad.Kind != KindScenario || bad.Index != 1 || bad.Findings[0].Line != 5 ||
		bad.Findings[0].Column != 5 || bad.Findings[0].Code != "syntax" {
		t.Errorf("%+v", bad)
	}

	if !good.OK || good.Name != "two" {
		t.Errorf("%+v", good)
	}
	if file.OK || file.Kind != KindFile || file.Findings[0].Line != 9 {
		t.Errorf("%+v", file)
	}
}
