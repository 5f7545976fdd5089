package pgn

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"turncoat/rules"
	"turncoat/rules/board"
)

// Games as tournament reports print them: a title line, the moves behind it in back quotes or not,
// one game a paragraph.
//
//	1. Piero Pugnali – Alessandro Castelli, Grand Prix 1993, 0-1: `1.Nf3?! d5 2.d4?? Bh3/Nf3+ …`
//
// A paragraph that is no game and names a rule set, such as a heading, names it for the games
// behind it. Without one, a game in which conversions stand behind slashes is of Conversion Chess,
// the only game that is written so (NOT-3).

var (
	titleNumber = regexp.MustCompile(`^\s*(?:[-*•]\s+)?(?:\d+[.)]\s+)?`)
	titleColon  = regexp.MustCompile(`:(?:\s|$|` + "`" + `)`)
	titleDash   = regexp.MustCompile(`\s+(?:–|—|-|--|vs\.?|v\.?)\s+`)
	titleYear   = regexp.MustCompile(`\b(1[89]\d\d|20\d\d)\b`)
	firstMove   = regexp.MustCompile("^\\s*`?\\s*1\\s*\\.+\\s*[A-Za-z0♔-♟]")
	slashed     = regexp.MustCompile(`[a-h][1-8][+#!?]*/[A-Z]?[a-h][1-8]`)
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
		case firstMove.Match(piece):
			games = append(games, plainGame(text, par, nil, variant, variantAt))
		default:
			if name, in := variantNamed(piece); name != "" {
				variant, variantAt = name, par[0]+in
			}
		}
	}
	return games
}

// paragraphs gives the pieces between empty lines; a title line begins a piece of its own.
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

// A title is what stands before the moves, with places in its line.
type title struct {
	white, black, event string
	result              string
	resultAt            int
	at, end             int // where it begins; behind the colon
}

// titleOf reads the title that a line opens with, nil if there is none.
func titleOf(line []byte) *title {
	first, _, _ := bytes.Cut(line, newline)
	colon := titleColon.FindIndex(first)
	if colon == nil || colon[0] > 400 {
		return nil
	}
	head := first[:colon[0]]
	t := &title{at: titleNumber.FindIndex(head)[1], end: colon[0] + 1}
	dash := titleDash.FindIndex(head)
	if dash == nil || dash[0] <= t.at {
		return nil
	}
	latin := !utf8.Valid(head)
	t.white = decode(bytes.TrimSpace(head[t.at:dash[0]]), latin)
	parts := bytes.Split(head[dash[1]:], []byte{','})
	t.black = decode(bytes.TrimSpace(parts[0]), latin)
	var event []string
	for _, part := range parts[1:] {
		word := decode(bytes.TrimSpace(part), latin)
		if _, ok := resultWord(word); ok {
			t.result = word
			t.resultAt = bytes.LastIndex(head, bytes.TrimSpace(part))
			continue
		}
		event = append(event, word)
	}
	t.event = strings.Join(event, ", ")
	return t
}

func plainGame(text []byte, par [2]int, t *title, variant string, variantAt int) *Game {
	p := parser{text: text[:par[1]], at: par[0], last: true, g: &Game{Dialect: Plain, At: par[0]}, afterTags: true}
	p.encoding(text[par[0]:par[1]])
	if t != nil {
		p.at += t.end
		p.titleTags(t)
	}
	if variant != "" {
		p.g.Tags = append(p.g.Tags, Tag{Name: "Variant", Value: variant, At: variantAt, ValueAt: variantAt})
	} else if m := slashed.FindIndex(p.text[p.at:]); m != nil {
		p.g.Tags = append(p.g.Tags, Tag{Name: "Variant", Value: "conversion", At: p.at + m[0], ValueAt: p.at + m[0]})
	}
	rest := p.backquotes()
	p.movetext()
	if len(rest) > 0 {
		p.comment(par[1]-len(rest), par[1])
	}
	p.finish()
	if p.number >= 0 || p.unread {
		p.fault(CodeTruncated, p.lastToken, p.g.End, "the record breaks off")
	}
	return p.g
}

func (p *parser) titleTags(t *title) {
	at := p.g.At
	add := func(name, value string, in int) {
		if value != "" {
			p.g.Tags = append(p.g.Tags, Tag{Name: name, Value: value, At: at + in, ValueAt: at + in})
		}
	}
	add("Event", t.event, t.at)
	if year := titleYear.FindString(t.event); year != "" {
		add("Date", year+".??.??", t.at)
	}
	add("White", t.white, t.at)
	add("Black", t.black, t.at)
	if r, ok := resultWord(t.result); ok {
		add("Result", r.String(), t.resultAt)
	}
}

// backquotes narrows the text to the moves, where they stand in back quotes, and gives what stands behind them.
func (p *parser) backquotes() (rest []byte) {
	for p.at < len(p.text) && space(p.text[p.at]) {
		p.at++
	}
	if p.at >= len(p.text) || p.text[p.at] != '`' {
		return nil
	}
	for p.at < len(p.text) && p.text[p.at] == '`' {
		p.at++
	}
	end := bytes.IndexByte(p.text[p.at:], '`')
	if end < 0 {
		return nil
	}
	rest = bytes.TrimLeft(p.text[p.at+end:], "`")
	p.text = p.text[:p.at+end]
	return rest
}

// variantNamed finds the name of a rule set in a piece of prose: the longest that stands there, and
// of two as long the first.
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

// resigned gives the result of a resignation when a side is to move.
func (r Result) resigned(toMove board.Colour) board.Result {
	switch {
	case !r.Resigns:
		return r.Result
	case r.HasResigner:
		return board.Win(r.Resigner.Other())
	}
	return board.Win(toMove.Other())
}
