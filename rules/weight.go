package rules

import (
	"iter"

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

// Reclaimable returns the mover's pieces that the enemy can take back now (PAC-8).
func (v *Variant) Reclaimable(p *board.Position, mover board.Colour) board.Bitboard {
	return reference.Reclaimable(&v.set, p, mover)
}

// Threat is a move by which a side, if it were to move, would capture or convert an enemy king
// (CON-7).
type Threat struct {
	board.Move
	By CoSquare // that would convert the king; the zero value in a capture
}

// Threats yields how the enemy, if it were to move, could capture or convert a side's king (CON-7).
func (v *Variant) Threats(p *board.Position, c board.Colour) iter.Seq[Threat] {
	return func(yield func(Threat) bool) {
		for t := range reference.Threats(v.set, *p, c) {
			if !yield(Threat{t.Move, CoSquare(t.By)}) {
				return
			}
		}
	}
}

// CoSquare is a co-square and the co-pair that makes it (CON-3).
type CoSquare struct{ Square, Moved, Partner board.Square }

// Cascade is a move whose conversions are carried out wave by wave:
//
//	c := variant.Cascade(&p, m)
//	for wave := c.Next(); wave != 0; wave = c.Next() {
//		c.Convert(wave)
//	}
type Cascade struct{ steps *reference.Cascade }

// Cascade makes a move that the board allows and returns its conversions, none of them carried out
// yet.
func (v *Variant) Cascade(p *board.Position, m board.Move) *Cascade {
	return &Cascade{reference.Begin(v.set, *p, m)}
}

// Move returns the move.
func (c *Cascade) Move() board.Move { return c.steps.Move }

// Board returns the current board: at first that right after the move, later as changed by
// [Cascade.Convert]. The side to move, the rights and the clocks are those before the move. The
// caller must not change it.
func (c *Cascade) Board() *board.Position { return &c.steps.Board }

// Next returns the pieces that convert in the next wave, empty when there are none.
func (c *Cascade) Next() board.Bitboard { return c.steps.Next() }

// Convert converts a wave: each piece in it changes sides.
func (c *Cascade) Convert(wave board.Bitboard) { c.steps.Convert(wave) }

// Discounted returns the moved pieces that do not count for the mover in the wave that Next
// returned (PAC-7).
func (c *Cascade) Discounted() board.Bitboard { return c.steps.Discounted }

// CoSquares lists the co-squares of the next wave in Conversion Chess, whether occupied or not.
// They are sorted by the square of the piece that makes them, then by that of its partner, each by
// file, then rank. Other games have none.
func (c *Cascade) CoSquares() []CoSquare {
	var list []CoSquare
	for _, s := range c.steps.CoSquares() {
		list = append(list, CoSquare(s))
	}
	return list
}

// Reason says in one sentence, without the full stop, why the move converts something or nothing, in
// Andernach Chess and its kin. It is empty in other games.
func (c *Cascade) Reason() string { return c.steps.Reason() }

// Attackers returns the pieces that convert the piece on a square in the next wave of Benedict and
// Masand Chess. In other games there are none.
func (c *Cascade) Attackers(s board.Square) board.Bitboard { return c.steps.Attackers(s) }

// Lost reports whether the side to move has lost.
func (v *Variant) Lost(p *board.Position) bool {
	if v.fast {
		return v.fastRules.Outcome(p).Result == board.Win(p.Turn.Other())
	}
	return reference.Lost(v.set, *p)
}
