package rules

import (
	"iter"

	"turncoat/rules/board"
	"turncoat/rules/internal/reference"
)

// What the reference rules say of a square or a move.
type (
	// Weight is the weight of a side on a square, piece by piece (PAC-4).
	Weight = reference.Weight
	// Bearer is one piece that bears on a square (PAC-4).
	Bearer = reference.Bearer
	// Breach is a rule that a move breaks.
	Breach = reference.Breach
	// CoSquare is a co-square and the co-pair that makes it (CON-3).
	CoSquare = reference.CoSquare
	// Threat is a move by which a side, if it were to move, would capture or convert an enemy king (CON-7).
	Threat = reference.Threat
	// Cascade is a move whose conversions are carried out wave by wave.
	Cascade = reference.Cascade
)

// Weigh returns the weight of a side on a square, piece by piece (PAC-4).
func (v *Variant) Weigh(p *board.Position, s board.Square, by board.Colour) Weight {
	return reference.Weigh(v.set, *p, s, by, 0)
}

// Breaches lists the rules that a move breaks; none if it is legal. Any move may be asked about.
func (v *Variant) Breaches(p *board.Position, m board.Move) []Breach {
	return reference.Breaches(v.set, *p, m)
}

// Reclaimable returns the mover's pieces that the enemy can take back now (PAC-8).
func (v *Variant) Reclaimable(p *board.Position, mover board.Colour) board.Bitboard {
	return reference.Reclaimable(&v.set, p, mover)
}

// Threats yields how the enemy, if it were to move, could capture or convert a side's king (CON-7).
func (v *Variant) Threats(p *board.Position, c board.Colour) iter.Seq[Threat] {
	return reference.Threats(v.set, *p, c)
}

// Validate lists what makes a position invalid (PAC-17, CON-12).
func (v *Variant) Validate(p *board.Position) []Breach { return reference.Validate(v.set, *p) }

// Cascade makes a move that the board allows and returns its conversions, none of them carried out yet.
func (v *Variant) Cascade(p *board.Position, m board.Move) *Cascade {
	return reference.Begin(v.set, *p, m)
}

// Lost reports whether the side to move has lost.
func (v *Variant) Lost(p *board.Position) bool {
	if v.fast {
		return v.fastRules.Outcome(p).Result == board.Win(p.Turn.Other())
	}
	return reference.Lost(v.set, *p)
}
