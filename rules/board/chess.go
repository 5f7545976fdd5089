//go:build !turncoat_web

package board

import "github.com/notnil/chess"

// The bridge to github.com/notnil/chess, whose Square, Piece and Board are the vocabulary of Go
// programs that handle chess.

// Chess returns the square as the chess package numbers it.
func (s Square) Chess() chess.Square {
	if s >= NoSquare {
		return chess.NoSquare
	}
	return chess.Square(s)
}

// SquareFromChess returns a square of the chess package as ours.
func SquareFromChess(s chess.Square) Square {
	if s < 0 || s > 63 {
		return NoSquare
	}
	return Square(s)
}

var chessKinds = [...]chess.PieceType{Pawn: chess.Pawn, Knight: chess.Knight, Bishop: chess.Bishop, Rook: chess.Rook,
	Queen: chess.Queen, King: chess.King, NoKind: chess.NoPieceType}

// Chess returns the piece as the chess package names it.
func (p Piece) Chess() chess.Piece {
	if p.Kind >= NoKind {
		return chess.NoPiece
	}
	return chess.NewPiece(chessKinds[p.Kind], [...]chess.Color{chess.White, chess.Black}[p.Colour&1])
}

// PieceFromChess returns a piece of the chess package as ours.
func PieceFromChess(p chess.Piece) Piece {
	for k, t := range chessKinds {
		if t == p.Type() && t != chess.NoPieceType {
			if p.Color() == chess.Black {
				return Piece{Kind(k), Black}
			}
			return Piece{Kind(k), White}
		}
	}
	return NoPiece
}

// Chess returns the board of the position as the chess package's. It does not hold the side to move, rights and
// clocks.
func (p *Position) Chess() *chess.Board {
	pieces := make(map[chess.Square]chess.Piece, 32)
	for s := range p.Occupied().All {
		pieces[s.Chess()] = p.PieceAt(s).Chess()
	}
	return chess.NewBoard(pieces)
}

// FromChess returns a position with the board of the chess package: White to move, no rights, no
// en passant square, full move 1.
func FromChess(b *chess.Board) Position {
	p := Position{EnPassant: NoSquare, Number: 1}
	for s, piece := range b.SquareMap() {
		p.Put(SquareFromChess(s), PieceFromChess(piece))
	}
	p.Rekey()
	return p
}
