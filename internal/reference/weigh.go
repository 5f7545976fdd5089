package reference

import (
	"slices"
	"strconv"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Weight is the weight of a side on a square (PAC-4).
type Weight struct {
	Sum, Count int64         // of the values of its pieces, and of the pieces
	By         []Bearer      // in order of square by file, then rank
	Weigh      ruleset.Weigh // how the rule set counts
}

// Bearer is one piece that bears on a square (PAC-4).
type Bearer struct {
	Square  board.Square
	Piece   board.Piece
	Through []board.Square // the pieces it bears through, nearest to the piece first
}

// Weigh returns the weight of a side on a square; the pieces on the squares left out do not count
// (PAC-7).
func Weigh(set ruleset.Set, p board.Position, s board.Square, by board.Colour,
	without board.Bitboard) Weight {
	w := Weight{Weigh: set.Weigh}
	g := newGrid(&p)
	for from := range (p.Colours[by&1] &^ without).All {
		if piece := g.at(from); bearsOn(&set, &g, from).Has(s) {
			w.Sum += int64(set.Values[piece.Kind])
			w.Count++
			w.By = append(w.By, Bearer{from, piece, outward(from, s, board.Between(from,
				s)&p.Occupied())})
		}
	}

	slices.SortStableFunc(w.By, func(a, b Bearer) int { return inOrder(a.Square) - inOrder(b.Square) })
	return w
}

// inOrder numbers the squares by file, then rank.
func inOrder(s board.Square) int { return s.File()<<3 | s.Rank() }

// outward lists the squares between two on the way from one to the other.
func outward(from, to board.Square, squares board.Bitboard) []board.Square {
	list := make([]board.Square, 0, squares.Count())
	for s := range squares.All {
		list = append(list, s)
	}
	if from > to { // squares on one line come in the order of the line, or the other way round
		slices.Reverse(list)
	}
	return list
}

// String returns the weight as its rule set counts it: the number of pieces, the sum of their
// values, or for an average the fraction in lowest terms ("7/3", "2", "0").
func (w Weight) String() string {
	switch w.Weigh {
	case ruleset.ByNumber:
		return strconv.FormatInt(w.Count, 10)
	case ruleset.ByValue:
		return strconv.FormatInt(w.Sum, 10)
	}

	if w.Count == 0 {
		return "0" // nothing bears
	}
	a, b := w.Sum, w.Count
	for b != 0 { // Euclid
		a, b = b, a%b
	}
	if w.Count == a {
		return strconv.FormatInt(w.Sum/a, 10)
	}
	return strconv.FormatInt(w.Sum/a, 10) + "/" + strconv.FormatInt(w.Count/a, 10)
}

// tally is a weight without the names of the pieces.
type tally struct{ sum, count int64 }

// scales holds what each side weighs on each square.
type scales [2][board.NoSquare]tally

// weigh adds up the pieces of both sides that bear on the squares; those on the squares left out do
// not count, though other pieces may bear through them (PAC-7).
func (w *scales) weigh(set *ruleset.Set, r *reach, squares, without board.Bitboard) {
	for from := range (r.board.Occupied() &^ without).All {
		piece := r.grid.at(from)
		value := int64(set.Values[piece.Kind])
		for left := r.on[from] & squares; left != 0; left &= left - 1 {
			t := &w[piece.Colour][left.First()]
			t.sum += value
			t.count++
		}
	}
}
