package rules

import (
	"turncoat/rules/board"
	"turncoat/rules/reference"
	"turncoat/rules/ruleset"
)

// Weight is the weight of a side on a square (PAC-4).
type Weight struct {
	Sum, Count int64    // of the values of its pieces, and of the pieces
	By         []Bearer // by square, in order of file, then rank

	set ruleset.Set
}

// Bearer is one piece that bears on a square (PAC-4).
type Bearer struct {
	Square  board.Square
	Piece   board.Piece
	Through []board.Square // the pieces it bears through, nearest to the piece first
}

// Weigh returns the weight of a side on a square, piece by piece (PAC-4).
func (v *Variant) Weigh(p *board.Position, s board.Square, by board.Colour) Weight {
	return v.weigh(p, s, by, 0)
}

// weigh leaves out the pieces on some squares (PAC-7).
func (v *Variant) weigh(p *board.Position, s board.Square, by board.Colour, without board.Bitboard) Weight {
	found := reference.Weigh(v.set, *p, s, by, without)
	w := Weight{Sum: found.Sum, Count: found.Count, set: v.set}
	for _, b := range found.By {
		w.By = append(w.By, Bearer(b))
	}
	return w
}

// String returns the weight as its rule set counts it: the number of pieces, the sum of their values, or for an
// average the fraction in lowest terms ("7/3", "2", "0").
func (w Weight) String() string { return w.plain().Text(w.set) }

// Over reports whether a piece on whose square w persuades and support supports is over-persuaded (PAC-5).
func (w Weight) Over(support Weight) bool { return w.plain().Over(support.plain(), w.set) }

func (w Weight) plain() reference.Weight { return reference.Weight{Sum: w.Sum, Count: w.Count} }

// Breach is a rule that a move breaks.
type Breach struct {
	Rule   string // identifier, as in "PAC-10"
	Reason string // one plain sentence without the full stop: "no king of White would be safe"
}

// String returns the breach as messages say it: "no king of White would be safe (PAC-10)".
func (b Breach) String() string { return b.Reason + " (" + b.Rule + ")" }

// Breaches lists the rules that a move breaks; none if it is legal. Any move may be asked about.
func (v *Variant) Breaches(p *board.Position, m board.Move) []Breach {
	var list []Breach
	for _, b := range reference.Breaches(v.set, *p, m) {
		list = append(list, Breach(b))
	}
	return list
}

// CoSquare is a co-square and the co-pair that makes it (CON-3).
type CoSquare struct{ Square, Moved, Partner board.Square }
