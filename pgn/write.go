package pgn

import (
	"regexp"
	"strconv"
	"strings"

	"turncoat/internal/token"
	"turncoat/rules/board"
)

// AppendPGN appends a record as canonical PGN and an empty line: the tags of
// [PlayedGame.CanonicalTags], then the movetext in lines of at most 79 columns, annotations as
// numbers, comments in braces. Commands (NOT-4) say what is reclaimed if that is not the full
// reclaim, and with conversions set, the waves of each Pacifist turn. What was read is written as
// it was. The error is a [*RefusedError], and nothing is appended.
func AppendPGN(text []byte, r *PlayedGame, conversions bool) ([]byte, error) {
	begin := len(text)
	for _, t := range r.CanonicalTags() {
		if err := writableTag("pgn", t); err != nil {
			return text[:begin], err
		}
		text = append(text, '[')
		text = append(text, t.Name...)
		text = append(text, ` "`...)
		text = append(text, tagEscapes.Replace(t.Value)...)
		text = append(text, "\"]\n"...)
	}
	text = append(text, '\n')
	w := pgnWriter{r: r, conversions: conversions}
	w.variation(&r.Main)
	w.word(r.Result.String())
	column := 0
	for _, word := range w.words {
		whole, ends := strings.CutSuffix(word, "\n")
		length := token.Width([]byte(whole))
		switch {
		case column == 0:
		case column+1+length > columns:
			text, column = append(text, '\n'), 0
		default:
			text, column = append(text, ' '), column+1
		}
		text, column = append(text, word...), column+length
		if ends {
			column = 0
		}
	}
	return append(text, "\n\n"...), nil
}

var tagName = regexp.MustCompile(`^\w+$`)

var tagEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// writableTag returns an error if a form cannot hold a tag.
func writableTag(form string, t Tag) error {
	if !tagName.MatchString(t.Name) {
		return &RefusedError{Form: form, What: "the tag " + strconv.Quote(t.Name),
			Reason: "a tag's name is made of letters, digits and underscores"}
	}
	if strings.ContainsAny(t.Value, "\r\n") {
		return &RefusedError{Form: form, What: "the value of " + t.Name, Reason: "it has more than one line"}
	}
	return nil
}

const columns = 79

type pgnWriter struct {
	r           *PlayedGame
	words       []string // with a line feed where the line has to end
	open        string   // parentheses that the next word begins with
	conversions bool
}

// word appends a word.
func (w *pgnWriter) word(word string) {
	w.words, w.open = append(w.words, w.open+word), ""
}

// variation appends a line of play, numbers before White's moves and where the line has been
// interrupted.
func (w *pgnWriter) variation(v *Variation) {
	w.comments(v.Comments)
	interrupted := true
	for _, t := range v.Turns {
		if t.Before.Turn == board.White || interrupted {
			w.word(t.Before.MoveNumber())
		}
		w.word(w.r.Rules.SAN(&t.Before, t.Played))
		for _, nag := range t.NAGs {
			w.word("$" + strconv.Itoa(nag))
		}
		said := w.commands(t)
		w.comments(t.Comments)
		for _, side := range t.Variations {
			w.open += "("
			w.variation(side)
			w.close()
		}
		interrupted = said || len(t.Comments) > 0 || len(t.Variations) > 0
	}
}

// close ends a variation, also one without a word.
func (w *pgnWriter) close() {
	last := &w.words[len(w.words)-1] // there is one: the move that the variation replaces
	if w.open != "" || strings.HasSuffix(*last, "\n") {
		w.word(")")
		return
	}
	*last += ")"
}

// commands appends the comment with the commands of a turn, and reports whether there is one.
func (w *pgnWriter) commands(t *Turn) bool {
	var commands []string
	if w.conversions && !w.r.Rules.Set().Family.WritesConversions() && len(t.Played.Waves) > 0 {
		commands = append(commands, "[%conv "+wavesText(t.Played.Waves)+"]")
	}
	if t.Played.Reclaimed != w.r.Rules.Full(&t.Before, t.Played.Move).Reclaimed { // the full one need not be said (PAC-8)
		commands = append(commands, "[%reclaim "+t.Played.Reclaimed.String()+"]")
	}
	if len(commands) == 0 {
		return false
	}
	w.word("{" + strings.Join(commands, " ") + "}")
	return true
}

// comments appends comments: in braces, or after a semicolon one that holds a closing brace itself.
func (w *pgnWriter) comments(comments []string) {
	for _, c := range comments {
		c = token.Collapse(c)
		switch {
		case c == "":
		case strings.ContainsRune(c, '}'):
			w.word("; " + c + "\n")
		case tagLike.MatchString(c): // in one line, so that no reader takes a piece of it for a tag pair
			w.word("{" + c + "}")
		default:
			w.braces(c)
		}
	}
}

// braces appends a comment word by word.
func (w *pgnWriter) braces(c string) {
	words := strings.Split("{"+c+"}", " ")
	for i := 0; i < len(words); i++ {
		word := words[i]
		// never first in a line, where it would hide the line
		for i+1 < len(words) && strings.HasPrefix(words[i+1], "%") {
			i++
			word += " " + words[i]
		}
		w.word(word)
	}
}

// tagLike finds what a tag pair begins with.
var tagLike = regexp.MustCompile(`\[[ \t\r]*\w+[ \t\r]*"`)
