package reference

// Andernach Chess and its kin, the games of problemists: orthodox chess with one step after the move
// in which pieces change sides.
//
// Here: what converts (AND-2 to AND-6). How pieces move is in table.go and orthodox.go (AND-1),
// check and legality in conversion.go (AND-7), castling and its rights in castling.go (AND-8, AND-9).

import (
	"fmt"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// nextStep returns the pieces that convert after the move, all at once and once only (AND-2).
func (c *Cascade) nextStep() board.Bitboard {
	if c.waves > 0 || !c.moveConverts() {
		return 0
	}
	g := newGrid(&c.Board)
	may := c.convertible(&g)
	if c.Set.ConvertedBy == ruleset.ByEveryPiece && c.Set.ConvertsOrder == ruleset.ConvertInTurn {
		return c.stepInTurn(may)
	}
	var chosen board.Bitboard
	for s := range c.acting(&g).All {
		chosen |= c.convertedBy(&g, s)
	}

	return chosen & may
}

// stepInTurn returns those of the pieces that may convert which do if each piece of the mover acts
// after those on the squares before it, and is one of the mover's by then (AND-2; setting
// converts-order).
func (c *Cascade) stepInTurn(may board.Bitboard) board.Bitboard {
	var chosen board.Bitboard
	later := *c
	for s := range board.NoSquare {
		g := newGrid(&later.Board)
		if !later.acting(&g).Has(s) {
			continue
		}
		converts := later.convertedBy(&g, s) & may &^ chosen
		turnOver(&later.Board, converts)
		chosen |= converts
	}

	return chosen
}

// convertedBy returns the squares on which the piece on a square makes conversions: its own, or all
// that it attacks (AND-2; setting converts).
func (c *Cascade) convertedBy(g *grid, s board.Square) board.Bitboard {
	switch {
	case !c.acts(g, s):
		return 0
	case c.Set.Converts == ruleset.ConvertsItself:
		return s.Bit()
	}
	return g.attacks(s)
}

// moveConverts reports whether the move is of those that convert: by what it captured (AND-4;
// setting converts-when).
func (c *Cascade) moveConverts() bool {
	captured := c.Captured()
	switch c.Set.ConvertsWhen {
	case ruleset.OnCapture:
		return captured != board.NoKind
	case ruleset.OnNoCapture:
		return captured == board.NoKind
	case ruleset.OnOtherKind:
		return captured != board.NoKind && captured != c.Board.KindAt(c.Move.To)
	}

	return true
}

// acts reports whether a piece makes conversions where it stands: on one of the squares of the rule
// set, or where it gives check (AND-2, AND-6; setting converts-when).
func (c *Cascade) acts(g *grid, s board.Square) bool {
	switch c.Set.ConvertsWhen {
	case ruleset.OnSquare:
		return board.Bitboard(c.Set.Squares).Has(s)
	case ruleset.OnCheck:
		king := c.Board.Kings & g.of(c.Before.Turn.Other())
		return g.attacks(s)&king != 0
	}

	return true
}

// convertible returns the pieces that may convert: those of the sides that the rule set says, but no
// pieces of a kind that it excepts (AND-2, AND-3; settings converts-side, king-converts and so on).
func (c *Cascade) convertible(g *grid) board.Bitboard {
	mover := c.Before.Turn
	var pieces board.Bitboard
	switch c.Set.ConvertsSide {
	case ruleset.ConvertsBothSides:
		pieces = g.of(board.White) | g.of(board.Black)
	case ruleset.ConvertsWhite:
		pieces = g.of(board.White)
	case ruleset.ConvertsBlack:
		pieces = g.of(board.Black)
	case ruleset.ConvertsMover:
		pieces = g.of(mover)
	case ruleset.ConvertsEnemy:
		pieces = g.of(mover.Other())
	}

	for kind, answer := range [...]ruleset.Answer{
		board.Pawn:   c.Set.PawnConverts,
		board.Knight: c.Set.KnightConverts,
		board.Bishop: c.Set.BishopConverts,
		board.Rook:   c.Set.RookConverts,
		board.Queen:  c.Set.QueenConverts,
		board.King:   c.Set.KingConverts,
	} {
		if answer == ruleset.No {
			pieces &^= c.Board.Pieces(board.Kind(kind))
		}
	}

	return pieces
}

// Captured returns the kind of the piece that the move captured, en passant too, and NoKind if it
// captured nothing (AND-4).
func (c *Cascade) Captured() board.Kind {
	if taken, ok := takesEnPassant(&c.Before, c.Move); ok {
		return c.Before.KindAt(taken)
	}
	piece := c.Before.PieceAt(c.Move.To)
	if piece.Kind == board.NoKind || piece.Colour == c.Before.Turn {
		return board.NoKind
	}
	return piece.Kind
}

// takeKind makes the moved piece, if it has converted and captured, a piece of the kind that it
// captured; a king stays a king (AND-2; setting converted-kind).
func (c *Cascade) takeKind(wave board.Bitboard) {
	to, captured := c.Move.To, c.Captured()
	if c.Set.ConvertedKind == ruleset.TakesKind && wave.Has(to) && captured != board.NoKind &&
		!c.Board.Kings.Has(to) {
		c.Board.Put(to, board.Piece{Kind: captured, Colour: c.Board.PieceAt(to).Colour})
	}
}

// Reason says in one sentence, without the full stop, why the move converts something or nothing, in
// Andernach Chess and its kin; it must be asked before the wave is converted. It is empty in other
// games.
func (c *Cascade) Reason() string {
	if c.Set.Family != ruleset.Andernach {
		return ""
	}
	reason := c.moveReason()
	g := newGrid(&c.Board)
	switch wave := c.Next(); {
	case wave != 0 || !c.moveConverts():
		return reason
	case c.Set.Converts == ruleset.ConvertsItself && c.Set.KingConverts == ruleset.No &&
		c.moved&c.Board.Kings != 0:
		return reason + ", but kings never convert"
	case c.Set.Converts == ruleset.ConvertsItself && c.moved&^c.convertible(&g) != 0:
		return reason + ", but the rule set excepts it"
	}

	return reason
}

// moveReason says what there is in the move of what the rule set asks for.
func (c *Cascade) moveReason() string {
	to, captured := c.Move.To, c.Captured()
	piece := fmt.Sprintf("the %v", c.Before.KindAt(c.Move.From))
	switch c.Set.ConvertsWhen {
	case ruleset.Always:
		return piece + " has moved"
	case ruleset.OnSquare:
		return c.squareReason(piece)
	case ruleset.OnCheck:
		return c.checkReason(piece)
	}

	is := c.Board.KindAt(to)
	switch {
	case captured == board.NoKind:
		return piece + " captured nothing"
	case c.Set.ConvertsWhen != ruleset.OnOtherKind:
		return fmt.Sprintf("%s captured a %v", piece, captured)
	case captured == is:
		return fmt.Sprintf("the %v captured a piece of its own kind", is)
	}

	return fmt.Sprintf("the %v captured a piece of another kind, a %v", is, captured)
}

func (c *Cascade) squareReason(piece string) string {
	g := newGrid(&c.Board)
	magic := c.acting(&g) & board.Bitboard(c.Set.Squares)
	if magic == 0 {
		return piece + " has moved to none of the squares of the rule set"
	}
	return names(magic) + " is of the squares of the rule set"
}

func (c *Cascade) checkReason(piece string) string {
	switch checking := c.Makers(); {
	case checking == 0 && c.Set.ConvertedBy == ruleset.ByEveryPiece:
		return "no piece gives check"
	case checking == 0:
		return piece + " gives no check"
	case checking.Count() == 1:
		return fmt.Sprintf("the %v on %s gives check", c.Board.KindAt(checking.First()), names(checking))
	}

	return "the pieces on " + names(c.Makers()) + " give check"
}

// Makers returns the pieces that make conversions in the next wave, in the games in which attacks or
// the step of Andernach Chess convert.
func (c *Cascade) Makers() board.Bitboard {
	g := newGrid(&c.Board)
	var makers board.Bitboard
	for s := range c.acting(&g).All {
		if c.acts(&g, s) {
			makers |= s.Bit()
		}
	}

	return makers
}
