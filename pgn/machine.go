package pgn

import (
	"bytes"
	"strconv"

	"turncoat/rules/board"
)

// MachineTurn is one line of the second section of vchess.club's export.
type MachineTurn struct {
	Text       string // as it stands; empty for a visitor, who has the text
	At, End    int
	Number     int
	Side       board.Colour
	From       board.Square
	Mouse      board.Square // where the mouse goes: of a castling, the rook's square or two squares from the king
	Appear     []Placed
	Vanish     []Placed
	Code       Code   // what is wrong with the line, empty if it can be read
	Reason     string // why
	Incomplete bool   // the line may have been cut off
}

// Placed is a piece on a square.
type Placed struct {
	Piece  board.Piece
	Square board.Square
}

// machineLine reports whether a line of the second section begins with the digits that end here.
func (t *Tokenizer) machineLine(end int) bool {
	rest := t.text[end:]
	return len(rest) > 2 && (rest[1] == 'w' || rest[1] == 'b') && rest[2] == ' ' && t.depth == 0
}

// readMachine reads the second section up to the end of the record.
func (t *Tokenizer) readMachine() {
	t.machine, t.dialect, t.number = true, VChess, -1
	text := t.text
	for t.at < len(text) && !t.done {
		b := text[t.at]
		if space(b) {
			t.at++
			continue
		}
		if b == '[' || b == mark[0] && bytes.HasPrefix(text[t.at:], mark) {
			break
		}
		end := len(text)
		if i := bytes.IndexByte(text[t.at:], '\n'); i >= 0 {
			end = t.at + i
		}
		stop := t.machineTurn(end)
		if t.turn.Code == CodeSyntax {
			if i := bytes.IndexAny(text[t.at:end], "[\r"); i >= 0 { // cut off, and the next record is glued to it
				end = t.at + i
				stop = t.machineTurn(end)
			}
		}
		if t.room(t.at) {
			t.turns++
			// A line cut off stops at the end of the stream, or where the next record is glued to it.
			t.turn.Incomplete = end == len(text) && t.last || end < len(text) && text[end] == '['
			if !t.v.Turn(&t.turn) {
				t.refuse()
			}
		}
		t.at, t.lastToken = end, stop
	}
	t.done = true
}

// machineTurn reads the line at the place, up to its end, and returns where it ends without white space.
func (t *Tokenizer) machineTurn(end int) (stop int) {
	stop = end
	for stop > t.at && blank(t.text[stop-1]) {
		stop--
	}
	t.turn.read(t.text[t.at:stop])
	t.turn.At, t.turn.End = t.at, stop
	return stop
}

// read reads a line such as "3.w d1.h6 wqh6.wng8/wqd1.bng8".
func (m *MachineTurn) read(line []byte) {
	m.Number, m.Side, m.From, m.Mouse = 0, board.White, board.NoSquare, board.NoSquare // field by field, as it costs less
	m.Appear, m.Vanish, m.Code, m.Reason = m.Appear[:0], m.Vanish[:0], "", ""
	dot := 0
	for dot < len(line) && line[dot]-'0' <= 9 {
		dot++
	}
	var number, squares, lists []byte
	if rest := line[dot:]; len(rest) > 9 && rest[2] == ' ' && rest[8] == ' ' && !space(rest[9]) {
		number, squares, lists = line[:dot+2], rest[3:8], rest[9:]
	} else {
		number, rest = field(line)
		squares, rest = field(rest)
		if lists, rest = field(rest); len(rest) > 0 {
			lists = nil
		}
	}
	switch {
	case len(lists) == 0:
		m.bad(CodeSyntax, lineShape)
	case m.readNumber(number) && m.readSquares(squares):
		if m.readLists(lists); m.Code != "" && bytes.IndexAny(lists, " \t") >= 0 {
			m.bad(CodeSyntax, lineShape)
		}
	}
}

const lineShape = "a line reads NUMBER.SIDE START.END APPEAR/VANISH"

func (m *MachineTurn) bad(code Code, reason string) bool {
	m.Code, m.Reason = code, reason
	return false
}

// field returns the first word of a line, and the line behind the white space that follows it.
func field(line []byte) (word, rest []byte) {
	n := 0
	for n < len(line) && !space(line[n]) {
		n++
	}
	next := n
	for next < len(line) && space(line[next]) {
		next++
	}
	return line[:n], line[next:]
}

// readNumber reads "3.w".
func (m *MachineTurn) readNumber(word []byte) bool {
	dot := len(word) - 2
	if dot < 1 || word[dot] != '.' {
		return m.bad(CodeSyntax, lineShape)
	}
	for _, b := range word[:dot] {
		if b-'0' > 9 || dot > 6 {
			return m.bad(CodeSyntax, "no turn has that number")
		}
		m.Number = 10*m.Number + int(b-'0')
	}
	switch word[dot+1] {
	case 'w':
	case 'b':
		m.Side = board.Black
	default:
		return m.bad(CodeSyntax, "the side is w or b")
	}
	return true
}

// readSquares reads "d1.h6".
func (m *MachineTurn) readSquares(word []byte) bool {
	if len(word) == 5 && word[2] == '.' {
		var from, mouse bool
		m.From, from = square(word[:2])
		m.Mouse, mouse = square(word[3:])
		if from && mouse {
			return true
		}
	}
	return m.bad(CodeSyntax, "start and end are squares such as d1.h6")
}

func square(text []byte) (board.Square, bool) {
	if text[0]-'a' > 7 || text[1]-'1' > 7 {
		return board.NoSquare, false
	}
	return board.At(int(text[0]-'a'), int(text[1]-'1')), true
}

// readLists reads "wqh6.wng8/wqd1.bng8".
func (m *MachineTurn) readLists(word []byte) {
	slash := len(word) / 2 // the lists are of one length, as good as always
	if word[slash] != '/' {
		slash = bytes.IndexByte(word, '/')
	}
	if slash < 0 {
		m.bad(CodeSyntax, lineShape)
		return
	}
	var ok bool
	if m.Appear, ok = m.appendPlaced(m.Appear, word[:slash]); ok {
		m.Vanish, _ = m.appendPlaced(m.Vanish, word[slash+1:])
	}
}

// appendPlaced appends the pieces of a list such as "wqh6.wng8", "-" for none.
func (m *MachineTurn) appendPlaced(list []Placed, text []byte) ([]Placed, bool) {
	for len(text) == 4 || len(text) > 4 && text[4] == '.' {
		colour, kind, file, rank := text[0], smallLetters[text[1]], text[2]-'a', text[3]-'1'
		if colour != 'w' && colour != 'b' || kind == board.NoKind || file > 7 || rank > 7 {
			break
		}
		placed := Placed{board.Piece{Kind: kind}, board.At(int(file), int(rank))}
		if colour == 'b' {
			placed.Piece.Colour = board.Black
		}
		list = append(list, placed)
		if len(text) == 4 {
			return list, true
		}
		text = text[5:]
	}
	if string(text) == "-" && len(list) == 0 {
		return list, true
	}
	item := text[:min(4, len(text))]
	if len(item) == 4 && (len(text) == 4 || text[4] == '.') && (item[0] == 'w' || item[0] == 'b') && item[2]-'a' < 8 && item[3]-'1' < 8 {
		return list[:0], m.bad(CodePiece, "no piece is called "+strconv.Quote(string(item[1:2]))+" in "+strconv.Quote(string(item)))
	}
	return list[:0], m.bad(CodeSyntax, strconv.Quote(string(item))+" is not a colour, a piece and a square such as wqh6")
}

// smallLetters returns the kind of piece that a small letter stands for.
var smallLetters = func() (kinds [256]board.Kind) {
	for i := range kinds {
		kinds[i] = board.NoKind
	}
	for kind := board.Pawn; kind <= board.King; kind++ {
		kinds[kind.Letter()|0x20] = kind
	}
	return kinds
}()
