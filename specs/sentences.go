package specs

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
)

//go:embed RULES.md
var rulesText string

var ruleLine = regexp.MustCompile(`(?m)^- \*\*([A-Z]+-\d+)\*\* (?:\([^)]*\) )?(.*)$`)

type sentences struct {
	ids  []string
	text map[string]string
}

var ruleSentences = sync.OnceValue(func() sentences {
	s := sentences{text: map[string]string{}}
	for _, m := range ruleLine.FindAllStringSubmatch(rulesText, -1) {
		s.ids = append(s.ids, m[1])
		s.text[m[1]] = strings.ReplaceAll(m[2], "`", "")
	}
	return s
})

// RuleIDs lists the identifiers of all rules, in the order of the rules text.
func RuleIDs() []string { return append([]string(nil), ruleSentences().ids...) }

// Sentence gives what a rule says in a sentence or two.
func Sentence(id string) (string, bool) {
	text, ok := ruleSentences().text[id]
	return text, ok
}
