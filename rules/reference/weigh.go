package reference

import (
	"slices"
	"strconv"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Weight is the weight of a side on a square (PAC-4).
type Weight struct {
	Sum, Count int64
	By         []Bearer // in order of square by file, then rank
}

// Bearer is one piece that bears on a square.
type Bearer struct {
	Square  board.Square
	Piece   board.Piece
	Through []board.Square // the pieces it bears through, nearest to the piece first
}

// Weigh returns the weight of a side on a square; the pieces on the squares left out do not count (PAC-7).
func Weigh(set ruleset.Set, p board.Position, s board.Square, by board.Colour, without board.Bits) Weight {
	var w Weight
	if s >= board.NoSquare {
		return w
	}
	g := newGrid(&p)
	bearers(&set, &g, s, by, func(from board.Square, through board.Bits) {
		if without.Has(from) {
			return
		}
		w.By = append(w.By, Bearer{from, g.at(from), outward(from, s, through)})
	})
	t := weigh(&set, &g, s, by, without)
	w.Sum, w.Count = t.sum, t.count
	slices.SortFunc(w.By, func(a, b Bearer) int { return inOrder(a.Square) - inOrder(b.Square) })
	return w
}

// inOrder numbers the squares by file, then rank.
func inOrder(s board.Square) int { return s.File()<<3 | s.Rank() }

// outward lists the squares between two on the way from one to the other.
func outward(from, to board.Square, squares board.Bits) []board.Square {
	list := make([]board.Square, 0, squares.Count())
	for s := range squares.All {
		list = append(list, s)
	}
	if from > to { // squares on one line come in the order of the line, or the other way round
		slices.Reverse(list)
	}
	return list
}

// Text returns the weight as the rule set counts it: the number, the sum, or for an average the
// fraction in lowest terms ("7/3", "2", "0").
func (w Weight) Text(set ruleset.Set) string {
	switch set.Weigh {
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

// weigh adds up the pieces of a side that bear on a square; those on the squares left out do not
// count, though other pieces may bear through them (PAC-7).
func weigh(set *ruleset.Set, g *grid, s board.Square, by board.Colour, without board.Bits) tally {
	var t tally
	bearers(set, g, s, by, func(from board.Square, _ board.Bits) {
		if !without.Has(from) {
			t.sum += int64(set.Values[g.at(from).Kind])
			t.count++
		}
	})
	return t
}

// bearers calls yield for every piece of a side that bears on a square, with the pieces between
// them that it bears through (PAC-4).
func bearers(set *ruleset.Set, g *grid, s board.Square, by board.Colour, yield func(from board.Square, through board.Bits)) {
	for i := range lines[s] {
		slidersOn(set, g, s, &lines[s][i], by, yield)
	}
	each := func(squares []board.Square, k board.Kind) {
		for _, at := range squares {
			if g.at(at) == (board.Piece{Kind: k, Colour: by}) {
				yield(at, 0)
			}
		}
	}
	if set.KingBears == ruleset.Yes {
		each(nextTo[s], board.King)
	}
	each(knightsOff[s], board.Knight)
	switch set.PawnBears {
	case ruleset.BearsAttacking:
		each(pawnsOff[by.Other()][s], board.Pawn) // backwards, from the square to the pawn
	case ruleset.BearsAdvancing:
		// The one square straight ahead. The two-step is a privilege of the first move and bears on nothing.
		if at, ok := (step{0, -forward(by)}).from(s); ok {
			each([]board.Square{at}, board.Pawn)
		}
	}
}

// slidersOn calls yield for the sliders of a side that bear on a square along one line out of it (PAC-4).
func slidersOn(set *ruleset.Set, g *grid, s board.Square, l *line, by board.Colour, yield func(from board.Square, through board.Bits)) {
	var through board.Bits
	for _, at := range l.squares {
		piece := g.at(at)
		if piece.Kind == board.NoKind {
			continue
		}
		if piece.Colour == by && l.slides(piece.Kind) {
			yield(at, through)
		}
		if !bearsThrough(set, piece, at, s, l.step, by) {
			return
		}
		through |= at.Bit()
	}
}

// bearsThrough reports whether sliders of a side bear on the square s through the piece that stands
// at a place of the line (PAC-4, setting lines).
func bearsThrough(set *ruleset.Set, piece board.Piece, at, s board.Square, st step, by board.Colour) bool {
	slides := st.slides(piece.Kind)
	switch set.Lines {
	case ruleset.Batteries:
		return piece.Colour == by && slides
	case ruleset.Blocked:
		return false
	case ruleset.AnyFriend:
		return piece.Colour == by
	case ruleset.BothColours:
		return slides
	case ruleset.Attackers:
		return piece.Colour == by && (slides || attacksNextTo(piece, at, s, st))
	}
	return false
}

// attacksNextTo reports whether a pawn or king stands next to the square and attacks it in the
// orthodox sense along the line, whatever pawn-bears and king-bears say of its own weight.
func attacksNextTo(piece board.Piece, at, s board.Square, st step) bool {
	if next, ok := st.from(s); !ok || next != at {
		return false
	}
	switch piece.Kind {
	case board.King:
		return true
	case board.Pawn:
		return st.isDiagonal() && s.Rank()-at.Rank() == forward(piece.Colour)
	}
	return false
}
