package pgn

import (
	"bytes"
	"unicode/utf8"

	"turncoat/internal/lines"
	"turncoat/internal/plural"
)

// Limits on what one record may contain. Real records stay far below them.
const (
	maxFaults = 8       // faults that are listed
	maxDepth  = 200     // how deep variations nest
	maxHeld   = 200_000 // moves, comments, tags and lines that are kept
)

var (
	newline       = []byte{'\n'}
	byteOrderMark = []byte("\xef\xbb\xbf") // of UTF-8
)

// A tokenizer reads records in PGN, with all that its import format allows, and in vchess.club's
// export. The time it takes is proportional to the length of the text. The zero value is ready, for
// one goroutine at a time.
type tokenizer struct {
	text   []byte
	shared string // the text as a string, of which the strings of its records are slices
	latin  bool   // the record is not UTF-8
	at     int
	last   bool // the stream ends with the text
	r      *Record

	done      bool // the next record begins here
	begin     int
	tagLine   bool // the line before this one is known to be a tag pair
	afterTags bool // an empty line, or movetext, has followed the tags

	// The last move number, until a move follows it: -1 if there is none, 0 among the tags.
	number, numberAt, dots int
	line                   *Line
	frames                 [maxDepth]frame
	depth                  int

	hidden    int // faults that are not reported because of maxFaults
	held      int // see maxHeld
	truncated bool
	unread    bool // the last token could not be read, perhaps because it is cut off
	lastToken int  // the end of the last token

	close int // the next closing brace, at the current place or after it
}

// A frame is the line of play around a variation.
type frame struct {
	at   int // of the opening parenthesis
	line *Line
}

// share prepares for reading all records of a text: one copy of it serves for all their strings.
func (t *tokenizer) share(text []byte) {
	t.shared = ""
	if utf8.Valid(text) {
		t.shared = string(text)
	}
}

// read reads the record that begins at or after an offset of the text into r, whose memory it
// reuses, and returns the offset after it. last says that the stream ends with the text, so a
// record that stops there may be cut off; otherwise the tags of another record follow, as after a
// [Block]. There is no record if only white space and comments are left.
//
// Reading never fails: whatever cannot be read is listed as a fault of the record.
func (t *tokenizer) read(r *Record, text []byte, at int, last bool) (end int, ok bool) {
	if len(text) == 0 {
		return 0, false
	}
	if at < t.at || len(text) != len(t.text) || &text[0] != &t.text[0] {
		t.close = -1 // another text, or an earlier place in the same one
	}
	if len(t.shared) != len(text) {
		t.shared = ""
	}
	t.text, t.last, t.latin, t.hidden, t.held = text, last, false, 0, 0
	r.clear()
	for {
		t.at = at
		t.skipBetween()
		if t.at >= len(text) {
			return len(text), false
		}
		t.beginRecord(r)
		t.readTags()
		if !t.done {
			t.movetext()
		}
		if t.at > at && t.commentsOnly() {
			at = t.at
			continue
		}

		t.finish()
		return t.at, true
	}
}

// plain reads a record as tournament reports print it into r. The record begins at the offset at,
// and its moves are between the offsets moves and end. What comes after them is a comment.
func (t *tokenizer) plain(r *Record, text []byte, at, moves, end int) {
	t.text, t.shared, t.at, t.last, t.close = text[:end], "", at, true, -1
	t.latin, t.hidden, t.held = !utf8.Valid(text[at:]), 0, 0
	t.beginRecord(r)
	r.Dialect, t.at = Plain, moves
	t.movetext()
	t.finish()
	t.text = text
	t.comment(len(text)-len(bytes.TrimLeft(text[end:], "`")), len(text))
}

// beginRecord prepares for the next record.
func (t *tokenizer) beginRecord(r *Record) {
	t.r, t.done, t.begin, t.line = r, false, t.at, &r.Main
	t.tagLine, t.afterTags = false, false
	t.number, t.dots, t.depth, t.truncated, t.unread, t.lastToken = 0, 0, 0, false, false, t.at
}

// clear empties a record and keeps its memory.
func (r *Record) clear() {
	*r = Record{Tags: r.Tags[:0], Main: Line{r.Main.Comments[:0], r.Main.Moves[:0]}, Machine: r.Machine[:0],
		Results: r.Results[:0], After: r.After[:0], Faults: r.Faults[:0]}
}

// next extends a list by one element, reusing the element that was there before the list was cut,
// and returns it.
func next[T any](list *[]*T) *T {
	if n := len(*list); n < cap(*list) {
		*list = (*list)[:n+1]
		if (*list)[n] == nil {
			(*list)[n] = new(T)
		}
		return (*list)[n]
	}

	one := new(T)
	*list = append(*list, one)
	return one
}

// lastMove returns the move that comments and signs belong to, nil at the beginning of a line of
// play.
func (t *tokenizer) lastMove() *Move {
	if n := len(t.line.Moves); n > 0 {
		return t.line.Moves[n-1]
	}
	return nil
}

// words returns a piece of the text. If it is not UTF-8, it and the rest of the record are read as
// Latin-1.
func (t *tokenizer) words(at, end int) string {
	if t.shared != "" {
		return t.shared[at:end]
	}
	return t.decode(t.text[at:end])
}

func (t *tokenizer) decode(piece []byte) string {
	t.latin = t.latin || !utf8.Valid(piece)
	return lines.Decode(piece, t.latin)
}

// commentsOnly reports whether only comments have been read. They belong to the next record.
func (t *tokenizer) commentsOnly() bool {
	r := t.r
	return len(r.Tags)+len(r.Main.Moves)+len(r.Results)+len(r.After)+len(r.Machine)+len(r.Faults)+t.hidden == 0 &&
		t.number < 0 && t.depth == 0
}

// room counts one more element of the record and reports whether it may be kept.
func (t *tokenizer) room(at int) bool {
	t.held++
	if t.held == maxHeld+1 {
		t.report(NewFinding(Syntax, at, at, "the record is too large; the rest is not read"))
	}
	return t.held <= maxHeld
}

func (t *tokenizer) fault(code Code, at, end int, reason string) {
	if len(t.r.Faults) >= maxFaults && code == Syntax {
		t.hidden++
		return
	}

	t.report(NewFinding(code, at, end, "%s", reason))
}

func (t *tokenizer) report(f Finding) {
	t.r.Faults = append(t.r.Faults, f)
	t.truncated = t.truncated || f.Code == Truncated
}

// skipBetween skips what may come between records: white space, byte order marks, and escaped
// lines.
func (t *tokenizer) skipBetween() {
	for t.at < len(t.text) {
		switch b := t.text[t.at]; {
		case space(b), b == 0x1a: // the end of a file in the days of CP/M
			t.at++
		case b == byteOrderMark[0] && bytes.HasPrefix(t.text[t.at:], byteOrderMark):
			t.at += len(byteOrderMark)
		case b == '%' && t.lineStart():
			t.skipLine()
		default:
			return
		}
	}
}

func (t *tokenizer) lineStart() bool { return t.at == 0 || t.text[t.at-1] == '\n' }

// lineEnd returns where the line around a place ends.
func (t *tokenizer) lineEnd(at int) int {
	if i := bytes.IndexByte(t.text[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(t.text)
}

func (t *tokenizer) skipLine() { t.at = min(t.lineEnd(t.at)+1, len(t.text)) }

// trim returns the end of a piece of the text without the white space at its end.
func (t *tokenizer) trim(at, end int) int {
	return at + len(bytes.TrimRight(t.text[at:end], spaces+"\n"))
}

// finish checks how the record ends.
func (t *tokenizer) finish() {
	if t.hidden > 0 {
		more := plural.Count(t.hidden, "more thing")
		t.report(NewFinding(Syntax, t.lastToken, t.lastToken, "%s cannot be read", more))
	}
	end := t.trim(t.begin, t.at)
	t.lastToken = min(t.lastToken, end) // a line comment ends with the white space in it
	t.r.At, t.r.End = t.begin, end
	switch {
	case t.r.Dialect == VChess:
		t.r.Closed = bytes.Count(t.text[end:t.at], newline) >= 3
	case t.r.Dialect == Standard:
		t.finishStandard()
	case t.number >= 0 || t.unread:
		t.fault(Truncated, t.lastToken, end, "the game ends without a result")
	}
}

// finishStandard checks the end of standard PGN, which closes with a result.
func (t *tokenizer) finishStandard() {
	if len(t.r.Results) > 0 || t.truncated {
		return
	}
	end, moves := t.r.End, t.r.Main.Moves
	cut := !t.afterTags && len(moves) == 0
	if end == len(t.text) { // no line feed after the last token
		cut = cut || t.last
	} else {
		cut = cut || bytes.IndexByte(t.text[end:t.at], '\n') < 0
	}

	cut = cut || t.number >= 0 || t.unread && len(moves) > 0
	switch {
	case cut && t.unread && len(moves) > 0 && t.depth == 0:
		m := moves[len(moves)-1]
		if m.Unreadable { // only the beginning of a word
			t.r.Main.Moves = moves[:len(moves)-1]
		}
		t.fault(Truncated, m.At, m.End, "the game ends in the middle of a move")
	case cut:
		t.fault(Truncated, t.lastToken, end, "the game ends without a result")
	case len(moves) > 0 || len(t.r.Tags) > 0:
		t.fault(MissingTag, t.lastToken, end, "the movetext ends without a result")
	}
}
