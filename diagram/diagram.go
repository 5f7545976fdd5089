// Package diagram draws boards: as text for terminals, files and mails, and as SVG and PNG pictures.
//
// A diagram shows where pieces stand and marks squares: the move that was made, the pieces that
// changed colour and in which wave. It knows no rules; whoever draws says what to mark.
package diagram

import (
	"strconv"

	"turncoat/rules/board"
)

// Kind says what a mark points out.
type Kind uint8

// The kinds of marks.
const (
	From      Kind = iota // the square that a move has left
	To                    // the square that it has reached
	Converted             // a piece that has just changed colour
	Reclaimed             // a piece that has just been taken back
	Pointed               // a square that the text speaks of
	kinds
)

// Mark points out a square. Of several marks on one square the last is drawn.
type Mark struct {
	Square board.Square
	Kind   Kind
	Number int // of the wave, from 1; 0 is not drawn
}

// Marks returns a mark of the same kind and number for each square of a set.
func Marks(squares board.Bits, kind Kind, number int) []Mark {
	marks := make([]Mark, 0, squares.Count())
	for _, s := range squares.Squares() {
		marks = append(marks, Mark{s, kind, number})
	}
	return marks
}

// Options say how a board is drawn. The zero value draws plain text seen by White.
type Options struct {
	Marks  []Mark
	Flip   bool // seen by Black: a1 at the top right
	Colour bool // text with the colour codes of terminals (256 colours)
	// ShowTurn widens a picture by a strip beside the board, with a disc of the colour of the side to
	// move at that side's edge. Boards of a [Sheet] always have it; text never does.
	ShowTurn bool
}

// Text returns the board as text: ranks from the eighth with a number before each, files below, eight
// lines and one, each ended by a line feed. Letters are those of FEN, upper case for White and lower
// case for Black; "." is an empty square. "(N)" is a piece that has moved there and "( )" the square
// it left, "[p]" a piece that changed colour, "<p>" one that was taken back, "{p}" a square that
// is spoken of; "p2" is a piece that changed colour in wave 2.
func Text(p *board.Position, o Options) string { return string(AppendText(nil, p, o)) }

// AppendText appends what [Text] returns.
func AppendText(text []byte, p *board.Position, o Options) []byte {
	marks := o.lastMarks()
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

// lastMarks returns the mark of each square that is drawn, nil where there is none.
func (o *Options) lastMarks() (marks [64]*Mark) {
	for i := range o.Marks {
		if m := &o.Marks[i]; m.Square < board.NoSquare && m.Kind < kinds {
			marks[m.Square] = m
		}
	}
	return marks
}

// at returns the square in a row and column of the picture, both from 0 at the top left.
func (o *Options) at(row, column int) board.Square {
	if o.Flip {
		return board.At(7-column, row)
	}
	return board.At(column, 7-row)
}

func trimRight(text []byte) []byte {
	for len(text) > 0 && text[len(text)-1] == ' ' {
		text = text[:len(text)-1]
	}
	return text
}

// brackets stand around a marked piece, by kind of mark.
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

// The colours of a terminal, of 256: squares light and dark, marks by kind, pieces white and black.
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
