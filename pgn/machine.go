package pgn

import (
	"bytes"
	"strconv"
	"strings"

	"turncoat/rules/board"
)

// MachineTurn is one line of the second section of vchess.club's export.
type MachineTurn struct {
	Text       string
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

// machineLine tells whether a line of the second section begins with the digits that end here.
func (p *parser) machineLine(end int) bool {
	rest := p.text[end:]
	return len(rest) > 2 && rest[0] == '.' && (rest[1] == 'w' || rest[1] == 'b') && rest[2] == ' ' && len(p.open) == 0
}

// machine reads the second section up to the end of the record.
func (p *parser) machine() {
	g := p.g
	g.HasMachine, g.Dialect = true, VChess
	p.number = -1
	for p.at < len(p.text) {
		b := p.text[p.at]
		if space(b) {
			p.at++
			continue
		}
		if b == '[' || b == mark[0] && bytes.HasPrefix(p.text[p.at:], mark) {
			break
		}
		end := p.at
		for end < len(p.text) && p.text[end] != '\n' && p.text[end] != '\r' && p.text[end] != '[' {
			end++
		}
		// A line cut off stops at the end of the stream, or where the next record is glued to it.
		cut := end == len(p.text) && p.last || end < len(p.text) && p.text[end] == '['
		stop := end
		for stop > p.at && blank(p.text[stop-1]) {
			stop--
		}
		if p.room(p.at) {
			t := readMachine(string(p.text[p.at:stop]))
			t.At, t.End, t.Incomplete = p.at, stop, cut
			g.Machine = append(g.Machine, t)
		}
		p.at, p.lastToken = end, stop
	}
	p.done = true
}

// readMachine reads a line such as "3.w d1.h6 wqh6.wng8/wqd1.bng8".
func readMachine(text string) MachineTurn {
	t := MachineTurn{Text: text, From: board.NoSquare, Mouse: board.NoSquare}
	bad := func(reason string) MachineTurn {
		t.Code, t.Reason = CodeSyntax, reason
		return t
	}
	const shape = "a line reads NUMBER.SIDE START.END APPEAR/VANISH"
	fields := strings.Fields(text)
	if len(fields) != 3 {
		return bad(shape)
	}
	dot := strings.IndexByte(fields[0], '.')
	if dot < 1 || len(fields[0]) != dot+2 {
		return bad(shape)
	}
	n, err := strconv.Atoi(fields[0][:dot])
	if err != nil || dot > 6 {
		return bad("no turn has that number")
	}
	t.Number = n
	switch fields[0][dot+1] {
	case 'w':
	case 'b':
		t.Side = board.Black
	default:
		return bad("the side is w or b")
	}
	if len(fields[1]) != 5 || fields[1][2] != '.' {
		return bad("start and end are squares such as d1.h6")
	}
	var ok1, ok2 bool
	t.From, ok1 = board.ParseSquare(fields[1][:2])
	t.Mouse, ok2 = board.ParseSquare(fields[1][3:])
	if !ok1 || !ok2 {
		return bad("start and end are squares such as d1.h6")
	}
	slash := strings.IndexByte(fields[2], '/')
	if slash < 0 {
		return bad(shape)
	}
	var reason string
	var code Code
	if t.Appear, code, reason = readPlaced(fields[2][:slash]); reason == "" {
		t.Vanish, code, reason = readPlaced(fields[2][slash+1:])
	}
	t.Code, t.Reason = code, reason
	return t
}

// readPlaced reads a list such as "wqh6.wng8", "-" for none.
func readPlaced(text string) ([]Placed, Code, string) {
	if text == "-" {
		return nil, "", ""
	}
	var list []Placed
	for at := 0; ; at += 5 {
		end := min(at+4, len(text))
		item := text[at:end]
		if len(item) != 4 || end < len(text) && text[end] != '.' {
			return nil, CodeSyntax, strconv.Quote(item) + " is not a colour, a piece and a square such as wqh6"
		}
		square, ok := board.ParseSquare(item[2:])
		if !ok || item[0] != 'w' && item[0] != 'b' {
			return nil, CodeSyntax, strconv.Quote(item) + " is not a colour, a piece and a square such as wqh6"
		}
		kind := board.KindOf(item[1])
		if kind == board.NoKind || item[1] < 'a' {
			return nil, CodePiece, "no piece is called " + strconv.Quote(item[1:2]) + " in " + strconv.Quote(item)
		}
		p := Placed{Piece: board.Piece{Kind: kind}, Square: square}
		if item[0] == 'b' {
			p.Piece.Colour = board.Black
		}
		list = append(list, p)
		if end == len(text) {
			return list, "", ""
		}
	}
}
