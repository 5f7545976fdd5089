package pgn

import (
	"bytes"
	"slices"
	"strconv"

	"turncoat/rules/board"
)

// VChessPly is one line of the second section of vchess.club's export.
type VChessPly struct {
	Text    string // as written
	At, End int
	Number  int
	Side    board.Colour
	From    board.Square
	// Mouse is where the piece is dropped: in castling, the rook's square or two squares from the
	// king.
	Mouse      board.Square
	Appear     []Placed
	Vanish     []Placed
	Code       Code   // what is wrong with the line, empty if it can be read
	Reason     string // why
	Incomplete bool   // the line may have been cut off
}

// Move returns the move of the line, and how many entries of each of its lists are about the pieces
// that move.
func (m *VChessPly) Move() (move board.Move, own int) {
	move = board.NewMove(m.From, m.Mouse)
	if len(m.Vanish) == 0 || len(m.Appear) == 0 {
		return move, 0
	}
	if len(m.Vanish) > 1 && m.Vanish[0].Piece.Kind == board.King &&
		m.Vanish[1].Piece == (board.Piece{Kind: board.Rook, Colour: m.Side}) {
		return board.NewMove(m.From, m.Vanish[1].Square), 2
	}

	move.To = m.Appear[0].Square
	if m.Vanish[0].Piece.Kind == board.Pawn && m.Appear[0].Piece.Kind != board.Pawn {
		move.Promotion = m.Appear[0].Piece.Kind
	}
	return move, 1
}

// Placed is a piece on a square.
type Placed struct {
	Piece  board.Piece
	Square board.Square
}

// machineLine reports whether digits that end at an offset begin a line of the second section.
func (t *tokenizer) machineLine(end int) bool {
	rest := t.text[end:]
	return len(rest) > 2 && (rest[1] == 'w' || rest[1] == 'b') && rest[2] == ' ' && t.depth == 0
}

// readMachine reads the second section up to the end of the record.
func (t *tokenizer) readMachine() {
	t.r.Dialect, t.number = VChess, -1
	text := t.text
	for t.at < len(text) && !t.done {
		b := text[t.at]
		if space(b) {
			t.at++
			continue
		}

		if b == '[' || b == byteOrderMark[0] && bytes.HasPrefix(text[t.at:], byteOrderMark) {
			break
		}
		end := t.lineEnd(t.at)
		n := len(t.r.Machine)
		t.r.Machine = slices.Grow(t.r.Machine, 1)[:n+1] // reusing the element that was there
		turn := &t.r.Machine[n]
		t.machineTurn(turn, end)
		if turn.Code == Syntax {
			// cut off, and the next record is glued to it
			if i := bytes.IndexAny(text[t.at:end], "[\r"); i >= 0 {
				end = t.at + i
				t.machineTurn(turn, end)
			}
		}

		// A line cut off stops at the end of the stream, or where the next record is glued to it.
		turn.Incomplete = end == len(text) && t.last || end < len(text) && text[end] == '['
		t.lastToken = turn.End
		if !t.room(t.at) {
			t.r.Machine = t.r.Machine[:n]
		}
		t.at = end
	}

	t.done = true
}

// machineTurn reads the line at the place, up to its end.
func (t *tokenizer) machineTurn(turn *VChessPly, end int) {
	stop := t.trim(t.at, end)
	turn.read(t.text[t.at:stop])
	turn.At, turn.End, turn.Text = t.at, stop, t.words(t.at, stop)
}

// read reads a line such as "3.w d1.h6 wqh6.wng8/wqd1.bng8".
func (m *VChessPly) read(line []byte) {
	// Assigning field by field is faster than assigning a composite literal.
	m.Number, m.Side, m.From, m.Mouse = 0, board.White, board.NoSquare, board.NoSquare
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

		m.bad(Syntax, "expected NUMBER.SIDE START.END APPEAR/VANISH")
		return
	}

	var from, mouse bool
	m.From, from = squareIn(rest[3:])
	m.Mouse, mouse = squareIn(rest[6:])
	switch {
	case dot == 0 || m.Number == maxNumber:
		m.bad(Syntax, "invalid turn number")
	case rest[1] != 'w' && rest[1] != 'b':
		m.bad(Syntax, "expected w or b as the side to move")
	case !from || !mouse || rest[5] != '.':
		m.bad(Syntax, "expected start and end squares such as d1.h6")
	default:
		if rest[1] == 'b' {
			m.Side = board.Black
		}
		m.readLists(rest[9:])
	}
}

// maxNumber is greater than the number of any turn.
const maxNumber = 1_000_000

func (m *VChessPly) bad(code Code, reason string) bool {
	m.Code, m.Reason = code, reason
	return false
}

// squareIn reads the square that a text begins with.
func squareIn[T string | []byte](text T) (board.Square, bool) {
	if len(text) < 2 || text[0]-'a' > 7 || text[1]-'1' > 7 {
		return board.NoSquare, false
	}
	return board.At(int(text[0]-'a'), int(text[1]-'1')), true
}

// readLists reads "wqh6.wng8/wqd1.bng8".
func (m *VChessPly) readLists(word []byte) {
	appear, vanish, ok := bytes.Cut(word, []byte{'/'})
	if !ok {
		m.bad(Syntax, "expected the pieces that appear, a slash, and those that vanish")
		return
	}

	m.Appear, ok = m.appendPlaced(m.Appear[:0], appear)
	if ok {
		m.Vanish, _ = m.appendPlaced(m.Vanish[:0], vanish)
	}
}

// appendPlaced appends the pieces of a list such as "wqh6.wng8", "-" for none.
func (m *VChessPly) appendPlaced(list []Placed, text []byte) ([]Placed, bool) {
	if string(text) == "-" {
		return list, true
	}
	for at := 0; ; at += 5 {
		item := text[at:min(at+4, len(text))]
		square, ok := squareIn(item[min(2, len(item)):])
		if !ok || at+4 < len(text) && text[at+4] != '.' || item[0] != 'w' && item[0] != 'b' {
			return list[:0], m.bad(Syntax, strconv.Quote(string(item))+
				" is not a colour, a piece and a square such as wqh6")
		}

		kind, colour := board.KindOf(item[1]), board.White
		if kind == board.NoKind || item[1] < 'a' {
			return list[:0], m.bad(UnknownPiece,
				"no piece is called "+strconv.Quote(string(item[1:2]))+" in "+
					strconv.Quote(string(item)))
		}

		if item[0] == 'b' {
			colour = board.Black
		}
		list = append(list, Placed{board.Piece{Kind: kind, Colour: colour}, square})
		if at+4 == len(text) {
			return list, true
		}
	}
}
