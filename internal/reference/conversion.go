package reference

// Conversion Chess (a co-chess). Ralph Betza, 1973; The Chess Variant Pages.
//
// Here: check and legality (CON-7, CON-8). CON-2 to CON-6 are in cosquares.go, CON-9 and CON-10 in
// castling.go, CON-1 in orthodox.go. Family chess shares all but the conversions.

import (
	"iter"
	"slices"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// InCheck reports whether a side's king is in check (CON-7; in chess orthodox check; in Benedict
// Chess never, or by setting king-in-check orthodox check). In the Pacifist family it reports
// whether the side owns no king that is not over-persuaded.
func InCheck(set ruleset.Set, p board.Position, c board.Colour) bool {
	kings := p.Kings & p.Colours[c]
	if set.Family.HasWeights() {
		r := newReach(&set, &p, nil)
		return kings == overPersuaded(&set, &r, kings, c)
	}

	if !set.HasCheck() {
		return false
	}
	g := newGrid(&p)
	for s := range kings.All {
		if g.attacked(s, c.Other()) {
			return true
		}
	}

	if set.Family.HasCoSquares() && set.ConversionCheck == ruleset.Yes {
		for range Threats(set, p, c) {
			return true
		}
	}

	return false
}

// Threat is a move by which a side, if it were to move, would capture or convert an enemy king
// (CON-7).
type Threat struct {
	board.Move
	By CoSquare // that would convert the king; the zero value in a capture
}

// Threats yields the threats to a side's king. A threat counts even if carrying it out would expose
// the enemy's own king, and a threat by castling whenever king and rook have the right and the
// squares between are empty (CON-7).
func Threats(set ruleset.Set, p board.Position, c board.Colour) iter.Seq[Threat] {
	return func(yield func(Threat) bool) {
		kings := p.Kings & p.Colours[c]
		p.Turn = c.Other()
		t := newTable(set, p)
		moves := t.pieceMovements()
		for _, path := range t.castlings() {
			moves = append(moves, path.move())
		}
		for _, m := range moves {
			if kings.Has(m.To) {
				if !yield(Threat{Move: m}) {
					return
				}
				continue
			}

			if p.KindAt(m.From) == board.Pawn && m.Promotion == board.NoKind {
				// CON-6; so an en passant square, a right of the side to move, does no harm
				continue
			}

			cascade := begin(set, p, m, nil)
			for wave := cascade.Next(); wave != 0; wave = cascade.Next() {
				pairs := cascade.CoSquares()
				i := slices.IndexFunc(pairs, func(pair CoSquare) bool { return (wave & kings).Has(pair.Square) })
				if i >= 0 && !yield(Threat{m, pairs[i]}) {
					return
				}
				cascade.convert(wave)
			}
		}
	}
}

// checkFaults: a turn is legal if, after the move and its conversions, the mover's king is not in
// check (CON-8; in chess the FIDE rule; in Benedict Chess by setting king-in-check).
func (x *carried) checkFaults() []Breach {
	after := x.Board
	after.Turn = x.mover.Other()
	strikeRights(&x.Set, &after.Rights, &x.Before, x.Move, x.converted)
	if InCheck(x.Set, after, x.mover) {
		return []Breach{{x.Set.Rule(ruleset.KingSafetyRule), x.mover.Title() + "'s king would be in check"}}
	}
	return nil
}
