package puzzle

import "turncoat/rules/board"

// A Symmetry is a change of a position after which the same game is played.
//
//   - The colours can always be exchanged. That also mirrors the ranks, so that pawns still move
//     forward.
//   - The files can be mirrored unless there is a castling right: castling ends on the c- and
//     g-file (PAC-13).
//   - Without pawns and castling rights, ranks and files are equivalent: the ranks can also be
//     mirrored, and the board reflected in a diagonal.
type Symmetry struct {
	Recolour, Files, Ranks, Diagonal bool
}

// symmetries lists the symmetries of a position after which White is to move.
func symmetries(p *board.Position) []Symmetry {
	recolour := p.Turn == board.Black
	plain := Symmetry{Recolour: recolour, Ranks: recolour}
	if p.Rights != (board.Rights{}) {
		return []Symmetry{plain}
	}
	mirrored := plain
	mirrored.Files = true
	if p.Pawns != 0 {
		return []Symmetry{plain, mirrored}
	}
	var all []Symmetry
	for i := range 8 {
		all = append(all, Symmetry{recolour, i&1 != 0, i&2 != 0, i&4 != 0})
	}
	return all
}

// square returns the image of a square.
func (y Symmetry) square(s board.Square) board.Square {
	if s >= board.NoSquare {
		return s
	}
	file, rank := s.File(), s.Rank()
	if y.Files {
		file = 7 - file
	}
	if y.Ranks {
		rank = 7 - rank
	}
	if y.Diagonal {
		file, rank = rank, file
	}
	return board.At(file, rank)
}

func (y Symmetry) colour(c board.Colour) board.Colour {
	if y.Recolour {
		return c.Other()
	}
	return c
}

// Apply returns the image of a position, with its clocks reset.
func (y Symmetry) Apply(p *board.Position) board.Position {
	q := board.Position{Turn: y.colour(p.Turn), EnPassant: y.square(p.EnPassant), Number: 1}
	for s := range p.Occupied().All {
		piece := p.PieceAt(s)
		piece.Colour = y.colour(piece.Colour)
		q.Put(y.square(s), piece)
	}

	for i, right := range p.Rights {
		if right.Held() {
			to := i
			if y.Recolour {
				to = board.RightIndex(board.Colour(i>>1).Other(), board.CastlingSide(i&1))
			}
			q.Rights[to] = board.Right{King: y.square(right.King), Rook: y.square(right.Rook)}
		}
	}

	q.Rekey()
	return q
}

// Canonical returns a text that a position shares with all its images under exchange of colours and
// the other symmetries: the least text of the images with White to move.
func Canonical(p *board.Position) string {
	least := ""
	for _, y := range symmetries(p) {
		q := y.Apply(p)
		text := q.AppendBoard(nil)
		for _, right := range q.Rights {
			text = append(text, ' ')
			if right.Held() {
				text = append(append(text, right.King.String()...), right.Rook.String()...)
			}
		}

		text = append(append(text, ' '), q.EnPassant.String()...)
		if least == "" || string(text) < least {
			least = string(text)
		}
	}

	return least
}
