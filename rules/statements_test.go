package rules_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"turncoat/docs"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// Every rule of docs/RULES.md has its one sentence, and its text in full; so has every rule that a
// setting turns, and no other.
func TestStatements(t *testing.T) {
	var want []string
	for _, m := range regexp.MustCompile(`(?m)^- \*\*([A-Z]{3}-\d+)\*\*`).FindAllStringSubmatch(docs.Rules, -1) {
		want = append(want, m[1])
	}
	if len(want) != 17+12+7+12+6 {
		t.Errorf("docs/RULES.md has the rules %v", want)
	}
	var got []string
	for _, r := range rules.RuleList() {
		got = append(got, r.ID)
		s := r.Sentence
		if !strings.HasSuffix(s, ".") || strings.Contains(s, ". ") || strings.Contains(s, "\n") {
			t.Errorf("%s is not one sentence: %q", r.ID, s)
		}
		if len(r.Text) < 40 || strings.Contains(r.Text, "\n") || strings.Contains(r.Text, "- **") ||
			r.Heading == "" {
			t.Errorf("%s has the text %q under %q", r.ID, r.Text, r.Heading)
		}

		if again, ok := rules.FindRule(strings.ToLower(r.ID)); !ok || again != r {
			t.Errorf("%s is not found", r.ID)
		}
	}

	if !slices.Equal(got, want) {
		t.Errorf("the rules are\n%v, want\n%v", got, want)
	}
	for _, s := range ruleset.Settings() {
		for _, id := range s.Rules {
			if rules.StatementOf(id) == "" {
				t.Errorf("setting %s turns %s, which is not stated", s.Name, id)
			}
		}
	}

	if _, ok := rules.FindRule("PAC-99"); ok || rules.StatementOf("PAC-99") != "" {
		t.Error("PAC-99 is found")
	}
	if r, _ := rules.FindRule("NOT-6"); !strings.HasSuffix(r.Text, "(J).") ||
		r.Heading != "Notation" {
		t.Errorf("NOT-6 ends %q under %q", r.Text[max(0, len(r.Text)-40):], r.Heading)
	}
}

// A rule set with settings of its own says what it makes of a rule (docs/RULES.md, Settings of a
// rule set).
func TestStatementOfAGame(t *testing.T) {
	tests := []struct{ set, rule, here string }{
		{"pacifist1", "PAC-4", ""},
		{"pacifist2", "PAC-4",
			" Here the weight of a side is the total value of its pieces that bear."},
		{"pacifist-average", "PAC-4",
			" Here the weight of a side is the average value of its pieces that bear."},
		{"pacifist-number", "PAC-5", ""},
		{"pacifist-number", "PAC-7", ""},
		{"pacifist1", "PAC-7", " Here a moved piece counts even where it is over-persuaded."},
		{"pacifist-value", "PAC-8", ""},
		{"pacifist2", "PAC-8", " Here there is no reclaim."},
		{"pacifist-average", "PAC-11", ""},
		{"conversion", "CON-4", ""},
		{"conversion", "CON-10", ""},
		{"conversion", "CON-99", ""},
		{"benedict-king", "BEN-2", ""},
		{"benedict-king", "BEN-3", " Here in castling only the king makes conversions."},
		{"andernach", "AND-2", ""},
		{"andernach", "AND-3", ""},
		{"andernach", "AND-5", ""},
		{"andernach", "AND-9", ""},
		{"masand", "AND-6", ""},
		{"anti-andernach", "AND-2", " Here a move that captures nothing converts."},
	}
	for _, test := range tests {
		variant, err := rules.Named(test.set)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := variant.Statement(test.rule),
			rules.StatementOf(test.rule)+test.here; got != want {
			t.Errorf("%s in %s: %q, want %q", test.rule, test.set, got, want)
		}
	}
}
