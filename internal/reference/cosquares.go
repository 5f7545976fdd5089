package reference

import (
	"slices"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// CoSquare is one co-square of the next wave and the pair that makes it (CON-3).
type CoSquare struct{ Square, Moved, Partner board.Square }

// CoSquares lists the co-squares of the next wave in Conversion Chess, whatever stands on them:
// by the square of the piece that makes them, then of its partner, by file, then rank. In other
// games there are none.
func (c *Cascade) CoSquares() []CoSquare {
	if !c.Set.Family.HasCoSquares() {
		return nil
	}
	g := newGrid(&c.Board)
	var list []CoSquare
	for _, pair := range c.pairs(&g) {
		list = appendCoSquares(list, pair[0], pair[1])
	}
	return list
}

// appendCoSquares appends the two co-squares of a pair that shares neither rank nor file (CON-3).
func appendCoSquares(list []CoSquare, moved, partner board.Square) []CoSquare {
	if moved.File() == partner.File() || moved.Rank() == partner.Rank() {
		return list
	}
	return append(list,
		CoSquare{board.At(moved.File(), partner.Rank()), moved, partner},
		CoSquare{board.At(partner.File(), moved.Rank()), moved, partner})
}

// pairs lists the pairs that make co-squares in the next wave: each piece that makes some with
// each partner of its own and, where cosquares-by says either, each of those partners with every
// other partner it has (CON-3).
func (c *Cascade) pairs(g *grid) [][2]board.Square {
	var list [][2]board.Square
	add := func(a, b board.Square) {
		if !slices.Contains(list, [2]board.Square{a, b}) && !slices.Contains(list,
			[2]board.Square{b, a}) {
			list = append(list, [2]board.Square{a, b})
		}
	}
	for _, maker := range c.makers(g).Squares() {
		partners := c.partners(g, maker)
		for _, partner := range partners {
			add(maker, partner)
		}
		if c.Set.CosquaresBy == ruleset.ByEither {
			for _, partner := range partners {
				for _, other := range c.partners(g, partner) {
					add(partner, other)
				}
			}
		}
	}

	return list
}

// makers returns the pieces that make co-squares in the next wave: at first the moved ones, then
// none (CON-4), or with chain those that the wave before has brought over to the mover, each of
// which counts as just moved.
func (c *Cascade) makers(g *grid) board.Bitboard {
	if c.waves > 0 {
		if c.Set.Chain == ruleset.Granted {
			return c.last & g.of(c.Before.Turn)
		}
		return 0
	}

	if _, ok := castling(&c.Before, c.Move); ok {
		return c.castlingMakers(g)
	}
	// A promotion makes no co-squares (CON-6; setting promotion-cosquares).
	if c.Before.KindAt(c.Move.From) == board.Pawn && c.Set.PromotionCosquares == ruleset.Refused {
		return 0
	}
	return c.moved
}

// castlingMakers returns those of king and rook that make co-squares from where they stand when
// castling is done (CON-5; setting castling-cosquares).
func (c *Cascade) castlingMakers(g *grid) board.Bitboard {
	kings := g.find(board.Piece{Kind: board.King, Colour: c.Before.Turn})
	switch c.Set.CastlingCosquares {
	case ruleset.CastlingBoth:
		return c.moved
	case ruleset.CastlingKing:
		return c.moved & kings
	case ruleset.CastlingRook:
		return c.moved &^ kings
	}

	return 0
}

// partners lists the pieces with which the piece on a square is a co-pair, by file, then rank: all
// others of its kind and colour, pawns excepted, and for king and queen each other (CON-2). With
// pairs-many no, only the nearest of them by straight line count, all that tie, before CON-3 asks
// whether they share a rank or a file.
func (c *Cascade) partners(g *grid, s board.Square) []board.Square {
	piece := g.at(s)
	if piece.Kind == board.Pawn || piece.Kind == board.NoKind {
		return nil
	}
	found := g.find(piece)
	if c.Set.PairsKingQueen == ruleset.Yes {
		switch piece.Kind {
		case board.King:
			found |= g.find(board.Piece{Kind: board.Queen, Colour: piece.Colour})
		case board.Queen:
			found |= g.find(board.Piece{Kind: board.King, Colour: piece.Colour})
		}
	}

	list := (found &^ s.Bit()).Squares()
	if c.Set.PairsMany == ruleset.No && len(list) > 0 {
		nearest := slices.MinFunc(list, func(a, b board.Square) int {
			return distance(s, a) - distance(s, b)
		})
		list = slices.DeleteFunc(list, func(p board.Square) bool {
			return distance(s, p) > distance(s, nearest)
		})
	}

	return list
}

// distance returns the square of the straight-line distance.
func distance(a, b board.Square) int {
	files, ranks := a.File()-b.File(), a.Rank()-b.Rank()
	return files*files + ranks*ranks
}

// nextCoSquares returns the pieces on co-squares that change sides together (CON-4): enemy pieces,
// but no king where conversion-check says no (CON-7); friendly ones too where friendly says flip,
// kings excepted. A piece changes sides at most once a turn.
func (c *Cascade) nextCoSquares() board.Bitboard {
	var wave board.Bitboard
	for _, co := range c.CoSquares() {
		piece := c.Board.PieceAt(co.Square)
		king := piece.Kind == board.King
		switch {
		case piece.Kind == board.NoKind, c.converted.Has(co.Square):
		case piece.Colour == c.Before.Turn:
			if c.Set.Friendly == ruleset.FriendsFlip && !king {
				wave |= co.Square.Bit()
			}
		case !king || c.Set.ConversionCheck == ruleset.Yes:
			wave |= co.Square.Bit()
		}
	}

	return wave
}
