package reference

// Benedict Chess. W. Dan Troyka, 2002; as played on vchess.club and SchemingMind.
//
// Here: what the moved piece attacks converts (BEN-2, BEN-3), and a side whose king is converted
// has lost (BEN-4). How pieces move is in table.go (BEN-1), castling in castling.go (BEN-5).

import (
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// lostKing reports whether a side has lost because its king was converted (BEN-4). In Pacifist it
// may still claim one.
func lostKing(set *ruleset.Set, p *board.Position, c board.Colour) bool {
	return set.Family.KingsConvert() && !set.Family.HasClaims() && p.Kingless(c)
}

// nextAttacked returns the enemy pieces that convert together because they are attacked (BEN-2),
// but no king where king-converts says no.
func (c *Cascade) nextAttacked() board.Bitboard {
	g := newGrid(&c.Board)
	var attacked board.Bitboard
	for s := range c.acting(&g).All {
		attacked |= g.attacks(s)
	}
	wave := attacked & g.of(c.Before.Turn.Other())
	if c.Set.KingConverts == ruleset.No {
		wave &^= c.Board.Kings
	}
	return wave
}

// Attackers returns the pieces that convert the piece on a square in the next wave of Benedict and
// Masand Chess: those that attack it of the pieces that convert what they attack. In other games
// there are none.
func (c *Cascade) Attackers(s board.Square) board.Bitboard {
	if !c.Set.ConvertsByAttack() {
		return 0
	}
	g := newGrid(&c.Board)
	var on board.Bitboard
	for from := range c.acting(&g).All {
		if c.acts(&g, from) && g.attacks(from).Has(s) {
			on |= from.Bit()
		}
	}

	return on
}

// acting returns the pieces that make conversions in the next wave: at first the moved ones (setting
// converted-by: all of the mover's), then none, or with chain those that the wave before has brought
// over to the mover (BEN-2, AND-2).
func (c *Cascade) acting(g *grid) board.Bitboard {
	own := g.of(c.Before.Turn)
	switch {
	case c.waves > 0 && c.Set.Chain == ruleset.Granted:
		return c.last & own
	case c.waves > 0:
		return 0
	case c.Set.ConvertedBy == ruleset.ByEveryPiece:
		return own
	}

	if wing, ok := castling(&c.Before, c.Move); ok {
		return c.castlingActing(wing)
	}
	return c.moved
}

// castlingActing returns those of king and rook that make conversions from where they stand when
// castling is done: the ones that have left their squares (BEN-3, AND-5; setting
// castling-converts).
func (c *Cascade) castlingActing(wing board.CastlingSide) board.Bitboard {
	var acting board.Bitboard
	kingEnd, rookEnd := board.CastlingEnds(c.Before.Turn, wing)
	if kingEnd != c.Move.From {
		acting |= kingEnd.Bit()
	}
	if rookEnd != c.Move.To && c.Set.CastlingConverts == ruleset.KingAndRookConvert {
		acting |= rookEnd.Bit()
	}
	return acting
}
