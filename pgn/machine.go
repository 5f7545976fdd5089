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
	for ; dot < len(line) && line[dot]-'0' <= 9; dot++ {
		m.Number = min(10*m.Number+int(line[dot]-'0'), maxNumber)
	}
	rest := line[dot:]
	if len(rest) < 10 || rest[0] != '.' || rest[2] != ' ' || rest[8] != ' ' || space(rest[9]) {
		if plain := bytes.Join(bytes.Fields(line), []byte{' '}); len(plain) < len(line) {
			m.read(plain)
			return
		}
		m.bad(CodeSyntax, "a line reads NUMBER.SIDE START.END APPEAR/VANISH")
		return
	}
	var from, mouse bool
	m.From, from = square(rest[3:])
	m.Mouse, mouse = square(rest[6:])
	switch {
	case dot == 0 || m.Number == maxNumber:
		m.bad(CodeSyntax, "no turn has that number")
	case rest[1] != 'w' && rest[1] != 'b':
		m.bad(CodeSyntax, "the side is w or b")
	case !from || !mouse || rest[5] != '.':
		m.bad(CodeSyntax, "start and end are squares such as d1.h6")
	default:
		if rest[1] == 'b' {
			m.Side = board.Black
		}
		m.readLists(rest[9:])
	}
}

// maxNumber is beyond the number of any turn.
const maxNumber = 1_000_000

func (m *MachineTurn) bad(code Code, reason string) bool {
	m.Code, m.Reason = code, reason
	return false
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
		m.bad(CodeSyntax, "pieces that appear are written before a slash, those that vanish after it")
		return
	}
	var ok bool
	if m.Appear, ok = m.appendPlaced(m.Appear, word[:slash]); ok {
		m.Vanish, _ = m.appendPlaced(m.Vanish, word[slash+1:])
	}
}

// appendPlaced appends the pieces of a list such as "wqh6.wng8", "-" for none.
func (m *MachineTurn) appendPlaced(list []Placed, text []byte) ([]Placed, bool) {
	if string(text) == "-" {
		return list, true
	}
	for at := 0; ; at += 5 {
		item := text[at:min(at+4, len(text))]
		if len(item) < 4 || at+4 < len(text) && text[at+4] != '.' || item[0] != 'w' && item[0] != 'b' || item[2]-'a' > 7 || item[3]-'1' > 7 {
			return list[:0], m.bad(CodeSyntax, strconv.Quote(string(item))+" is not a colour, a piece and a square such as wqh6")
		}
		placed := Placed{board.Piece{Kind: smallLetters[item[1]]}, board.At(int(item[2]-'a'), int(item[3]-'1'))}
		if placed.Piece.Kind == board.NoKind {
			return list[:0], m.bad(CodePiece, "no piece is called "+strconv.Quote(string(item[1:2]))+" in "+strconv.Quote(string(item)))
		}
		if item[0] == 'b' {
			placed.Piece.Colour = board.Black
		}
		if list = append(list, placed); at+4 == len(text) {
			return list, true
		}
	}
}

// smallLetters has the kind of piece that a small letter stands for.
var smallLetters = func() (kinds [256]board.Kind) {
	for i := range kinds {
		kinds[i] = board.NoKind
	}
	for kind := board.Pawn; kind <= board.King; kind++ {
		kinds[kind.Letter()|0x20] = kind
	}
	return kinds
}()
