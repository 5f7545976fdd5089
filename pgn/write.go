package pgn

import (
	"strconv"
	"strings"

	"turncoat/internal/lazyregexp"
	"turncoat/internal/lines"
	"turncoat/rules/board"
)

// AppendPGN appends a record as canonical PGN and an empty line: the tags of
// [PlayedGame.CanonicalTags], then the movetext in lines of at most 79 columns, with annotations as
// numbers and comments in braces. Commands (NOT-4) give the reclaim if it is not the full one
// and, if conversions is set, the waves of each Pacifist turn. The error is a
// [*RefusedError], and nothing is appended.
func AppendPGN(text []byte, r *PlayedGame, conversions bool) ([]byte, error) {
	if err := r.playable("pgn"); err != nil {
		return text, err
	}
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
		visible, endsLine := strings.CutSuffix(word, "\n")
		length := lines.Width([]byte(visible))
		switch {
		case column == 0:
		case column+1+length > columns:
			text, column = append(text, '\n'), 0
		default:
			text, column = append(text, ' '), column+1
		}

		text, column = append(text, word...), column+length
		if endsLine {
			column = 0
		}
	}

	return append(text, "\n\n"...), nil
}

var tagName = lazyregexp.Compile(`^\w+$`)

var tagEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// writableTag returns an error if a tag cannot be written in a form.
func writableTag(form string, t Tag) error {
	if !tagName().MatchString(t.Name) {
		return &RefusedError{Form: form, What: "the tag " + strconv.Quote(t.Name),
			Reason: "a tag's name is made of letters, digits and underscores"}
	}

	if strings.ContainsAny(t.Value, "\r\n") {
		return &RefusedError{Form: form, What: "the value of " + t.Name,
			Reason: "it spans more than one line"}
	}
	return nil
}

const columns = 79

type pgnWriter struct {
	r           *PlayedGame
	words       []string // with a line feed if the line has to end
	open        string   // parentheses to put before the next word
	conversions bool
}

// word appends a word.
func (w *pgnWriter) word(word string) {
	w.words, w.open = append(w.words, w.open+word), ""
}

// variation appends a line of play, with numbers before White's moves and after an interruption.
func (w *pgnWriter) variation(v *Variation) {
	w.comments(v.Comments)
	interrupted := true
	for _, t := range v.Turns {
		if t.Before.Turn == board.White || interrupted {
			w.word(t.Before.MoveNumber())
		}
		w.word(w.r.Variant.SAN(&t.Before, t.Played))
		for _, nag := range t.NAGs {
			w.word("$" + strconv.Itoa(nag))
		}
		hasCommands := w.commands(t)
		w.comments(t.Comments)
		for _, inner := range t.Variations {
			w.open += "("
			w.variation(inner)
			w.close()
		}

		interrupted = hasCommands || len(t.Comments) > 0 || len(t.Variations) > 0
	}
}

// close ends a variation, even one without words.
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
	if w.conversions && !w.r.Variant.Set().Family.WritesConversions() && len(t.Played.Waves) > 0 {
		commands = append(commands, "[%conv "+wavesText(t.Played.Waves)+"]")
	}
	// the full reclaim is the default (PAC-8)
	if t.Played.Reclaimed != w.r.Variant.Play(&t.Before, t.Played.Move).Reclaimed {
		commands = append(commands, "[%reclaim "+t.Played.Reclaimed.String()+"]")
	}
	if len(commands) == 0 {
		return false
	}
	w.word("{" + strings.Join(commands, " ") + "}")
	return true
}

// comments appends comments in braces, or after a semicolon if a comment contains a closing brace.
func (w *pgnWriter) comments(comments []string) {
	for _, c := range comments {
		c = collapse(c)
		switch {
		case c == "":
		case strings.ContainsRune(c, '}'):
			w.word("; " + c + "\n")
		// in one line, so that no reader mistakes a part for a tag pair
		case tagLike().MatchString(c):
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
		// A percent sign at the beginning of a line would hide the line from readers.
		for i+1 < len(words) && strings.HasPrefix(words[i+1], "%") {
			i++
			word += " " + words[i]
		}

		w.word(word)
	}
}

// tagLike matches the beginning of a tag pair.
var tagLike = lazyregexp.Compile(`\[[ \t\r]*\w+[ \t\r]*"`)
