package problemfile

import (
	"iter"

	"turncoat/rules/board"
)

// AtHome yields the castling rights that Popeye assumes by default, each with its index:
// those of the kings and rooks that stand where they begin.
func AtHome(p *board.Position) iter.Seq2[int, board.Right] {
	return func(yield func(int, board.Right) bool) {
		for i := range p.Rights {
			side, rank := board.Colour(i>>1), 7*(i>>1)
			right := board.Right{King: board.At(4, rank), Rook: board.At(7*(i&1), rank)}
			if p.PieceAt(right.King) == (board.Piece{Kind: board.King, Colour: side}) &&
				p.PieceAt(right.Rook) == (board.Piece{Kind: board.Rook, Colour: side}) &&
				!yield(i, right) {
				return
			}
		}
	}
}
