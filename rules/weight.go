package rules

import (
	"turncoat/internal/reference"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Weight is the weight of a side on a square, with the pieces that make it up (PAC-4).
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

// String returns the weight as its rule set counts it: the number of pieces, the sum of their
// values, or for an average the fraction in lowest terms ("7/3", "2", "0").
func (w Weight) String() string { return w.total().String() }

// Outweighs reports whether a square on which w persuades and support supports is over-persuaded
// (PAC-5).
func (w Weight) Outweighs(support Weight, set ruleset.Set) bool {
	return w.total().Outweighs(support.total(), set)
}

// total returns the weight without the names of the pieces.
func (w Weight) total() reference.Weight {
	return reference.Weight{Sum: w.Sum, Count: w.Count, Weigh: w.Weigh}
}

func weightOf(w reference.Weight) Weight {
	out := Weight{Sum: w.Sum, Count: w.Count, Weigh: w.Weigh}
	for _, b := range w.By {
		out.By = append(out.By, Bearer(b))
	}
	return out
}

// Weigh returns the weight of a side on a square, piece by piece (PAC-4).
func (v *Variant) Weigh(p *board.Position, s board.Square, by board.Colour) Weight {
	return v.weighWithout(p, s, by, 0)
}

// weighWithout is Weigh without the pieces on some squares (PAC-7).
func (v *Variant) weighWithout(p *board.Position, s board.Square, by board.Colour,
	out board.Bitboard) Weight {
	return weightOf(reference.Weigh(v.set, *p, s, by, out))
}

// Breach is the breach of a rule by a move or a position.
type Breach struct {
	Rule   string // identifier, as in "PAC-10"
	Reason string // one plain sentence without the full stop: "no king of White would be safe"
}

// String returns the breach as messages say it: "no king of White would be safe (PAC-10)".
func (b Breach) String() string { return reference.Breach(b).String() }

func breachesOf(list []reference.Breach) []Breach {
	var breaches []Breach
	for _, b := range list {
		breaches = append(breaches, Breach(b))
	}
	return breaches
}

// Breaches lists the rules that a move breaks; none if it is legal. Any move may be asked about.
func (v *Variant) Breaches(p *board.Position, m board.Move) []Breach {
	return breachesOf(reference.Breaches(v.set, *p, m))
}

// Validate lists what makes a position invalid (PAC-17, CON-12).
func (v *Variant) Validate(p *board.Position) []Breach {
	return breachesOf(reference.Validate(v.set, *p))
}

// CoSquare is a co-square and the co-pair that makes it (CON-3).
type CoSquare struct{ Square, Moved, Partner board.Square }
