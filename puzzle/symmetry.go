package puzzle

import (
	"slices"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A Symmetry is a change of a position after which the same game is played.
//
//   - The colours can be exchanged unless the rules differ for the two sides (AND-2). That also
//     mirrors the ranks, so that pawns still move forward.
//   - The files can be mirrored unless there is a castling right: castling ends on the c- and
//     g-file (PAC-13).
//   - Without pawns and castling rights, ranks and files are equivalent: the ranks can also be
//     mirrored, and the board reflected in a diagonal.
//   - None may change the squares on which pieces convert, or their order (AND-2).
type Symmetry struct {
	Recolour, Files, Ranks, Diagonal bool
}

// symmetries lists the symmetries of a position, those after which White is to move if the colours
// can be exchanged.
func symmetries(set ruleset.Set, p *board.Position) []Symmetry {
	return slices.DeleteFunc(ofBoard(set, p), func(y Symmetry) bool { return !y.keeps(set) })
}

// ofBoard lists the symmetries of a position whose rule set knows no squares.
func ofBoard(set ruleset.Set, p *board.Position) []Symmetry {
	var plain Symmetry
	exchanged := Symmetry{Recolour: true, Ranks: true}
	if p.Turn == board.Black && exchanged.keeps(set) {
		plain = exchanged
	}
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
		all = append(all, Symmetry{plain.Recolour, i&1 != 0, i&2 != 0, i&4 != 0})
	}
	return all
}

// keeps reports whether the rule set treats an image of a position as the position.
func (y Symmetry) keeps(set ruleset.Set) bool {
	return set.HasSymmetry(y.Recolour, func(s int) int { return int(y.square(board.Square(s))) })
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

// Canonical returns a text that a position shares with all its images under the symmetries of a rule
// set, the exchange of colours with them: the least text of the images.
func Canonical(set ruleset.Set, p *board.Position) string {
	least := ""
	for _, y := range symmetries(set, p) {
		q := y.Apply(p)
		text := q.AppendBoard(nil)
		if q.Turn == board.Black { // where the colours cannot be exchanged
			text = append(text, " b"...)
		}
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
