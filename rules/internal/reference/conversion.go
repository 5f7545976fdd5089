package reference

// Conversion Chess (a co-chess). Ralph Betza, 1973; The Chess Variant Pages.
//
// Here: check and legality (CON-7, CON-8). CON-2 to CON-6 are in cosquares.go, CON-9 and CON-10 in
// castling.go, CON-1 in orthodox.go. Family chess shares all but the conversions.

import (
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// InCheck reports whether a side's king is in check (CON-7; in chess orthodox check). In the
// Pacifist family it reports whether the side owns no king that is not over-persuaded.
func InCheck(set ruleset.Set, p board.Position, c board.Colour) bool {
	kings := p.Kings & p.Colours[c]
	if set.Family == ruleset.Pacifist {
		r := newReach(&set, &p, nil)
		return kings == overPersuaded(&set, &r, kings, c)
	}
	g := newGrid(&p)
	for s := range kings.All {
		if g.attacked(s, c.Other()) {
			return true
		}
	}
	return kings != 0 && set.Family == ruleset.Conversion && set.ConversionCheck == ruleset.Yes &&
		threatened(set, p, kings)
}

// threatened reports whether the enemy of a king, if it were to move, could convert it. The threat
// counts even if carrying it out would expose the enemy's own king, and a threat by castling
// whenever king and rook have the right and the squares between are empty (CON-7).
func threatened(set ruleset.Set, p board.Position, kings board.Bitboard) bool {
	if kings&p.Colours[p.Turn] != 0 {
		p.Turn = p.Turn.Other()
	}
	t := newTable(set, p)
	threats := t.pieceMovements()
	for _, path := range t.castlings() {
		threats = append(threats, path.move())
	}
	for _, m := range threats {
		if p.KindAt(m.From) == board.Pawn && m.Promotion == board.NoKind {
			continue // CON-6; so an en passant square, a right of the side to move, does no harm
		}
		c := Begin(set, p, m)
		for wave := c.Next(); wave != 0; wave = c.Next() {
			if wave&kings != 0 {
				return true
			}
			c.Convert(wave)
		}
	}
	return false
}

// checkFaults: a turn is legal if, after the move and its conversions, the mover's king is not in
// check (CON-8; in chess the FIDE rule).
func (x *carried) checkFaults() []Breach {
	after := x.Board
	after.Turn = x.mover.Other()
	strikeRights(&x.Set, &after.Rights, &x.Before, x.Move, x.converted)
	if InCheck(x.Set, after, x.mover) {
		return []Breach{{"CON-8", x.mover.Title() + "'s king would be in check"}}
	}
	return nil
}
