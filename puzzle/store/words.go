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

// columns are the searchable parts of a puzzle.
var columns = []string{"title", "authors", "comments"}

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
	s := search{rest: wordsOf(text)}
	switch {
	case len(s.rest) > maxWords:
		return "", fmt.Errorf("%w: more than %d words", ErrText, maxWords)
	case !slices.ContainsFunc(s.rest, func(w word) bool { return !w.separator }):
		return "", fmt.Errorf("%w: no letter or digit in %q", ErrText, text)
	}
	match, err := s.either()
	if err == nil && len(s.rest) > 0 {
		err = fmt.Errorf("%w: unexpected )", ErrText)
	}
	return match, err
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

// A search parses words into an expression. As in FTS5, adjacent words bind closest, then NOT, AND and OR.
type search struct {
	rest []word
	last string // the word before them
}

// take consumes a separator if it is next.
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

// combined parses parts with an operator between them.
func (s *search) combined(operator string, part func() (string, error)) (string, error) {
	left, err := part()
	for err == nil && s.take(operator) {
		var right string
		right, err = part() // in parentheses, or a single word
		left = "(" + left + " " + operator + " " + right + ")"
	}
	return left, err
}

// all parses adjacent words and parentheses.
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
				err = fmt.Errorf("%w: missing )", ErrText)
			}
			if err != nil {
				return "", err
			}
			if part = inner; column != "" { // may begin with a column of its own
				part = "(" + inner + ")"
			}
		case len(s.rest) > 0 && !s.rest[0].separator:
			part = s.rest[0].text
			s.last, s.rest = part, s.rest[1:]
		case column != "":
			return "", fmt.Errorf("%w: missing word after %s", ErrText, strings.ReplaceAll(column, " ", ""))
		default:
			return s.joined(parts)
		}
		parts = append(parts, column+part)
	}
	return s.joined(parts)
}

// joined joins the parsed parts; there must be at least one.
func (s *search) joined(parts []string) (string, error) {
	if len(parts) == 1 {
		return parts[0], nil
	}
	if len(parts) > 0 {
		return "(" + strings.Join(parts, " AND ") + ")", nil
	}
	what := "missing word before "
	next := ""
	if len(s.rest) > 0 {
		next = s.rest[0].text
	}
	if next == "" || next == ")" {
		what, next = "missing word after ", s.last
	}
	hint := ""
	if isOperator(next) {
		hint = fmt.Sprintf(`; quote "%s" to search for the word`, next)
	}
	return "", fmt.Errorf("%w: %s%s%s", ErrText, what, next, hint)
}
