package pages

import (
	"regexp"
	"slices"
	"strings"

	"turncoat/rules/ruleset"
)

var (
	// pagePart is a part of a page: what stays as it is, a tag, or a text.
	pagePart = regexp.MustCompile(`(?s)<pre.*?</pre>|<svg.*?</svg>|<[^>]*>|[^<]+`)

	// anyName is what is kept in one line: the name of a rule, a rule set or a file.
	anyName = regexp.MustCompile(`\b[A-Z]{3}-\d+\b|[\w./-]+\.(?:md|yaml|jsonl?|pgn|go|py|js|svg)\b|` +
		`\b(?:` + strings.Join(hyphenated(ruleset.BuiltinNames()), "|") + `)\b`)

	// codeWord is a part of code that has a hyphen, a slash or a point in it, after which lines end.
	codeWord = regexp.MustCompile(`[^\s/.-]+[-/.][^\s]*|--?[^\s]+`)
)

// hyphenated returns the names with a hyphen.
func hyphenated(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return !strings.Contains(name, "-")
	})
}

// longestName is how long a name may be, in bytes, that is kept in one line: as long as a line on a
// phone.
const longestName = 40

// unbroken returns a page with each name in it kept in one line. A browser would end lines after
// the hyphen in PAC-13.
func unbroken(page string) string {
	code := false
	return pagePart.ReplaceAllStringFunc(page, func(text string) string {
		switch {
		case strings.HasPrefix(text, "<"):
			if text == "<code>" || text == "</code>" {
				code = text == "<code>"
			}
			return text
		case code:
			return codeWord.ReplaceAllStringFunc(text, inOneLine)
		}
		return anyName.ReplaceAllStringFunc(text, inOneLine)
	})
}

// inOneLine marks a name, unless it is too long or has nothing in it where lines end.
func inOneLine(name string) string {
	if len(name) > longestName || !strings.ContainsAny(name, "-/.") {
		return name
	}
	return `<span class="one-line">` + name + `</span>`
}
