package rules

import (
	_ "embed" // the sentences
	"slices"
	"strings"

	"turncoat/rules/ruleset"
)

// statements has each rule of docs/RULES.md in one plain sentence, as it is in most rule sets.
// [Variant.Statement] adds how the settings of a rule set change it.
//
//go:embed statements.txt
var statements string

// StatementOf returns a rule in one sentence; nothing for an identifier that does not exist.
func StatementOf(rule string) string {
	for line := range strings.Lines(statements) {
		if id, text, _ := strings.Cut(line, " "); id == rule {
			return strings.TrimSpace(text)
		}
	}

	return ""
}

// statedAs has, by rule and setting, the value that the sentence of the rule describes where it is
// not the setting's first: these rules are stated as in the rule sets that introduced them.
var statedAs = map[[2]string]string{
	{"PAC-7", "moved-piece"}:         "unless-persuaded",
	{"PAC-8", "reclaim"}:             "optional",
	{"PAC-11", "king-safety"}:        "king-moves",
	{"CON-10", "castling-converted"}: "loses",
	{"AND-3", "king-converts"}:       "no",
	{"AND-5", "castling-converts"}:   "king",
	{"AND-6", "converts-when"}:       "check",
	{"AND-9", "castling-converted"}:  "loses",
}

// Statement returns a rule in one sentence. If a setting of this rule set makes it more exact or
// different, a second sentence says so: "Here the weight of a side is the total value of its pieces
// that bear."
func (v *Variant) Statement(rule string) string {
	text := StatementOf(rule)
	if text == "" {
		return ""
	}
	var here []string
	for _, s := range ruleset.SettingsOf(v.set.Family) {
		stated, ok := statedAs[[2]string{rule, s.Name}]
		if !ok {
			stated = s.Choices[0].Name
		}
		if !slices.Contains(s.Rules, rule) || s.ValueIn(v.set) == stated {
			continue
		}
		for _, c := range s.Choices {
			if c.Name == s.ValueIn(v.set) {
				here = append(here, c.Means)
			}
		}
	}

	if len(here) == 0 {
		return text
	}
	return text + " Here " + strings.Join(here, "; ") + "."
}
