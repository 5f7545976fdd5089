package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// ErrText is the class of errors about invalid search texts.
var ErrText = errors.New("invalid search text")

// Limits of a search text.
const (
	maxText  = 1000 // bytes
	maxWords = 64   // words, operators and parentheses
)

// searchable are the parts of a puzzle in which words are looked for.
var searchable = []string{"title", "authors", "comments"}

// A word of a search text in the syntax of FTS5, or a separator: AND, OR, NOT, a parenthesis, or a column with its
// colon.
type word struct {
	text      string
	separator bool
}

// matchOf returns the expression of FTS5 for the text of a [Query].
func matchOf(text string) (string, error) {
	if len(text) > maxText {
		return "", fmt.Errorf("%w: longer than %d bytes", ErrText, maxText)
	}
	list := wordsOf(text)
	switch {
	case len(list) > maxWords:
		return "", fmt.Errorf("%w: more than %d words", ErrText, maxWords)
	case !slices.ContainsFunc(list, func(w word) bool { return !w.separator }):
		return "", fmt.Errorf("%w: no letter or digit in %q", ErrText, text)
	}
	return expression(list)
}

// wordsOf splits a text into words. Parentheses group words only if there is an operator; otherwise they are ignored.
func wordsOf(text string) []word {
	raw := split(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) { // a NUL would end the expression
			return ' '
		}
		return r
	}, text))
	combined := slices.ContainsFunc(raw, isOperator)
	var list []word
	for _, w := range raw {
		if isOperator(w) {
			list = append(list, word{w, true})
			continue
		}
		end := ""
		for opens := true; opens; {
			inside, parenthesis := strings.CutPrefix(w, "(")
			if parenthesis = parenthesis && combined; parenthesis {
				list, w = append(list, word{"(", true}), inside
			}
			column, after, colon := strings.Cut(w, ":")
			if colon = colon && slices.Contains(searchable, strings.ToLower(column)); colon {
				list, w = append(list, word{strings.ToLower(column) + " :", true}), after
			}
			opens = parenthesis || colon
		}
		if combined && !strings.HasPrefix(w, `"`) {
			bare := strings.TrimRight(w, ")")
			w, end = bare, w[len(bare):]
		}
		if strings.ContainsFunc(w, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
			list = append(list, word{quoted(w), false})
		}
		for range end {
			list = append(list, word{")", true})
		}
	}
	return list
}

// split splits a text at white space outside quotation marks.
func split(text string) []string {
	var list []string
	for {
		text = strings.TrimLeftFunc(text, unicode.IsSpace)
		if text == "" {
			return list
		}
		from := 0
		if i := strings.IndexByte(text[1:], '"'); text[0] == '"' && i >= 0 {
			from = i + 2
		}
		end := strings.IndexFunc(text[from:], unicode.IsSpace)
		if end < 0 {
			end = len(text) - from
		}
		list = append(list, text[:from+end])
		text = text[from+end:]
	}
}

func isOperator(w string) bool { return w == "AND" || w == "OR" || w == "NOT" }

// quoted quotes a word or phrase for FTS5. A star at its end matches any ending.
func quoted(w string) string {
	bare := strings.TrimRight(w, "*")
	star := ""
	if bare != w {
		star = " *"
	}
	return `"` + strings.ReplaceAll(strings.Trim(bare, `"`), `"`, `""`) + `"` + star
}

// expression joins words to an expression. As in FTS5, adjacent words bind closest, then NOT, AND and OR. What follows
// a NOT is in parentheses, since AND joins adjacent words here.
func expression(list []word) (string, error) {
	var match strings.Builder
	last := ""                 // the word before
	operand := true            // is to come
	excluding := []bool{false} // what follows a NOT, in each of the open parentheses
	ends := func() {
		if open := &excluding[len(excluding)-1]; *open {
			match.WriteString(" )")
			*open = false
		}
	}
	missing := func(place, text string) error {
		hint := ""
		if isOperator(text) {
			hint = fmt.Sprintf(`; quote "%s" to search for the word`, text)
		}
		return fmt.Errorf("%w: missing word %s %s%s", ErrText, place, strings.ReplaceAll(text, " ", ""), hint)
	}
	for _, w := range append(list, word{"", true}) {
		text := w.text
		operator := w.separator && isOperator(w.text)
		closing := w.separator && (w.text == ")" || w.text == "")
		switch {
		case operand && (closing || w.separator && w.text != "(" && strings.HasSuffix(last, ":")):
			return "", missing("after", last)
		case operand && operator:
			return "", missing("before", w.text)
		case operator:
			if ends(); w.text == "NOT" {
				excluding[len(excluding)-1] = true
				text = "NOT ("
			}
			operand = true
		case closing:
			ends()
			if w.text == "" && len(excluding) > 1 {
				return "", fmt.Errorf("%w: missing )", ErrText)
			}
			if excluding = excluding[:len(excluding)-1]; w.text != "" && len(excluding) == 0 {
				return "", fmt.Errorf("%w: unexpected )", ErrText)
			}
		default:
			if !operand {
				match.WriteString(" AND")
			}
			if operand = w.separator; w.text == "(" {
				excluding = append(excluding, false)
			}
		}
		match.WriteString(" " + text)
		last = w.text
	}
	return match.String(), nil
}
