// Package diagram draws boards: as text for terminals, files and mails, and as SVG and PNG
// pictures.
//
// A diagram shows the pieces and marks squares: the move that was made, and the pieces that changed
// colour and in which wave. The package knows no rules; its caller decides what to mark.
package diagram

import "turncoat/rules/board"

// Kind is what a mark points out.
type Kind uint8

// The kinds of marks.
const (
	From      Kind = iota // the square that a move has left
	To                    // the square that it has reached
	Converted             // a piece that has just changed colour
	Reclaimed             // a piece that has just been taken back
	Pointed               // a square that the text is about
	kinds
)

// Mark points out a square. If a square has several marks, the last is drawn.
type Mark struct {
	Square board.Square
	Kind   Kind
	Number int // of the wave, from 1; 0 is not drawn
}

// Marks returns a mark of the same kind and number for each square of a set.
func Marks(squares board.Bitboard, kind Kind, number int) []Mark {
	marks := make([]Mark, 0, squares.Count())
	for _, s := range squares.Squares() {
		marks = append(marks, Mark{s, kind, number})
	}
	return marks
}

// Options control how a board is drawn. The zero value draws plain text from White's side.
type Options struct {
	Marks  []Mark
	Flip   bool // from Black's side: a1 at the top right
	Colour bool // text with the colour codes of terminals (256 colours)

	Style Style // of a picture
	Size  int   // the width of a picture in pixels; 0 is the usual one
	// ShowTurn draws a disc in the colour of the side to move, next to that side's edge of the board.
	ShowTurn bool
	Count    bool // below the board, how many pieces White and Black have: "8+7"
}

// Style is what a picture is for.
type Style uint8

// The styles. Any other value is drawn as Screen.
const (
	Screen Style = iota // in colour, on a page of any colour
	Print               // black and white, dark squares hatched, on paper
)

// lastMarks returns the mark that is drawn on each square, nil if there is none.
func lastMarks(list []Mark) (marks [64]*Mark) {
	for i := range list {
		if m := &list[i]; m.Square < board.NoSquare && m.Kind < kinds {
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

// arrowOf returns where the arrow of the move begins and ends, NoSquare twice if there is none.
func arrowOf(marks []Mark) (from, to board.Square) {
	from, to = board.NoSquare, board.NoSquare
	for _, m := range marks {
		switch {
		case m.Kind == From && from == board.NoSquare:
			from = m.Square
		case m.Kind == To && to == board.NoSquare:
			to = m.Square
		}
	}

	if from == to || from >= board.NoSquare || to >= board.NoSquare {
		return board.NoSquare, board.NoSquare
	}
	return from, to
}
