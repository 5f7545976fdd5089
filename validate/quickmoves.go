package validate

import (
	"bytes"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

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
	if q.number >= 0 || n != int(q.position.Number) || dots != 1+2*int(q.position.Turn) || at+2 >= len(text) || (text[at] == 'w' || text[at] == 'b') && text[at+1] == ' ' {
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
	for i < len(text) && (text[i] >= 'a' && text[i] <= 'z' || text[i] >= 'A' && text[i] <= 'Z' || text[i] >= '0' && text[i] <= '9' || text[i] == '_') {
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
	if q.depth == 0 && len(bytes.TrimSpace(inside)) > 0 {
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

var (
	convCommand    = []byte("%conv")
	reclaimCommand = []byte("%reclaim")
)

// conversions holds "[%conv e7,g7;f8]" against the last move.
func (q *quick) conversions(text []byte) bool {
	if !q.moved || len(text) < 2 || text[0] != ' ' {
		return false
	}
	q.written = q.written[:0]
	var wave board.Bits
	for i := 1; i+2 < len(text); i += 3 {
		s, ok := square(text[i:])
		if !ok || wave.Has(s) {
			return false
		}
		wave |= s.Bit()
		switch text[i+2] {
		case ',':
			continue
		case ';', ']':
			q.written, wave = append(q.written, wave), 0
			if text[i+2] == ']' {
				return q.sameWaves()
			}
			continue
		}
		return false
	}
	return false
}

func (q *quick) sameWaves() bool {
	var all board.Bits
	for _, wave := range q.written {
		all |= wave
	}
	if all != q.turn.Converted {
		return false
	}
	q.waves = q.game.fast.AppendWaves(q.waves[:0], &q.before, q.turn.Move)
	if len(q.waves) != len(q.written) {
		return false
	}
	for i, wave := range q.waves {
		if wave != q.written[i] {
			return false
		}
	}
	return true
}

// reclaim holds "[%reclaim d4,e5]" against the last move. Only the full reclaim is left as it is.
func (q *quick) reclaim(text []byte) bool {
	if !q.moved || len(text) < 3 || text[0] != ' ' {
		return false
	}
	var got board.Bits
	if text[1] == '-' && text[2] == ']' {
		return q.turn.Reclaimed == 0
	}
	for i := 1; i+2 < len(text); i += 3 {
		s, ok := square(text[i:])
		if !ok || got.Has(s) {
			return false
		}
		got |= s.Bit()
		switch text[i+2] {
		case ',':
			continue
		case ']':
			return got == q.turn.Reclaimed
		}
		return false
	}
	return false
}

func square(text []byte) (board.Square, bool) {
	if len(text) < 2 || text[0]-'a' > 7 || text[1]-'1' > 7 {
		return board.NoSquare, false
	}
	return board.At(int(text[0]-'a'), int(text[1]-'1')), true
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
	frame.position, frame.before, frame.turn, frame.sign = q.position, q.before, q.turn, q.sign
	q.depth++
	q.position, q.moved, q.sign, q.number = q.before, false, 0, -1
	return true
}

func (q *quick) leave() bool {
	q.at++
	if q.depth == 0 || q.number >= 0 || q.sign == '+' && !q.game.fast.HasTurn(&q.position) {
		return false
	}
	q.depth--
	frame := &q.stack[q.depth]
	q.position, q.before, q.turn, q.sign, q.moved = frame.position, frame.before, frame.turn, frame.sign, true
	return true
}

// move reads one move in plain standard notation and plays it.
func (q *quick) move() bool {
	word, ok := q.word()
	if !ok {
		return false
	}
	sign := byte(0)
	if n := len(word); word[n-1] == '+' || word[n-1] == '#' {
		sign, word = word[n-1], word[:n-1]
	}
	slashes := []byte(nil)
	if q.game.family == ruleset.Conversion {
		if i := bytes.IndexByte(word, '/'); i >= 0 {
			word, slashes = word[:i], word[i+1:]
		}
	}
	var after board.Position
	turn, ok := q.play(word, &after)
	if !ok || !q.slashed(slashes, &turn, &after) || !q.signed(sign, &after) {
		return false
	}
	q.before, q.position, q.turn = q.position, after, turn
	q.moved, q.sign, q.number = true, sign, -1
	if q.depth == 0 {
		q.plies++
		q.converted += turn.Converted.Count() + turn.Reclaimed.Count()
	}
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

// play plays a move without its signs.
func (q *quick) play(word []byte, after *board.Position) (board.Turn, bool) {
	kind, promotion := board.Pawn, board.NoKind
	switch word[0] {
	case 'N':
		kind = board.Knight
	case 'B':
		kind = board.Bishop
	case 'R':
		kind = board.Rook
	case 'Q':
		kind = board.Queen
	case 'K':
		kind = board.King
	case 'O':
		wing := board.HWing
		if string(word) == "O-O-O" {
			wing = board.AWing
		} else if string(word) != "O-O" {
			return board.Turn{}, false
		}
		return q.game.fast.PlayCastling(&q.position, wing, after)
	}
	if kind != board.Pawn {
		word = word[1:]
	} else if n := len(word); n > 3 && word[n-2] == '=' {
		switch word[n-1] {
		case 'Q':
			promotion = board.Queen
		case 'R':
			promotion = board.Rook
		case 'B':
			promotion = board.Bishop
		case 'N':
			promotion = board.Knight
		default:
			return board.Turn{}, false
		}
		word = word[:n-2]
	}
	n := len(word)
	if n < 2 {
		return board.Turn{}, false
	}
	to, ok := square(word[n-2:])
	if !ok {
		return board.Turn{}, false
	}
	from, ok := origin(word[:n-2], kind)
	if !ok {
		return board.Turn{}, false
	}
	turn, count := q.game.fast.PlayTo(&q.position, kind, from, to, promotion, after)
	return turn, count == 1
}

// origin reads what stands between the piece and its target: file, rank, and "x".
func origin(word []byte, kind board.Kind) (board.Bits, bool) {
	if n := len(word); n > 0 && word[n-1] == 'x' {
		word = word[:n-1]
	}
	switch len(word) {
	case 0:
		return ^board.Bits(0), true
	case 1:
		if f := word[0] - 'a'; f < 8 {
			return 0x0101010101010101 << f, true
		}
		if r := word[0] - '1'; r < 8 && kind != board.Pawn {
			return 0xff << (8 * r), true
		}
	case 2:
		if s, ok := square(word); ok && kind != board.Pawn {
			return s.Bit(), true
		}
	}
	return 0, false
}

// slashed holds the conversions behind slashes against those that happen (NOT-3).
func (q *quick) slashed(slashes []byte, turn *board.Turn, after *board.Position) bool {
	if q.game.family != ruleset.Conversion {
		return true
	}
	var got board.Bits
	for len(slashes) > 0 {
		kind := board.Pawn
		if c := slashes[0]; c >= 'A' && c <= 'Z' {
			if kind = board.KindOf(c); kind == board.NoKind {
				return false
			}
			slashes = slashes[1:]
		}
		s, ok := square(slashes)
		if !ok || got.Has(s) || after.KindAt(s) != kind {
			return false
		}
		got |= s.Bit()
		if slashes = slashes[2:]; len(slashes) == 0 {
			break
		}
		if slashes[0] != '/' {
			return false
		}
		slashes = slashes[1:]
	}
	return got == turn.Converted
}

// signed holds the check sign against the position after the turn (NOT-2). That a plus is no mate
// is shown by the move that follows; only where the line ends must it be looked for.
func (q *quick) signed(sign byte, after *board.Position) bool {
	given := false
	if q.game.family == ruleset.Pacifist {
		given = after.Kingless(after.Turn)
	} else {
		given = q.game.fast.InCheck(after, after.Turn)
	}
	switch sign {
	case 0:
		return !given
	case '+':
		return given
	}
	return given && !q.game.fast.HasTurn(after)
}
