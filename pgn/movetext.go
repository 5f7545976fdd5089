package pgn

import (
	"bytes"
	"slices"
	"strings"
)

// movetext reads moves, comments and variations up to the end of the record.
func (t *tokenizer) movetext() {
	t.number = -1
	for t.at < len(t.text) && !t.done {
		switch b := t.text[t.at]; {
		case space(b):
			t.at++
		case class[b]&(endsWord|sign|unusual) == 0:
			t.readWord()
		case b == '{':
			t.readBraces()
		case b == '(':
			t.openVariation()
		case b == ')':
			t.closeVariation()
		case b == '$':
			t.readNAG()
		case b == '!' || b == '?':
			t.readSigns()
		case b == '[':
			t.readBracket()
		case b == ';':
			t.readLineComment()
		case b == 0x1a, b == '%' && t.lineStart():
			t.skipLine()
		case bytes.HasPrefix(t.text[t.at:], byteOrderMark):
			t.at += len(byteOrderMark)
		default:
			t.readWord()
		}
	}

	if t.depth > 0 {
		at := t.frames[min(t.depth, maxDepth)-1].at
		code := Truncated
		if len(t.r.Results) > 0 {
			code = Syntax
		}
		t.fault(code, at, at+1, "the variation is not closed")
	}
}

// readBracket ends the record at the next one's tags.
func (t *tokenizer) readBracket() {
	if _, n := tagOpening(t.text[t.at:]); n > 0 {
		t.done = true
		return
	}

	at := t.at
	end := t.wordEnd(at + 1)
	t.fault(Syntax, at, end, "unexpected \"[\"")
	t.at, t.lastToken, t.unread = end, end, true
}

// readBraces reads a comment in braces. If it is not closed, it ends where the next record begins.
func (t *tokenizer) readBraces() {
	at := t.at + 1
	if t.close < at {
		t.close = len(t.text)
		if at <= len(t.text) {
			if i := bytes.IndexByte(t.text[at:], '}'); i >= 0 {
				t.close = at + i
			}
		}
	}

	for i := at; ; i++ {
		n := bytes.IndexByte(t.text[i:t.close], '[')
		if n < 0 {
			break
		}
		i += n
		if t.recordInComment(i) {
			t.fault(Truncated, at-1, at, "the comment is not closed")
			t.at, t.lastToken, t.done = i, i, true
			return
		}
	}

	if t.close == len(t.text) {
		t.fault(Truncated, at-1, at, "the comment is not closed")
		t.at, t.lastToken = len(t.text), len(t.text)
		return
	}

	t.comment(at, t.close)
	t.at, t.lastToken, t.unread = t.close+1, t.close+1, false
}

// recordInComment reports whether a record begins with the bracket at a place inside a comment.
func (t *tokenizer) recordInComment(at int) bool {
	if next := at + 1; next == len(t.text) || !nameByte(t.text[next]) && !blank(t.text[next]) {
		return false
	}
	if _, ok := startsLine(t.text, at); ok {
		return boundaryAt(t.text, at)
	}
	return gluedAt(t.text, at, t.last)
}

func (t *tokenizer) readLineComment() {
	end := t.lineEnd(t.at)
	t.comment(t.at+1, end)
	t.at, t.lastToken = end, end
}

func (t *tokenizer) comment(at, end int) {
	c := Comment{collapse(t.words(at, end)), at}
	if !t.room(at) || c.Text == "" {
		return
	}
	if m := t.lastMove(); m != nil {
		m.Comments = append(m.Comments, c)
	} else {
		t.line.Comments = append(t.line.Comments, c)
	}
}

// collapse replaces every run of white space by one space and trims both ends.
func collapse(text string) string {
	text = strings.TrimSpace(text)
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == ' ' && text[i-1] == ' ' {
			return strings.Join(strings.Fields(text), " ")
		}
	}

	return text
}

// openVariation begins a variation. One without a move to replace, or nested too deep, is read and
// dropped.
func (t *tokenizer) openVariation() {
	at, line := t.at, new(Line)
	t.at++
	t.lastToken = t.at
	switch m := t.lastMove(); {
	case t.depth == maxDepth:
		t.fault(Syntax, at, at+1, "variations nest deeper than 200")
	case m == nil:
		t.fault(Syntax, at, at+1, "the variation has no move to replace")
	case t.depth < maxDepth && t.room(at):
		line = next(&m.Variations)
		*line = Line{line.Comments[:0], line.Moves[:0]}
	}

	if t.depth < maxDepth {
		t.frames[t.depth] = frame{at, t.line}
	}
	t.depth++
	t.line, t.number = line, -1
}

func (t *tokenizer) closeVariation() {
	at := t.at
	t.at++
	t.lastToken, t.unread = t.at, false
	if t.depth == 0 {
		t.fault(Syntax, at, at+1, "unexpected \")\"")
		return
	}

	t.depth--
	if t.depth < maxDepth {
		t.line = t.frames[t.depth].line
	}
	t.number = -1
}

func (t *tokenizer) readNAG() {
	at, end, n := t.at, t.at+1, 0
	for end < len(t.text) && t.text[end]-'0' <= 9 {
		n = min(10*n+int(t.text[end]-'0'), 256)
		end++
	}

	t.at, t.lastToken = end, end
	if end == at+1 || n > 255 {
		t.fault(Syntax, at, end, "an annotation is a dollar sign and a number from 0 to 255")
		return
	}

	t.annotate(n, at, end)
}

// readSigns reads a sign such as "!?" that stands by itself.
func (t *tokenizer) readSigns() {
	at := t.at
	for t.at < len(t.text) && class[t.text[t.at]]&sign != 0 {
		t.at++
	}
	t.lastToken = t.at
	t.annotate(signNAG(t.text[at:t.at]), at, t.at)
}

func (t *tokenizer) annotate(nag, at, end int) {
	m := t.lastMove()
	if m == nil {
		t.fault(Syntax, at, end, "the annotation follows no move")
	} else if !slices.Contains(m.NAGs, nag) {
		m.NAGs = append(m.NAGs, nag)
	}
}

var signs = []string{"!", "?", "!!", "??", "!?", "?!"}

// signNAG returns the number of a sign: "!" 1, "?" 2, "!!" 3, "??" 4, "!?" 5, "?!" 6.
func signNAG(sign []byte) int {
	return 1 + slices.Index(signs, string(sign[:min(2, len(sign))]))
}
