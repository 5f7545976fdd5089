package diagram

import (
	"strconv"

	"turncoat/rules/board"
)

// Text returns the board as text: nine lines, each ended by a line feed, with the number of the
// rank before each rank and the files below. Letters are those of FEN, upper case for White and
// lower case for Black; "." is an empty square. "(N)" is a piece that has moved and "( )" the
// square it left, "[p]" a piece that changed colour, "<p>" one that was taken back, "{p}" a square
// that is pointed out, and "p2" a piece that changed colour in wave 2.
func Text(p *board.Position, o Options) string { return string(AppendText(nil, p, o)) }

// AppendText appends the result of [Text].
func AppendText(text []byte, p *board.Position, o Options) []byte {
	marks := lastMarks(o.Marks)
	for row := range 8 {
		rank := 7 - row
		if o.Flip {
			rank = row
		}
		text = append(text, '1'+byte(rank), ' ', ' ')
		for column := range 8 {
			s := o.at(row, column)
			cell := appendCell(nil, p.PieceAt(s), marks[s])
			if o.Colour {
				text = appendColoured(text, cell, s, p.PieceAt(s), marks[s])
			} else {
				text = append(text, cell...)
			}
		}

		text = append(trimRight(text), '\n')
	}

	text = append(text, ' ', ' ', ' ')
	for column := range 8 {
		text = append(text, ' ', 'a'+byte(o.at(7, column).File()), ' ')
	}
	return append(trimRight(text), '\n')
}

func trimRight(text []byte) []byte {
	for len(text) > 0 && text[len(text)-1] == ' ' {
		text = text[:len(text)-1]
	}
	return text
}

// brackets are put around a marked piece, by kind of mark.
var brackets = [kinds]string{From: "()", To: "()", Converted: "[]", Reclaimed: "<>", Pointed: "{}"}

// appendCell appends the three characters of a square.
func appendCell(text []byte, piece board.Piece, mark *Mark) []byte {
	letter := byte('.')
	if piece.Kind != board.NoKind {
		letter = piece.Letter()
	}
	if mark == nil {
		return append(text, ' ', letter, ' ')
	}
	if mark.Number > 0 {
		start := len(text)
		text = strconv.AppendInt(append(text, letter), int64(mark.Number), 10)
		if len(text) == start+2 {
			text = append(text[:start], ' ', text[start], text[start+1])
		}
		return text
	}

	if letter == '.' {
		letter = ' '
	}
	b := brackets[mark.Kind]
	return append(text, b[0], letter, b[1])
}

// Colours of the 256 of a terminal: of squares, of marks by kind, and of pieces.
var (
	squareColours = [2]int{137, 180} // dark, light
	markColours   = [kinds]int{From: 186, To: 149, Converted: 209, Reclaimed: 117, Pointed: 222}
	pieceColours  = [2]int{231, 16} // by board.Colour
)

func appendColoured(text, cell []byte, s board.Square, piece board.Piece, mark *Mark) []byte {
	background := squareColours[(s.File()+s.Rank())%2]
	if mark != nil {
		background = markColours[mark.Kind]
	}
	foreground := pieceColours[piece.Colour&1]
	if piece.Kind == board.NoKind {
		foreground = pieceColours[board.Black]
		for i := range cell {
			if cell[i] == '.' {
				cell[i] = ' ' // the colour of the square shows that it is empty
			}
		}
	}

	text = append(text, "\x1b[1;38;5;"...)
	text = strconv.AppendInt(text, int64(foreground), 10)
	text = append(text, ";48;5;"...)
	text = strconv.AppendInt(text, int64(background), 10)
	text = append(text, 'm')
	text = append(text, cell...)
	return append(text, "\x1b[0m"...)
}
