package positioncmd

import (
	"fmt"

	"turncoat/diagram"
	"turncoat/rules"
	"turncoat/rules/board"
)

// conversion writes the co-pairs, their co-squares and what converts there, in Conversion Chess.
func (t *storyWriter) conversion(e rules.Explanation) {
	t.line("How pieces change sides:")
	t.rule("CON-2", "CON-3", "CON-4")
	if _, ok := e.Turn.Castles(t.p); ok {
		t.rule("CON-5")
	}
	if t.p.KindAt(e.Turn.From) == board.Pawn {
		t.rule("CON-6")
	}
	t.line("")
	c := rules.NewReference(t.g.Set()).Cascade(t.p, e.Turn.Move)
	pairs := c.CoSquares()
	if len(pairs) == 0 {
		t.line("%s makes no co-squares: no partner stands off its rank and file.\n", t.moved(c))
		return
	}
	for i, wave := range e.Waves {
		if i > 0 { // only where a conversion sets off others
			pairs = c.CoSquares()
		}
		t.coSquares(c, pairs)
		c.Convert(e.Turn.Waves[i])
		t.line("%s:\n", becomes(len(wave.Squares), wave.Squares[0].Piece.Colour, wave.Squares[0].Piece.Colour.Other()))
		t.board(&wave.After, diagram.Marks(e.Turn.Waves[i], diagram.Converted, 0))
		t.line("")
	}
	if len(e.Waves) == 0 {
		t.coSquares(c, pairs)
		t.line("No piece of %s stands on a co-square: none changes colour.\n", t.p.Turn.Other().Title())
	}
}

// moved names what has moved.
func (t *storyWriter) moved(c *rules.Cascade) string {
	if _, ok := c.Move.Castles(t.p); ok {
		return "The castling"
	}
	return fmt.Sprintf("The %v on %v", c.Board.KindAt(c.Move.To), c.Move.To)
}

// coSquares prints the co-squares of a wave pair by pair and what stands there, and a board with them.
func (t *storyWriter) coSquares(c *rules.Cascade, pairs []rules.CoSquare) {
	var all board.Bitboard
	last := rules.CoSquare{Moved: board.NoSquare}
	for _, pair := range pairs {
		all |= pair.Square.Bit()
		if pair.Moved != last.Moved || pair.Partner != last.Partner {
			t.line("The %v on %v and the %v on %v are a co-pair (CON-2):", c.Board.KindAt(pair.Moved), pair.Moved,
				c.Board.KindAt(pair.Partner), pair.Partner)
		}
		last = pair
		file, rank := fileAndRank(pair)
		t.line("  %v  on the file of %v and the rank of %v (CON-3): %s", pair.Square, file, rank,
			t.there(c, pair.Square))
	}
	t.line("\nThe co-squares, in { }:\n")
	t.board(&c.Board, append(moveMarks(t.p, c.Move), diagram.Marks(all, diagram.Pointed, 0)...))
	t.line("")
}

// fileAndRank returns which of a co-pair is on the file of its co-square, and which on the rank (CON-3).
func fileAndRank(pair rules.CoSquare) (file, rank board.Square) {
	if pair.Square.File() == pair.Moved.File() {
		return pair.Moved, pair.Partner
	}
	return pair.Partner, pair.Moved
}

// there says what stands on a co-square and what becomes of it.
func (t *storyWriter) there(c *rules.Cascade, s board.Square) string {
	piece := c.Board.PieceAt(s)
	wave := c.Next()
	switch {
	case piece.Kind == board.NoKind:
		return "empty"
	case wave.Has(s):
		return fmt.Sprintf("the %v becomes %v (CON-4)", piece, piece.Colour.Other())
	case piece.Colour == t.p.Turn:
		return fmt.Sprintf("%s's own %v, which stays", t.p.Turn.Title(), piece.Kind)
	}
	return fmt.Sprintf("the %v stays", piece)
}
