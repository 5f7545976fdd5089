package pgn

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"turncoat/internal/lazyregexp"
	"turncoat/pgn/token"
	"turncoat/rules"
)

// Games as tournament reports print them: a title line, the moves after it in back quotes or not,
// one game a paragraph.
//
//	1. Piero Pugnali – Alessandro Castelli, Grand Prix 1993, 0-1: `1.Nf3?! d5 2.d4?? Bh3/Nf3+ …`
//
// A paragraph that is no game and names a rule set, such as a heading, names it for the games
// after it. Without one, a game in which conversions follow slashes is of Conversion Chess,
// the only game that is written so (NOT-3).

var (
	titleNumber = lazyregexp.New(`^\s*(?:[-*•]\s+)?(?:\d+[.)]\s+)?`)
	titleColon  = lazyregexp.New(`:(?:\s|$|` + "`" + `)`)
	titleDash   = lazyregexp.New(`\s+(?:–|—|-|--|vs\.?|v\.?)\s+`)
	titleYear   = lazyregexp.New(`\b(1[89]\d\d|20\d\d)\b`)
	firstMove   = lazyregexp.New("^\\s*`?\\s*1\\s*\\.+\\s*[A-Za-z0♔-♟]")
	slashed     = lazyregexp.New(`[a-h][1-8][+#!?]*/[A-Z]?[a-h][1-8]`)
)

// ParseText reads the games of a plain text.
func ParseText(text []byte) []*Game {
	var games []*Game
	variant, variantAt := "", 0
	for _, par := range paragraphs(text) {
		piece := text[par[0]:par[1]]
		switch title := titleOf(piece); {
		case title != nil:
			games = append(games, plainGame(text, par, title, variant, variantAt))
		case firstMove().Match(piece):
			games = append(games, plainGame(text, par, nil, variant, variantAt))
		default:
			if name, in := variantNamed(piece); name != "" {
				variant, variantAt = name, par[0]+in
			}
		}
	}
	return games
}

// paragraphs returns the pieces between empty lines; a title line begins a piece of its own.
func paragraphs(text []byte) [][2]int {
	var list [][2]int
	start := -1
	for at := 0; at <= len(text); {
		end := len(text)
		if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i
		}
		line := text[at:end]
		empty := len(bytes.TrimSpace(line)) == 0
		if start >= 0 && (empty || titleOf(line) != nil) {
			list, start = append(list, [2]int{start, at}), -1
		}
		if start < 0 && !empty {
			start = at
		}
		at = end + 1
	}
	if start >= 0 {
		list = append(list, [2]int{start, len(text)})
	}
	return list
}

// A title is the text before the moves. Its places count from the beginning of its line.
type title struct {
	white, black, event string
	result              string
	resultAt            int
	at, end             int // where it begins; after the colon
}

// titleOf reads the title that a line opens with, nil if there is none.
func titleOf(line []byte) *title {
	first, _, _ := bytes.Cut(line, []byte{'\n'})
	colon := titleColon().FindIndex(first)
	if colon == nil || colon[0] > 400 {
		return nil
	}
	head := first[:colon[0]]
	t := &title{at: titleNumber().FindIndex(head)[1], end: colon[0] + 1}
	dash := titleDash().FindIndex(head)
	if dash == nil || dash[0] <= t.at {
		return nil
	}
	latin := !utf8.Valid(head)
	t.white = token.Decode(bytes.TrimSpace(head[t.at:dash[0]]), latin)
	parts := bytes.Split(head[dash[1]:], []byte{','})
	t.black = token.Decode(bytes.TrimSpace(parts[0]), latin)
	var event []string
	for _, part := range parts[1:] {
		word := token.Decode(bytes.TrimSpace(part), latin)
		if _, ok := token.ParseResult(word); ok {
			t.result = word
			t.resultAt = bytes.LastIndex(head, bytes.TrimSpace(part))
			continue
		}
		event = append(event, word)
	}
	t.event = strings.Join(event, ", ")
	return t
}

func plainGame(text []byte, par [2]int, heading *title, variant string, variantAt int) *Game {
	text = text[:par[1]]
	g := &Game{}
	at := par[0]
	if heading != nil {
		g.Tags = heading.tags(at)
		at += heading.end
	}
	if variant != "" {
		g.Tags = append(g.Tags, Tag{Name: "Variant", Value: variant, At: variantAt, ValueAt: variantAt})
	} else if m := slashed().FindIndex(text[at:]); m != nil {
		g.Tags = append(g.Tags, Tag{Name: "Variant", Value: "conversion", At: at + m[0], ValueAt: at + m[0]})
	}
	begin, end := backquoted(text, at)
	new(token.Tokenizer).Plain((*token.Record)(g), text, par[0], begin, end)
	return g
}

// tags returns the tags that a title amounts to. Its line begins at the given place of the text.
func (t *title) tags(at int) []Tag {
	var tags []Tag
	add := func(name, value string, in int) {
		if value != "" {
			tags = append(tags, Tag{Name: name, Value: value, At: at + in, ValueAt: at + in})
		}
	}
	add("Event", t.event, t.at)
	if year := titleYear().FindString(t.event); year != "" {
		add("Date", year+".??.??", t.at)
	}
	add("White", t.white, t.at)
	add("Black", t.black, t.at)
	if r, ok := token.ParseResult(t.result); ok {
		add("Result", r.String(), t.resultAt)
	}
	return tags
}

// backquoted returns where the moves are in a piece of text: between back quotes, or all of it from a place on.
func backquoted(text []byte, at int) (begin, end int) {
	begin = len(text) - len(bytes.TrimLeft(text[at:], " \n\t\r\v\f"))
	quotes := begin
	for begin < len(text) && text[begin] == '`' {
		begin++
	}
	if end := bytes.IndexByte(text[begin:], '`'); end >= 0 && begin > quotes {
		return begin, begin + end
	}
	return begin, len(text)
}

// variantNamed finds the name of a rule set in a piece of prose: the longest, and of two as long the first.
func variantNamed(text []byte) (name string, at int) {
	lower := strings.ToLower(string(text))
	for _, known := range rules.TagNames() {
		if len(known) < 6 || len(known) < len(name) {
			continue // "chess" alone names nothing
		}
		if i := strings.Index(lower, known); i >= 0 && (len(known) > len(name) || i < at) {
			name, at = known, i
		}
	}
	return name, at
}
