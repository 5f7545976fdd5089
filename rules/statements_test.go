package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// Every rule of the rules text, PAC-1 to PAC-17, CON-1 to CON-12 and NOT-1 to NOT-6, has its one
// sentence, and so has every rule that a setting turns.
func TestStatements(t *testing.T) {
	var want []string
	for _, chapter := range []struct {
		name string
		last int
	}{{"PAC", 17}, {"CON", 12}, {"NOT", 6}} {
		for i := 1; i <= chapter.last; i++ {
			want = append(want, fmt.Sprintf("%s-%d", chapter.name, i))
		}
	}
	var got []string
	for _, s := range rules.Statements() {
		got = append(got, s.Rule)
		if s.Text != rules.StatementOf(s.Rule) || !strings.HasSuffix(s.Text, ".") || strings.Contains(s.Text, ". ") || strings.Contains(s.Text, "\n") {
			t.Errorf("%s is not one sentence: %q", s.Rule, s.Text)
		}
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("the rules stated are\n%v, want\n%v", got, want)
	}
	for _, s := range ruleset.Settings() {
		for _, id := range s.Rules {
			if rules.StatementOf(id) == "" {
				t.Errorf("setting %s turns %s, which is not stated", s.Name, id)
			}
		}
	}
}

// A rule set with settings of its own says what it makes of a rule (section 5).
func TestStatementOfAGame(t *testing.T) {
	tests := []struct{ set, rule, here string }{
		{"pacifist1", "PAC-4", ""},
		{"pacifist2", "PAC-4", " Here the weight of a side is the total value of its pieces that bear."},
		{"pacifist-average", "PAC-4", " Here the weight of a side is the average value of its pieces that bear."},
		{"pacifist-number", "PAC-5", ""},
		{"pacifist-number", "PAC-7", ""},
		{"pacifist1", "PAC-7", " Here a moved piece counts even where it is over-persuaded."},
		{"pacifist-value", "PAC-8", ""},
		{"pacifist2", "PAC-8", " Here there is no reclaim."},
		{"pacifist-average", "PAC-11", ""},
		{"conversion", "CON-4", ""},
		{"conversion", "CON-10", ""},
		{"conversion", "CON-99", ""},
	}
	for _, test := range tests {
		g, err := rules.Named(test.set)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := g.Statement(test.rule), rules.StatementOf(test.rule)+test.here; got != want {
			t.Errorf("%s in %s: %q, want %q", test.rule, test.set, got, want)
		}
	}
}
