package pgn

import (
	"bytes"
	"unicode/utf8"

	"turncoat/internal/plural"
)

// Next reads the record that begins at or behind a place of a block, and gives the place behind it.
// There is no record, and the game is nil, when only white space and comments are left. last says
// that the stream ends with the text, so that a record that stops there may be cut off.
//
// Reading never fails: what cannot be read is a fault of the game.
func Next(text []byte, at int, last bool) (*Game, int) {
	var before []Comment // above the tags
	for {
		p := parser{text: text, at: at, last: last}
		p.skipBetween()
		if p.at >= len(text) {
			return nil, len(text)
		}
		p.g = &Game{At: p.at}
		p.tags()
		p.dialect()
		if !p.done {
			p.movetext()
		}
		if p.at > at && p.commentsOnly() {
			before, at = append(before, p.g.Main.Comments...), p.at
			continue
		}
		p.finish()
		if len(before) > 0 {
			p.g.Main.Comments = append(before, p.g.Main.Comments...)
		}
		return p.g, p.at
	}
}

// commentsOnly tells whether what has been read is no record but comments, which belong to the next.
func (p *parser) commentsOnly() bool {
	g := p.g
	return g.Nothing() && len(g.Main.Moves)+len(g.Faults)+p.hidden == 0 && p.number < 0 && len(p.open) == 0
}

// Nothing tells whether no part of a game has been read: no tag, no move, no result.
func (g *Game) Nothing() bool {
	for _, m := range g.Main.Moves {
		if !m.Unreadable {
			return false
		}
	}
	return len(g.Tags)+len(g.Results)+len(g.After)+len(g.Machine) == 0 && !g.HasMachine && g.Dialect != Plain
}

// maxFaults is how many unreadable things of one record are told one by one.
const maxFaults = 8

// maxDepth is how deep variations may nest.
const maxDepth = 200

// maxHeld is how many moves, comments, tags and lines of one record are kept. No real record has a
// hundredth of them; it bounds what a record of few bytes each can ask for.
const maxHeld = 200_000

// room tells whether one more thing can be kept, and the first time that it cannot.
func (p *parser) room(at int) bool {
	if p.held++; p.held == maxHeld+1 {
		p.g.Faults = append(p.g.Faults, Fault{CodeSyntax, at, at, "the record holds too much; what follows is not read"})
	}
	return p.held <= maxHeld
}

type parser struct {
	text []byte
	at   int
	last bool
	g    *Game

	done      bool // the next record begins here
	latin     bool
	hidden    int // faults beyond maxFaults
	open      []frame
	line      *Line
	number    int // the last move number that no move has followed, -1 if there is none
	numberAt  int
	dots      int
	event     bool // the tag has been read
	site      bool // the tag has been read
	held      int  // moves, comments, tags and lines that have been kept
	afterTags bool // an empty line, or movetext, has followed the tags
	unread    bool // the last token could not be read: it may be cut off
	lastToken int  // the end of the last token
}

// A frame is a line of play that a variation has interrupted.
type frame struct {
	line *Line
	at   int // of the opening parenthesis
}

func (p *parser) fault(code Code, at, end int, reason string) {
	if len(p.g.Faults) >= maxFaults && code == CodeSyntax {
		p.hidden++
		return
	}
	p.g.Faults = append(p.g.Faults, Fault{code, at, end, reason})
}

// skipBetween passes over what may stand between records: white space, byte order marks where
// files have been glued together, and escaped lines.
func (p *parser) skipBetween() {
	for p.at < len(p.text) {
		switch b := p.text[p.at]; {
		case space(b):
			p.at++
		case b == mark[0] && bytes.HasPrefix(p.text[p.at:], mark):
			p.at += len(mark)
		case b == '%' && p.lineStart():
			p.skipLine()
		case b == 0x1a: // the end of a file in the days of CP/M
			p.at++
		default:
			return
		}
	}
}

func (p *parser) lineStart() bool { return p.at == 0 || p.text[p.at-1] == '\n' }

func (p *parser) skipLine() {
	if i := bytes.IndexByte(p.text[p.at:], '\n'); i >= 0 {
		p.at += i + 1
	} else {
		p.at = len(p.text)
	}
}

// str gives a piece of the text as UTF-8.
func (p *parser) str(at, end int) string { return decode(p.text[at:end], p.latin) }

// encoding judges whether the record is UTF-8, by the piece of it that is given.
func (p *parser) encoding(piece []byte) {
	if !p.latin && !utf8.Valid(piece) {
		p.latin = true
	}
}

// tags reads the tag section.
func (p *parser) tags() {
	for p.at < len(p.text) {
		b := p.text[p.at]
		switch {
		case b == '\n':
			if p.lineStart() && len(p.g.Tags) > 0 {
				p.afterTags = true
			}
			p.at++
		case b == '\r':
			p.at++
			if p.at-2 >= 0 && p.text[p.at-2] == '\n' && len(p.g.Tags) > 0 {
				p.afterTags = true
			}
		case space(b):
			p.at++
		case b == '%' && p.lineStart():
			p.skipLine()
		case b == '[' && p.at+1 < len(p.text) && p.text[p.at+1] != '%':
			if len(p.g.Tags)+len(p.g.Faults) > 0 && p.newRecord() {
				p.done = true
				return
			}
			p.tag()
			if p.done {
				return
			}
		default:
			return
		}
	}
}

// newRecord tells whether the tag pair at the place opens another record than the one whose tags
// have been read: by the lines around it, or because the record's first tag, Event or Site comes
// a second time.
func (p *parser) newRecord() bool {
	name, ok := tagName(p.text[p.at:])
	if !ok {
		return false
	}
	if boundaryAt(p.text, p.at) && p.at > p.g.At {
		return true
	}
	switch string(name) {
	case "Event":
		return p.event
	case "Site":
		return p.site
	}
	return len(p.g.Tags) > 0 && p.g.Tags[0].Name == string(name)
}

// tag reads a tag pair. Quotes inside the value need not be escaped, as in vchess.club's Options:
// the value ends at the quote that a bracket and the end of the line, or another tag, follow.
func (p *parser) tag() {
	at := p.at
	end := len(p.text)
	if i := bytes.IndexByte(p.text[at:], '\n'); i >= 0 {
		end = at + i
	}
	p.encoding(p.text[at:end])
	name, ok := tagName(p.text[at:end])
	if !ok {
		p.badTag(at, end)
		return
	}
	valueAt := at + bytes.IndexByte(p.text[at:end], '"') + 1
	var value []byte
	opened := 0 // the last bracket in the value
	for i := valueAt; i < end; i++ {
		switch b := p.text[i]; {
		case b == '\\' && i+1 < end && (p.text[i+1] == '"' || p.text[i+1] == '\\'):
			i++
			value = append(value, p.text[i])
		case b == '"':
			if after, closed := p.closed(i+1, end); closed {
				p.event, p.site = p.event || string(name) == "Event", p.site || string(name) == "Site"
				if p.room(at) {
					p.g.Tags = append(p.g.Tags, Tag{Name: string(name), Value: decode(value, p.latin), At: at, ValueAt: valueAt})
				}
				p.at, p.lastToken = after, after
				return
			}
			if opened > 0 && p.cutTag(at, opened, end) {
				return
			}
			value = append(value, b)
		case b == '[':
			opened = i
			value = append(value, b)
		default:
			value = append(value, b)
		}
	}
	p.badTag(at, end)
}

// closed tells whether a value ends here, behind its quote: with a bracket and nothing else, or another tag, in the line.
func (p *parser) closed(i, end int) (after int, ok bool) {
	for i < end && blank(p.text[i]) {
		i++
	}
	if i >= end || p.text[i] != ']' {
		return 0, false
	}
	i++
	after = i
	for i < end && blank(p.text[i]) {
		i++
	}
	if i == end || p.text[i] == '{' || p.text[i] == ';' {
		return after, true
	}
	if _, ok := tagName(p.text[i:end]); ok {
		return after, true
	}
	// Movetext may follow in the same line, even another record, when it is clear that this is no part of the value.
	for j := i; j < end; j++ {
		switch p.text[j] {
		case '"':
			return after, false
		case '[':
			if _, ok := tagName(p.text[j:end]); ok {
				return after, true
			}
		}
	}
	return after, true
}

// cutTag ends the record where a new one begins inside an unfinished tag pair.
func (p *parser) cutTag(at, cut, end int) bool {
	if _, ok := tagName(p.text[cut:end]); !ok {
		return false
	}
	p.fault(CodeTruncated, at, cut, "the tag pair breaks off")
	p.at, p.done = cut, true
	return true
}

func (p *parser) badTag(at, end int) {
	if cut := bytes.LastIndexByte(p.text[at+1:end], '['); cut >= 0 && p.cutTag(at, at+1+cut, end) {
		return
	}
	stop := end
	for stop > at && space(p.text[stop-1]) {
		stop--
	}
	if end == len(p.text) && p.last {
		p.fault(CodeTruncated, at, stop, "the tag pair breaks off")
	} else {
		p.fault(CodeSyntax, at, stop, `a tag pair is written [Name "value"]`)
	}
	p.at, p.lastToken = end, stop
}

// dialect tells vchess.club's export by its tags.
func (p *parser) dialect() {
	for _, t := range p.g.Tags {
		if t.Name == "Fen" {
			p.g.Dialect = VChess
		}
	}
}

// finish judges how the record ends.
func (p *parser) finish() {
	g := p.g
	g.End = p.at
	if p.hidden > 0 {
		p.fault(CodeTruncated, g.End, g.End, "")
		g.Faults[len(g.Faults)-1] = Fault{CodeSyntax, p.lastToken, p.lastToken, plural.Count(p.hidden, "more thing") + " cannot be read"}
	}
	for end := g.End; end > g.At; end-- {
		if !space(p.text[end-1]) {
			g.End = end
			break
		}
	}
	if g.Dialect == Plain {
		return
	}
	if g.Dialect == VChess {
		g.closed = bytes.Count(p.text[g.End:p.at], newline) >= 3
		return
	}
	p.finishStandard()
}

// finishStandard judges the end of ordinary PGN, which closes with a result.
func (p *parser) finishStandard() {
	g := p.g
	if len(g.Results) > 0 || g.broken() {
		return
	}
	cut := !p.afterTags && len(g.Main.Moves) == 0
	if g.End == len(p.text) { // no line feed behind the last token
		cut = cut || p.last
	} else {
		cut = cut || !bytes.ContainsRune(p.text[g.End:p.at], '\n')
	}
	if n := len(g.Main.Moves); p.number >= 0 || p.unread && n > 0 {
		cut = true
	}
	switch {
	case cut && p.unread && len(g.Main.Moves) > 0 && p.line == &g.Main:
		m := g.Main.Moves[len(g.Main.Moves)-1]
		if m.Unreadable {
			g.Main.Moves = g.Main.Moves[:len(g.Main.Moves)-1]
		}
		p.fault(CodeTruncated, m.At, m.End, "the record breaks off in the middle of a move")
	case cut:
		p.fault(CodeTruncated, p.lastToken, g.End, "the record breaks off: there is no result at its end")
	case len(g.Main.Moves) > 0 || len(g.Tags) > 0:
		p.fault(CodeTag, p.lastToken, g.End, "there is no result at the end of the movetext")
	}
}

// broken tells whether the record has been found to be cut off.
func (g *Game) broken() bool {
	for _, f := range g.Faults {
		if f.Code == CodeTruncated {
			return true
		}
	}
	return false
}
