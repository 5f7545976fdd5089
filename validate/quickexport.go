package validate

import (
	"bytes"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// The quick way through vchess.club's export (NOT-5): tags with a Fen, the movetext in one line, and a second section that
// says of every turn what appears and what vanishes. Both sections are read side by side and held against the turn that the
// rules make of it; as everywhere on the quick way, whatever is not just so is left to care.

// export reads such a record.
func (q *quick) export() bool {
	if !q.exportTags() || q.game.family != ruleset.Pacifist || q.fen == nil || !q.begin() || q.now.Turn != board.White {
		return false
	}
	moves, ok := q.line()
	if empty, is := q.line(); !ok || !is || len(empty) > 0 {
		return false
	}
	q.plies, q.converted, q.sign, q.lastComment = 0, 0, 0, nil
	for {
		text, ok := q.line()
		if !ok || len(text) == 0 {
			break
		}
		word, rest, ok := q.exportMove(moves)
		if moves = rest; !ok || !q.exportTurn(text, word) {
			return false
		}
		q.plies++
		q.converted += q.turn.Converted.Count()
	}
	return q.plies > 0 && len(moves) == 0 && q.exportEnd()
}

// exportEnd tells whether the text ends behind the record, or another record's tags follow.
func (q *quick) exportEnd() bool {
	for q.at < len(q.text) && (q.text[q.at] == '\n' || q.text[q.at] == '\r') {
		q.at++
	}
	return q.at == len(q.text) || plainTag(q.text[q.at:])
}

// line reads a line, without what ends it. Not ok is the end of the text.
func (q *quick) line() (line []byte, ok bool) {
	rest := q.text[q.at:]
	if len(rest) == 0 {
		return nil, false
	}
	length := bytes.IndexByte(rest, '\n')
	if line, q.at = rest, len(q.text); length >= 0 {
		line, q.at = rest[:length], q.at-len(rest)+length+1
	}
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line, true
}

// exportTags reads the tags of an export, each at most once, and the empty line behind them.
func (q *quick) exportTags() bool {
	q.result, q.fen, q.setup, q.drawTalk, q.missing = nil, nil, true, false, q.missing[:0]
	var variant, first []byte
	seen := 0
	for {
		line, ok := q.line()
		if !ok {
			return false
		}
		if len(line) == 0 {
			break
		}
		name, value, ok := exportTag(line)
		if !ok {
			return false
		}
		which := 0
		switch string(name) {
		case "Site":
			which = 1
		case "Variant":
			which, variant = 2, value
		case "Date":
			which = 4
		case "White":
			which = 8
		case "Black":
			which = 16
		case "Fen":
			which, q.fen = 32, value
		case "Result":
			which, q.result = 64, value
		case "Cadence":
			which = 128
		case "Options":
			which = 256
		case "Event":
			which = 512
		case "Round":
			which = 1024
		default:
			if unusualTag(name) || bytes.Equal(name, first) {
				return false
			}
		}
		if first == nil {
			first = name
		}
		if seen&which != 0 {
			return false
		}
		seen |= which
	}
	switch string(q.result) {
	case "1/2":
		q.result = drawn
	case "1-0", "0-1", "1/2-1/2", "*":
	default:
		return false
	}
	return q.variant(variant)
}

var drawn = []byte("1/2-1/2")

// exportTag reads a tag pair. There may be quotes in the value, as in Options.
func exportTag(line []byte) (name, value []byte, ok bool) {
	n, space := len(line), 1
	for space < n && inTags[line[space]] == ofName {
		space++
	}
	if space < 2 || n < space+4 || line[0] != '[' || line[space] != ' ' || line[space+1] != '"' || line[n-2] != '"' || line[n-1] != ']' {
		return nil, nil, false
	}
	value = line[space+2 : n-2]
	for _, b := range value {
		if b == '[' || b == ']' || b == '\\' {
			return nil, nil, false
		}
	}
	return line[1:space], value, true
}

// exportMove reads the next move of the movetext, and its number if there is one.
func (q *quick) exportMove(text []byte) (word, rest []byte, ok bool) {
	if len(text) > 0 && text[0] >= '0' && text[0] <= '9' {
		if n, rest, numbered := exportNumber(text); numbered { // "0-0" is none
			if text = rest; n != q.plies/2+1 {
				return nil, nil, false
			}
		}
	}
	n := 0
	for n < len(text) && text[n] != ' ' {
		n++
	}
	return text[:n], text[min(n+1, len(text)):], n > 0
}

// exportNumber reads a number of five digits at most and the dot behind it.
func exportNumber(text []byte) (n int, rest []byte, ok bool) {
	for i, b := range text {
		switch {
		case b >= '0' && b <= '9' && i < 5:
			n = n*10 + int(b-'0')
		default:
			return n, text[i+1:], b == '.' && i > 0
		}
	}
	return 0, nil, false
}

// exportTurn plays one line of the second section, such as "3.w d1.h6 wqh6.wng8/wqd1.bng8", and holds it and the word of
// the movetext against the turn.
func (q *quick) exportTurn(line, word []byte) bool {
	n, rest, ok := exportNumber(line)
	if !ok || n != q.plies/2+1 || len(rest) < 8+9 || rest[0] != "wb"[q.now.Turn&1] || rest[1] != ' ' || rest[4] != '.' || rest[7] != ' ' {
		return false
	}
	from, isFrom := square(rest[2:])
	mouse, isMouse := square(rest[5:])
	slash := 8 + (len(rest)-9)/2 // the lists are of one length, as good as always
	if rest[slash] != '/' {
		slash = bytes.IndexByte(rest, '/')
	}
	if !isFrom || !isMouse || slash < 8 || slash%5 != 2 || (len(rest)-slash)%5 != 0 {
		return false
	}
	appear, vanish := rest[8:slash], rest[slash+1:]
	q.before = *q.now
	us := q.before.Turn
	kind, meant := kindsOf[vanish[1]], board.NewMove(from, mouse)
	own, left, landed := 1, from.Bit(), mouse.Bit()
	var second placedPiece
	castles := false
	if kind == board.King {
		second, castles = entry(vanish, 1)
		castles = castles && second.piece == board.Piece{Kind: board.Rook, Colour: us}
	}
	if castles {
		wing := board.HWing
		if second.square < from {
			wing = board.AWing
		}
		if q.before.Rights[board.RightIndex(us, wing)] != (board.Right{King: from, Rook: second.square}) || !q.playCastling(wing) {
			return false
		}
		king, rook := board.CastlingEnds(us, wing)
		own, left, landed, meant.To = 2, left|second.square.Bit(), king.Bit()|rook.Bit(), second.square
	} else {
		if as := kindsOf[appear[1]]; kind == board.Pawn && as != board.Pawn {
			meant.Promotion = as
		}
		if kind == board.NoKind || !q.playTo(kind, left, mouse, meant.Promotion) {
			return false
		}
	}
	changed := q.turn.Converted ^ q.turn.Reclaimed
	return q.turn.Move == meant && listed(appear, q.now, own, landed, changed, us) && listed(vanish, &q.before, own, left, changed, us.Other()) &&
		q.exportMeans(word, kind, castles, mouse)
}

// listed tells whether a list such as "wqh6.wng8" names what stands on the board: first some pieces on the squares of a move,
// then others, all of one colour, on the squares of its conversions.
func listed(list []byte, p *board.Position, own int, move, conversions board.Bits, colour board.Colour) bool {
	men := [8]board.Bits{p.Pawns, p.Knights, p.Bishops &^ p.Rooks, p.Rooks &^ p.Bishops, p.Rooks & p.Bishops, p.Kings}
	for i := 0; ; i++ {
		if len(list) < 4 {
			return false
		}
		c := board.White
		if list[0] == 'b' {
			c = board.Black
		} else if list[0] != 'w' {
			return false
		}
		s, ok := square(list[2:])
		on := s.Bit()
		if !ok || men[kindsOf[list[1]]&7]&p.Colours[c]&on == 0 {
			return false
		}
		if i < own {
			move &^= on
		} else if c != colour || conversions&on == 0 {
			return false
		} else {
			conversions &^= on
		}
		if len(list) == 4 {
			return move|conversions == 0
		}
		if list[4] != '.' {
			return false
		}
		list = list[5:]
	}
}

// kindsOf gives the kind of piece that a small letter stands for.
var kindsOf = func() (kinds [256]board.Kind) {
	for i := range kinds {
		kinds[i] = board.NoKind
	}
	for kind := board.Pawn; kind <= board.King; kind++ {
		kinds[kind.Letter()|0x20] = kind
	}
	return kinds
}()

// exportMeans tells whether a word of the movetext can mean the last turn: a king's move that converts just
// one piece stands there as castling, a castling that converts something as a king's move.
func (q *quick) exportMeans(word []byte, kind board.Kind, castles bool, mouse board.Square) bool {
	move := q.turn.Move
	switch string(word) {
	case "0-0", "0-0-0":
		left := len(word) == 5
		if castles {
			return left == (move.To < move.From)
		}
		return kind == board.King && q.turn.Converted.Count() == 1 && left == (mouse.File() < move.From.File())
	}
	if kind != board.Pawn {
		if len(word) != 3 || word[0] != kind.Letter() {
			return false
		}
		word = word[1:]
	}
	to, ok := square(word)
	if !ok {
		return false
	}
	if castles {
		return q.turn.Converted != 0 && to == mouse
	}
	if move.Promotion != board.NoKind {
		return to == move.To && len(word) == 4 && word[2] == '=' && word[3] == move.Promotion.Letter()
	}
	return to == move.To && len(word) == 2
}

type placedPiece struct {
	piece  board.Piece
	square board.Square
}

// entry reads an entry of a list such as "wqh6.wng8".
func entry(list []byte, i int) (one placedPiece, ok bool) {
	i *= 5
	if i+4 > len(list) || i+4 < len(list) && list[i+4] != '.' {
		return one, false
	}
	switch list[i] {
	case 'w':
	case 'b':
		one.piece.Colour = board.Black
	default:
		return one, false
	}
	one.piece.Kind = kindsOf[list[i+1]]
	one.square, ok = square(list[i+2:])
	return one, ok && one.piece.Kind != board.NoKind
}
