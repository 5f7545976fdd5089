package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// ErrText is the class of errors about words that cannot be looked for.
var ErrText = errors.New("these words cannot be looked for")

// Bounds of what is looked for at once.
const (
	maxText  = 1000 // bytes
	maxWords = 64   // words, operators and parentheses
)

// columns are the parts of a puzzle that words are looked for in.
var columns = []string{"title", "authors", "comments"}

// A word of a search, as FTS5 writes it, or what stands between words: AND, OR, NOT, a parenthesis, a column
// with its colon.
type word struct {
	text    string
	between bool
}

// matchOf returns the expression of FTS5 for the text of a [Query].
func matchOf(text string) (string, error) {
	if len(text) > maxText {
		return "", fmt.Errorf("%w: they are longer than %d bytes", ErrText, maxText)
	}
	s := search{rest: wordsOf(text)}
	switch {
	case len(s.rest) > maxWords:
		return "", fmt.Errorf("%w: there are more than %d", ErrText, maxWords)
	case !slices.ContainsFunc(s.rest, func(w word) bool { return !w.between }):
		return "", fmt.Errorf("%w: there is no letter and no digit in %q", ErrText, text)
	}
	match, err := s.either()
	if err == nil && len(s.rest) > 0 {
		err = fmt.Errorf("%w: a parenthesis is closed that was not opened", ErrText)
	}
	return match, err
}

// wordsOf splits a text into words. Only where an operator stands among them, parentheses are more than signs
// around a word.
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
			if colon = colon && slices.Contains(columns, strings.ToLower(column)); colon {
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

// split splits a text at white space outside of quotation marks that are closed.
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

// quoted writes a word, or a phrase in quotation marks, so that FTS5 looks for it whatever stands in it. A star
// at its end stands for any end of the word.
func quoted(w string) string {
	bare := strings.TrimRight(w, "*")
	star := ""
	if bare != w {
		star = " *"
	}
	return `"` + strings.ReplaceAll(strings.Trim(bare, `"`), `"`, `""`) + `"` + star
}

// A search reads words into an expression. The operators bind as in FTS5: words side by side closest, then NOT,
// AND and OR.
type search struct {
	rest []word
	last string // what was read before them
}

// take takes what stands between words, if it is next.
func (s *search) take(text string) bool {
	if len(s.rest) == 0 || s.rest[0] != (word{text, true}) {
		return false
	}
	s.last, s.rest = text, s.rest[1:]
	return true
}

func (s *search) either() (string, error)  { return s.combined("OR", s.both) }
func (s *search) both() (string, error)    { return s.combined("AND", s.without) }
func (s *search) without() (string, error) { return s.combined("NOT", s.all) }

// combined reads parts with an operator between them.
func (s *search) combined(operator string, part func() (string, error)) (string, error) {
	left, err := part()
	for err == nil && s.take(operator) {
		var right string
		right, err = part() // in parentheses, or one word
		left = "(" + left + " " + operator + " " + right + ")"
	}
	return left, err
}

// all reads words and parentheses side by side.
func (s *search) all() (string, error) {
	var parts []string
	for len(s.rest) > 0 {
		column := ""
		for _, c := range columns {
			if s.take(c + " :") {
				column = s.last + " "
			}
		}
		var part string
		switch {
		case s.take("("):
			inner, err := s.either()
			if err == nil && !s.take(")") {
				err = fmt.Errorf("%w: a parenthesis is not closed", ErrText)
			}
			if err != nil {
				return "", err
			}
			if part = inner; column != "" { // which may begin with a column of its own
				part = "(" + inner + ")"
			}
		case len(s.rest) > 0 && !s.rest[0].between:
			part = s.rest[0].text
			s.last, s.rest = part, s.rest[1:]
		case column != "":
			return "", fmt.Errorf("%w: no word follows %s", ErrText, strings.ReplaceAll(column, " ", ""))
		default:
			return s.joined(parts)
		}
		parts = append(parts, column+part)
	}
	return s.joined(parts)
}

// joined joins the parts that were read, of which there must be one.
func (s *search) joined(parts []string) (string, error) {
	if len(parts) == 1 {
		return parts[0], nil
	}
	if len(parts) > 0 {
		return "(" + strings.Join(parts, " AND ") + ")", nil
	}
	what := "no word stands before "
	next := ""
	if len(s.rest) > 0 {
		next = s.rest[0].text
	}
	if next == "" || next == ")" {
		what, next = "no word follows ", s.last
	}
	hint := ""
	if isOperator(next) {
		hint = fmt.Sprintf(`; "%s" in quotation marks, or in small letters, is a word`, next)
	}
	return "", fmt.Errorf("%w: %s%s%s", ErrText, what, next, hint)
}
