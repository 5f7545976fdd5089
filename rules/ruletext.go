package rules

import (
	"strings"
	"sync"

	"turncoat/docs"
	"turncoat/internal/lazyregexp"
)

// A Rule is one rule of docs/RULES.md.
type Rule struct {
	ID       string // as in "PAC-7"
	Sentence string // the rule in one sentence, as most rule sets have it
	Text     string // the rule in full, as Markdown without its identifier, line breaks taken out
	Heading  string // of its part of docs/RULES.md
}

// RuleList lists the rules of docs/RULES.md, in its order.
func RuleList() []Rule { return append([]Rule(nil), ruleList()...) }

// FindRule returns the rule with an identifier, whatever the case of its letters.
func FindRule(id string) (Rule, bool) {
	for _, r := range ruleList() {
		if strings.EqualFold(r.ID, id) {
			return r, true
		}
	}

	return Rule{}, false
}

var (
	ruleStart   = lazyregexp.Compile(`^- \*\*([A-Z]+-\d+)\*\* (.*)$`)
	ruleHeading = lazyregexp.Compile(`^#{2,3} (?:\d+\. )?(.*)$`)
)

// ruleList parses the rules in docs/RULES.md: a rule is a list item that begins with its
// identifier, and ends where its indentation does.
var ruleList = sync.OnceValue(func() []Rule {
	var list []Rule
	heading, inRule := "", false
	for line := range strings.Lines(docs.Rules) {
		line = strings.TrimRight(line, "\n")
		if m := ruleStart().FindStringSubmatch(line); m != nil {
			list = append(list, Rule{ID: m[1], Sentence: StatementOf(m[1]), Text: m[2],
				Heading: heading})
			inRule = true
			continue
		}

		inRule = inRule && (line == "" || strings.HasPrefix(line, "  "))
		if inRule && line != "" {
			list[len(list)-1].Text += " " + strings.TrimSpace(line)
		}
		if m := ruleHeading().FindStringSubmatch(line); m != nil {
			heading = m[1]
		}
	}

	return list
})
