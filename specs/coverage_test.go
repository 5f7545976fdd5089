package specs

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"turncoat/rules/ruleset"
)

// all returns every scenario of this directory.
func all(t *testing.T) []*Scenario {
	t.Helper()
	suites, err := All()
	if err != nil {
		t.Fatal(err)
	}
	var list []*Scenario
	for i := range suites {
		for j := range suites[i].Scenarios {
			s := &suites[i].Scenarios[j]
			if len(s.Faults) > 0 {
				t.Fatal(s.Faults[0])
			}
			list = append(list, s)
		}
	}

	return list
}

// Every rule is shown by two scenarios at least: at work, and at its edge.
func TestEveryRuleHasScenarios(t *testing.T) {
	ids := ruleIDs()
	if len(ids) != 17+12+7+12+6 {
		t.Fatalf("%d rules", len(ids))
	}
	cited := map[string][]string{}
	for _, s := range all(t) {
		for _, id := range s.Cite {
			cited[id] = append(cited[id], s.Name)
		}
	}

	for _, id := range ids {
		if n := len(cited[id]); n < 2 {
			t.Errorf("%s is cited by %d scenarios", id, n)
		}
	}
}

// misreadings lists, for a family, every value of every setting that some built-in set of the
// family does not have, and other piece values.
func misreadings(t *testing.T, f ruleset.Family) (list []ruleset.Override,
	rules map[ruleset.Override][]string) {
	rules = map[ruleset.Override][]string{}
	var sets []ruleset.Set
	for _, name := range ruleset.BuiltinNames() {
		set, err := ruleset.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		if set.Family == f {
			sets = append(sets, set)
		}
	}

	for _, s := range ruleset.SettingsOf(f) {
		for _, c := range s.Choices {
			o := ruleset.Override{Key: s.Name, Value: c.Name}
			if slices.ContainsFunc(sets, func(set ruleset.Set) bool { return s.ValueIn(set) != c.Name }) {
				list = append(list, o)
				rules[o] = s.Rules
			}
		}
	}

	if f == ruleset.Pacifist {
		o := ruleset.Override{Key: "values.king", Value: "4"}
		list = append(list, o)
		rules[o] = []string{"PAC-4"}
	}

	return list, rules
}

// Every misreading of docs/RULES.md (Settings of a rule set) is caught: with that setting laid over
// all scenarios of a family, at least one fails that cites a rule the setting turns.
func TestEveryMisreadingIsCaught(t *testing.T) {
	scenarios := all(t)
	for _, f := range ruleset.Families() {
		list, rules := misreadings(t, f)
		if len(list) == 0 {
			t.Errorf("%v has no misreadings", f)
		}
		for _, o := range list {
			caught, citing := 0, 0
			for _, s := range scenarios {
				if s.Set.Family != f || o.Apply(s.Set) == s.Set || len(s.Expect.Perft) > 1 {
					continue // deep counts take long and show no rule
				}
				result, err := Run(context.Background(), s, Options{Set: []ruleset.Override{o}})
				if err != nil {
					t.Fatal(err)
				}
				if result.OK() {
					continue
				}
				caught++
				if slices.ContainsFunc(s.Cite,
					func(id string) bool { return slices.Contains(rules[o], id) }) {
					citing++
				}
			}

			line := fmt.Sprintf("%-10v %-30s caught by %3d, citing %s by %3d", f, o, caught,
				strings.Join(rules[o], " or "), citing)
			t.Log(line)
			if citing == 0 {
				t.Error("not caught: " + line)
			}
		}
	}
}
