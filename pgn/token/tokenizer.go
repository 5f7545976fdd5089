package token

import (
	"bytes"

	"turncoat/internal/plural"
)

// Limits on what one record can ask for. No real record has a hundredth of them.
const (
	maxFaults = 8       // unreadable things reported one by one
	maxDepth  = 200     // how deep variations nest
	maxHeld   = 200_000 // moves, comments, tags and lines that are handed to the visitor
)

// Tokenizer reads records: ordinary PGN with all that its import format allows, and vchess.club's export. It
// hands their parts to a [Visitor], allocates nothing, and takes time in proportion to the length of the text.
// The zero value is ready; it may be used again and again, by one goroutine at a time.
type Tokenizer struct {
	text []byte
	at   int
	last bool // the stream ends with the text
	v    Visitor

	done    bool // the next record begins here, or the visitor has had enough
	refused bool // the visitor has had enough

	begin     int
	dialect   Dialect
	firstTag  []byte // its name
	event     bool   // the tag has been read
	site      bool
	tagLine   bool // the line before this one is known to be a tag pair, with no empty line after it
	afterTags bool // an empty line, or movetext, has followed the tags

	number, numberAt, dots int  // the last move number that no move has followed, -1 if there is none; 0 among the tags
	moved                  bool // the line of play has a move
	frames                 [maxDepth]frame
	depth                  int

	tags, moves, after, results, turns int // of the record; moves are those of the main line
	faults, hidden                     int // reported, and not reported because of maxFaults
	held                               int // see maxHeld
	truncated                          bool
	machine                            bool
	lastMove                           lastMove
	unread                             bool // the last token could not be read: it may be cut off
	lastToken                          int  // the end of the last token

	close int // the next closing brace, at the place or after it

	tag    Tag
	value  []byte // of a tag with escapes
	move   Move
	word   []byte // of a move with signs in it
	turn   VChessPly
	ending Ending
}

// A frame is a line of play that a variation has interrupted.
type frame struct {
	at    int // of the opening parenthesis
	moved bool
}

// A lastMove is the last move of the main line.
type lastMove struct {
	at, end    int
	unreadable bool
}

// Record hands the visitor the record that begins at a place of the text or after it, and returns the place
// after the record. last says that the stream ends with the text, so that a record that stops there may be cut
// off; if not, the tags of another record follow, as behind a [Block]. When only white space and comments are
// left, or the visitor ends the reading, [Visitor.End] is not called.
//
// Reading never fails: what cannot be read is a fault of the record.
func (t *Tokenizer) Record(text []byte, at int, last bool, v Visitor) (end int) {
	if len(text) == 0 {
		return 0
	}
	if at < t.at || len(text) != len(t.text) || &text[0] != &t.text[0] {
		t.close = -1 // another text, or back in the same
	}
	t.text, t.last, t.v = text, last, v
	t.faults, t.hidden, t.held, t.refused = 0, 0, 0, false
	for {
		t.at = at
		t.skipBetween()
		if t.at >= len(text) {
			return len(text)
		}
		t.reset()
		v.Begin(t.at)
		t.readTags()
		if !t.done && !v.Movetext(t.dialect) {
			t.refuse()
		}
		if !t.done {
			t.movetext()
		}
		if t.refused {
			return t.at
		}
		if t.at > at && t.commentsOnly() {
			at = t.at
			continue
		}
		t.finish()
		return t.at
	}
}

// Plain hands the visitor the record that begins at a place of the text and has its moves from another place on, as
// tournament reports print them. It ends with the text.
func (t *Tokenizer) Plain(text []byte, at, moves int, v Visitor) {
	t.text, t.at, t.last, t.v, t.close = text, at, true, v, -1
	t.faults, t.hidden, t.held, t.refused = 0, 0, 0, false
	t.reset()
	t.dialect, t.at = Plain, moves
	t.movetext()
	t.finish()
}

// reset prepares for the next record.
func (t *Tokenizer) reset() {
	t.done, t.begin, t.dialect = false, t.at, Standard
	t.firstTag, t.event, t.site, t.tagLine, t.afterTags = nil, false, false, false, false
	t.number, t.dots, t.moved, t.depth = 0, 0, false, 0
	t.tags, t.moves, t.after, t.results, t.turns = 0, 0, 0, 0, 0
	t.truncated, t.machine, t.lastMove, t.unread, t.lastToken = false, false, lastMove{}, false, t.at
}

// refuse ends the reading at the visitor's wish.
func (t *Tokenizer) refuse() { t.done, t.refused = true, true }

// commentsOnly reports whether what has been read is no record but comments, which belong to the next.
func (t *Tokenizer) commentsOnly() bool {
	return t.tags+t.moves+t.results+t.after+t.turns+t.faults+t.hidden == 0 && !t.machine && t.number < 0 && t.depth == 0
}

// room counts one more thing for the visitor and reports whether the record may hold it.
func (t *Tokenizer) room(at int) bool {
	t.held++
	return t.held <= maxHeld || t.full(at)
}

// full reports a fault the first time that there is no room. It returns false.
func (t *Tokenizer) full(at int) bool {
	if t.held == maxHeld+1 {
		t.report(Fault{Syntax, at, at, "the record holds too much; what follows is not read"})
	}
	return false
}

func (t *Tokenizer) fault(code string, at, end int, reason string) {
	if t.faults >= maxFaults && code == Syntax {
		t.hidden++
		return
	}
	t.report(Fault{code, at, end, reason})
}

// report hands a fault to the visitor.
func (t *Tokenizer) report(f Fault) {
	t.faults++
	t.truncated = t.truncated || f.Code == Truncated
	if !t.v.Fault(f) {
		t.refuse()
	}
}

// skipBetween passes over what may come between records: white space, byte order marks where
// files have been glued together, and escaped lines.
func (t *Tokenizer) skipBetween() {
	for t.at < len(t.text) {
		switch b := t.text[t.at]; {
		case space(b), b == 0x1a: // the end of a file in the days of CP/M
			t.at++
		case b == mark[0] && bytes.HasPrefix(t.text[t.at:], mark):
			t.at += len(mark)
		case b == '%' && t.lineStart():
			t.skipLine()
		default:
			return
		}
	}
}

func (t *Tokenizer) lineStart() bool { return t.at == 0 || t.text[t.at-1] == '\n' }

func (t *Tokenizer) skipLine() {
	if i := bytes.IndexByte(t.text[t.at:], '\n'); i >= 0 {
		t.at += i + 1
	} else {
		t.at = len(t.text)
	}
}

// finish judges how the record ends.
func (t *Tokenizer) finish() {
	if t.hidden > 0 {
		t.report(Fault{Syntax, t.lastToken, t.lastToken, plural.Count(t.hidden, "more thing") + " cannot be read"})
		if t.refused {
			return
		}
	}
	end := t.at
	for end > t.begin && space(t.text[end-1]) {
		end--
	}
	t.lastToken = min(t.lastToken, end) // a line comment ends with the white space in it
	t.ending = Ending{At: t.begin, End: end, Dialect: t.dialect, Machine: t.machine}
	switch {
	case t.dialect == VChess:
		t.ending.Closed = bytes.Count(t.text[end:t.at], newline) >= 3
	case t.dialect == Standard:
		t.finishStandard()
	case t.number >= 0 || t.unread:
		t.fault(Truncated, t.lastToken, end, "the record breaks off")
	}
	if !t.refused {
		t.v.End(&t.ending)
	}
}

// finishStandard judges the end of ordinary PGN, which closes with a result.
func (t *Tokenizer) finishStandard() {
	if t.results > 0 || t.truncated {
		return
	}
	end := t.ending.End
	cut := !t.afterTags && t.moves == 0
	if end == len(t.text) { // no line feed after the last token
		cut = cut || t.last
	} else {
		cut = cut || bytes.IndexByte(t.text[end:t.at], '\n') < 0
	}
	cut = cut || t.number >= 0 || t.unread && t.moves > 0
	switch {
	case cut && t.unread && t.moves > 0 && t.depth == 0:
		t.ending.Unfinished = t.lastMove.unreadable
		t.fault(Truncated, t.lastMove.at, t.lastMove.end, "the record breaks off in the middle of a move")
	case cut:
		t.fault(Truncated, t.lastToken, end, "the record breaks off: there is no result at its end")
	case t.moves > 0 || t.tags > 0:
		t.fault(MissingTag, t.lastToken, end, "there is no result at the end of the movetext")
	}
}
