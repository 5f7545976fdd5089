package validate

import "bytes"

// moves reads the movetext up to the next record.
func (q *quick) moves() bool {
	q.plies, q.converted, q.number, q.moved, q.sign, q.depth, q.lastComment = 0, 0, -1, false, 0, 0, nil
	text := q.text
	for q.at < len(text) {
		b := text[q.at]
		switch {
		case b == ' ' || b == '\t' || b == '\r':
			q.at++
		case b == '\n':
			q.at++
			if q.at < len(text) && text[q.at] == '%' {
				return false
			}
		case b >= 'a' && b <= 'h' || b >= 'B' && b <= 'R':
			if !q.move() {
				return false
			}
		case b >= '0' && b <= '9':
			if !q.digits() {
				return false
			}
			if q.number < 0 {
				return q.closed()
			}
		case b == '{':
			if !q.comment() {
				return false
			}
		case b == '$':
			if !q.nag() {
				return false
			}
		case b == '(':
			if !q.enter() {
				return false
			}
		case b == ')':
			if !q.leave() {
				return false
			}
		case b == '*':
			q.at++
			return string(q.result) == "*" && q.closed()
		default:
			return false
		}
	}
	return false
}

// digits reads a move number, or the result, behind which no number is left.
func (q *quick) digits() bool {
	text, at := q.text, q.at
	n := 0
	for at < len(text) && text[at] >= '0' && text[at] <= '9' && n < 100000 {
		n = n*10 + int(text[at]-'0')
		at++
	}
	if at >= len(text) || n >= 100000 {
		return false
	}
	if text[at] != '.' {
		q.number = -1
		rest := text[q.at:]
		if !bytes.HasPrefix(rest, q.result) || len(q.result) < 3 || q.depth > 0 {
			return false
		}
		switch string(q.result) {
		case "1-0", "0-1", "1/2-1/2":
		default:
			return false
		}
		q.at += len(q.result)
		return q.at == len(text) || text[q.at] == '\n' || text[q.at] == '\r' || text[q.at] == ' '
	}
	dots := 0
	for at < len(text) && text[at] == '.' {
		at++
		dots++
	}
	if q.number >= 0 || n != int(q.now.Number) || dots != 1+2*int(q.now.Turn) || at+2 >= len(text) || (text[at] == 'w' || text[at] == 'b') && text[at+1] == ' ' {
		return false
	}
	q.at, q.number = at, n
	return true
}

// closed tells whether the record ends behind its result: with nothing, or the next record's tags.
func (q *quick) closed() bool {
	if q.depth > 0 || q.number >= 0 {
		return false
	}
	text := q.text
	for q.at < len(text) && (text[q.at] == '\n' || text[q.at] == '\r' || text[q.at] == ' ') {
		q.at++
		if q.at < len(text) && text[q.at] == '%' {
			return false
		}
	}
	if q.at == len(text) {
		return true
	}
	// A tag pair: the careful way ends the record at it too.
	return text[q.at-1] == '\n' && plainTag(text[q.at:])
}

// plainTag tells whether text opens with a tag pair: a bracket, a name, a space and a quote.
func plainTag(text []byte) bool {
	i := 1
	for i < len(text) && inTags[text[i]] == ofName {
		i++
	}
	return text[0] == '[' && i > 1 && i+1 < len(text) && text[i] == ' ' && text[i+1] == '"'
}

// comment reads a comment; what it commands is held against the last move.
func (q *quick) comment() bool {
	start := q.at + 1
	length := bytes.IndexByte(q.text[start:], '}')
	if length < 0 {
		return false
	}
	inside := q.text[start : start+length]
	q.at = start + length + 1
	if q.depth == 0 && (length > 0 && inside[0] > ' ' || len(bytes.TrimSpace(inside)) > 0) {
		q.lastComment = inside
	}
	for {
		i := bytes.IndexByte(inside, '[')
		if i < 0 {
			return true
		}
		if i+2 >= len(inside) || inside[i+1] != '%' {
			return false // a record may begin here
		}
		inside = inside[i+1:]
		switch inside[1] {
		case 'c':
			if bytes.HasPrefix(inside, convCommand) && !q.conversions(inside[len(convCommand):]) {
				return false
			}
		case 'r':
			if bytes.HasPrefix(inside, reclaimCommand) && !q.reclaim(inside[len(reclaimCommand):]) {
				return false
			}
		}
	}
}

func (q *quick) nag() bool {
	n, digits := 0, 0
	for q.at++; q.at < len(q.text) && q.text[q.at] >= '0' && q.text[q.at] <= '9' && digits < 4; q.at++ {
		n = n*10 + int(q.text[q.at]-'0')
		digits++
	}
	return q.moved && digits > 0 && n <= 255
}

func (q *quick) enter() bool {
	q.at++
	if !q.moved || q.depth == maxNested {
		return false
	}
	frame := &q.stack[q.depth]
	frame.position, frame.before, frame.turn, frame.sign = *q.now, q.before, q.turn, q.sign
	q.depth++
	q.stand(&q.before)
	q.moved, q.sign, q.number = false, 0, -1
	return true
}

func (q *quick) leave() bool {
	q.at++
	if q.depth == 0 || q.number >= 0 || q.sign == '+' && !q.hasTurn() {
		return false
	}
	q.depth--
	frame := &q.stack[q.depth]
	q.stand(&frame.position)
	q.before, q.turn, q.sign, q.moved = frame.before, frame.turn, frame.sign, true
	return true
}

// word gives the word that begins here, without the signs of annotation at its end.
func (q *quick) word() ([]byte, bool) {
	start, text := q.at, q.text
	at := start
	for at < len(text) {
		switch text[at] {
		case ' ', '\n', '\r', '\t', ')', '{', '!', '?', '$', '(':
			goto end
		}
		at++
	}
	return nil, false
end:
	word := text[start:at]
	for at < len(text) && (text[at] == '!' || text[at] == '?') {
		at++
	}
	if at >= len(text) || text[at] != ' ' && text[at] != '\n' && text[at] != '\r' && text[at] != ')' && text[at] != '{' && text[at] != '$' {
		return nil, false
	}
	q.at = at
	return word, len(word) >= 2
}
