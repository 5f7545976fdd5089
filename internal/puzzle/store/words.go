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

// A word of a search text in the syntax of FTS5, or a separator: AND, OR, NOT, a parenthesis, or a
// column with its colon.
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

// wordsOf splits a text into words. Parentheses group words only if there is an operator; otherwise
// they are ignored.
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
			opens = false
			if inside, ok := strings.CutPrefix(w, "("); ok && combined {
				list = append(list, word{"(", true})
				w, opens = inside, true
			}

			column, after, _ := strings.Cut(w, ":")
			isColumn := column != w && slices.Contains(searchable, strings.ToLower(column))
			if isColumn {
				list = append(list, word{strings.ToLower(column) + " :", true})
				w, opens = after, true
			}
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

// expression joins words to an expression. As in FTS5, adjacent words bind closest, then NOT, AND
// and OR. What follows a NOT is in parentheses, since AND joins adjacent words here.
func expression(list []word) (string, error) {
	x := expressionWriter{wantsWord: true, excluding: []bool{false}}
	for _, w := range append(list, word{"", true}) {
		if err := x.add(w); err != nil {
			return "", err
		}
	}

	return x.match.String(), nil
}

// An expressionWriter writes an expression word by word.
type expressionWriter struct {
	match     strings.Builder
	last      string // the word before
	wantsWord bool   // a word must come, not an operator
	excluding []bool // for each open parenthesis, whether a NOT in it is still open
}

// add writes the next word; the last has no text.
func (x *expressionWriter) add(w word) error {
	isOperator := w.separator && isOperator(w.text)
	closes := w.separator && (w.text == ")" || w.text == "")
	afterColumn := strings.HasSuffix(x.last, ":")
	wrongAfterColumn := w.separator && w.text != "(" && afterColumn

	text := w.text
	switch {
	case x.wantsWord && (closes || wrongAfterColumn):
		return missingWord("after", x.last)
	case x.wantsWord && isOperator:
		return missingWord("before", w.text)

	case isOperator:
		x.endExclusion()
		if w.text == "NOT" {
			x.excluding[len(x.excluding)-1] = true
			text = "NOT ("
		}

		x.wantsWord = true

	case closes:
		x.endExclusion()
		if err := x.closeParenthesis(w.text); err != nil {
			return err
		}

	default:
		if !x.wantsWord {
			x.match.WriteString(" AND")
		}
		x.wantsWord = w.separator
		if w.text == "(" {
			x.excluding = append(x.excluding, false)
		}
	}

	x.match.WriteString(" " + text)
	x.last = w.text
	return nil
}

// endExclusion closes the parenthesis that was written after a NOT, if there is one.
func (x *expressionWriter) endExclusion() {
	open := &x.excluding[len(x.excluding)-1]
	if *open {
		x.match.WriteString(" )")
		*open = false
	}
}

// closeParenthesis ends the innermost parenthesis, or at the end of the text the whole expression.
func (x *expressionWriter) closeParenthesis(text string) error {
	atEnd := text == ""
	if atEnd && len(x.excluding) > 1 {
		return fmt.Errorf("%w: missing )", ErrText)
	}
	x.excluding = x.excluding[:len(x.excluding)-1]
	if !atEnd && len(x.excluding) == 0 {
		return fmt.Errorf("%w: unexpected )", ErrText)
	}
	return nil
}

func missingWord(place, text string) error {
	hint := ""
	if isOperator(text) {
		hint = fmt.Sprintf(`; quote "%s" to search for the word`, text)
	}
	return fmt.Errorf("%w: missing word %s %s%s", ErrText, place, strings.ReplaceAll(text, " ", ""), hint)
}
