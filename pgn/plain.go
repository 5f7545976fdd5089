package pgn

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"turncoat/internal/lazyregexp"
	"turncoat/internal/lines"
	"turncoat/rules"
)

// Tournament reports print a game as one paragraph: a title line, then the moves, in back quotes or
// not.
//
//	1. Piero Pugnali – Alessandro Castelli, Grand Prix 1993, 0-1: `1.Nf3?! d5 2.d4?? Bh3/Nf3+ …`
//
// A heading that names a rule set applies to the games after it. Without one, a game that writes
// conversions after slashes is read as Conversion Chess (NOT-3).

var (
	titleNumber = lazyregexp.Compile(`^\s*(?:[-*•]\s+)?(?:\d+[.)]\s+)?`)
	titleColon  = lazyregexp.Compile(`:(?:\s|$|` + "`" + `)`)
	titleDash   = lazyregexp.Compile(`\s+(?:–|—|-|--|vs\.?|v\.?)\s+`)
	titleYear   = lazyregexp.Compile(`\b(1[89]\d\d|20\d\d)\b`)
	firstMove   = lazyregexp.Compile("^\\s*`?\\s*1\\s*\\.+\\s*[A-Za-z0♔-♟]")
	slashed     = lazyregexp.Compile(`[a-h][1-8][+#!?]*/[A-Z]?[a-h][1-8]`)
)

// ParseText reads the games of a plain text.
func ParseText(text []byte) []*Record {
	var games []*Record
	var variant []Tag
	var title []Tag // of the game whose moves follow, if they do
	for _, par := range paragraphs(text) {
		piece := text[par[0]:par[1]]
		tags, end := titleOf(piece, par[0])
		if end == 0 {
			tags, end = titleLine(piece, par[0])
		}
		moves := firstMove().Match(piece[end:])
		if moves && end == 0 {
			tags = title
		}
		title = nil
		switch {
		case moves, end > 0 && len(bytes.TrimSpace(piece[end:])) > 0:
			games = append(games, plainGame(text, par, append(tags, variant...), end))
		default:
			name, in := variantNamed(piece)
			if name == "" {
				title = tags
				continue
			}
			variant = []Tag{{Name: "Variant", Value: name, At: par[0] + in, ValueAt: par[0] + in}}
		}
	}

	return games
}

// paragraphs returns the pieces between empty lines. A title line begins a new piece.
func paragraphs(text []byte) [][2]int {
	var list [][2]int
	start, at := -1, 0
	for line := range bytes.Lines(text) {
		empty := len(bytes.TrimSpace(line)) == 0
		if _, title := titleOf(line, 0); start >= 0 && (empty || title > 0) {
			list, start = append(list, [2]int{start, at}), -1
		}
		if start < 0 && !empty {
			start = at
		}
		at += len(line)
	}

	if start >= 0 {
		list = append(list, [2]int{start, len(text)})
	}
	return list
}

// maxTitle is the maximum length of a title in bytes.
const maxTitle = 400

// titleOf reads the title at the beginning of a line, which ends with a colon, as tags, and returns
// its length, 0 if there is none. at is the offset of the line.
func titleOf(line []byte, at int) (tags []Tag, end int) {
	first, _, _ := bytes.Cut(line, []byte{'\n'})
	colon := titleColon().FindIndex(first)
	if colon == nil || colon[0] > maxTitle {
		return nil, 0
	}
	tags = titleTags(first[:colon[0]], at)
	if tags == nil {
		return nil, 0
	}
	return tags, colon[0] + 1
}

// titleLine reads a title without a colon that is a line of its own: moves follow, or nothing.
func titleLine(text []byte, at int) (tags []Tag, end int) {
	first, rest, _ := bytes.Cut(text, []byte{'\n'})
	alone := len(first) <= maxTitle && (firstMove().Match(rest) || len(bytes.TrimSpace(rest)) == 0)
	words := bytes.Fields(first[titleNumber().FindIndex(first)[1]:])
	if !alone || len(words) == 0 || moveLike(words[0]) {
		return nil, 0
	}
	tags = titleTags(first, at)
	if tags == nil {
		return nil, 0
	}
	return tags, len(first)
}

// titleTags returns the tags that a title stands for, nil if it does not name two players. at is
// its offset.
func titleTags(head []byte, at int) (tags []Tag) {
	begin := titleNumber().FindIndex(head)[1]
	dash := titleDash().FindIndex(head)
	if dash == nil || dash[0] <= begin {
		return nil
	}
	latin := !utf8.Valid(head)
	add := func(name, value string, in int) {
		if value != "" {
			tags = append(tags, Tag{Name: name, Value: value, At: at + in, ValueAt: at + in})
		}
	}
	decode := func(part []byte) string { return lines.Decode(bytes.TrimSpace(part), latin) }
	parts := bytes.Split(head[dash[1]:], []byte{','})
	var event []string
	result, resultAt := "", 0
	for _, part := range parts[1:] {
		word := decode(part)
		if r, ok := ParseResult(word); ok {
			result, resultAt = r.String(), bytes.LastIndex(head, bytes.TrimSpace(part))
		} else {
			event = append(event, word)
		}
	}

	name := strings.Join(event, ", ")
	add("Event", name, begin)
	if year := titleYear().FindString(name); year != "" {
		add("Date", year+".??.??", begin)
	}
	add("White", decode(head[begin:dash[0]]), begin)
	add("Black", decode(parts[0]), begin)
	add("Result", result, resultAt)
	return tags
}

// plainGame reads the game of a paragraph whose title, of so many bytes, has been read as tags.
func plainGame(text []byte, par [2]int, tags []Tag, title int) *Record {
	text = text[:par[1]]
	at := par[0] + title
	g := &Record{Tags: tags}
	if m := slashed().FindIndex(text[at:]); m != nil {
		if _, named := g.Tag("Variant"); !named {
			g.Tags = append(g.Tags, Tag{Name: "Variant", Value: "conversion", At: at + m[0],
				ValueAt: at + m[0]})
		}
	}

	begin, end := backquoted(text, at)
	new(tokenizer).plain(g, text, par[0], begin, end)
	return g
}

// backquoted returns where the moves of a text are, at or after an offset: between back quotes, or
// all of the rest.
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

// variantNamed finds the longest name of a rule set in prose.
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
