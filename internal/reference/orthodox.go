package reference

// Orthodox chess (FIDE Laws of Chess) and Chess960, the base of Conversion Chess.
//
// Here: captures of pawns, en passant (CON-1), orthodox check. How pieces move is in table.go,
// castling in castling.go.

import (
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// pawnCaptures lists the squares on which a pawn captures, en passant with them (CON-1). In games
// without captures there are none (PAC-1, BEN-1).
func (t *table) pawnCaptures(from board.Square) []board.Square {
	if !t.set.Captures() {
		return nil
	}
	var list []board.Square
	for _, st := range pawnTakes(t.mover) {
		to, ok := st.from(from)
		if !ok {
			continue
		}
		if t.captures(to) {
			list = append(list, to)
		} else if _, ok := takesEnPassant(&t.pos, board.NewMove(from, to)); ok {
			list = append(list, to)
		}
	}

	return list
}

// takesEnPassant reports whether a pawn's move takes en passant, and where the taken pawn stands
// (CON-1). Whose that is does not matter: the position has an en passant square only if it may be
// taken.
func takesEnPassant(p *board.Position, m board.Move) (board.Square, bool) {
	if m.To != p.EnPassant || m.To >= board.NoSquare || m.From >= board.NoSquare ||
		p.KindAt(m.To) != board.NoKind {
		return board.NoSquare, false
	}

	mover := p.PieceAt(m.From)
	taken := board.At(m.To.File(), m.From.Rank())
	ok := mover.Kind == board.Pawn && board.PawnAttacks(mover.Colour, m.From).Has(m.To) &&
		p.KindAt(taken) == board.Pawn
	return taken, ok
}

// enPassantAfter returns the square on which the pawn that has just made a two-step may be taken,
// if an enemy pawn stands ready to take it there (CON-1; docs/RULES.md, FEN) and it has not
// converted in its own turn (AND-10; setting en-passant).
func enPassantAfter(set *ruleset.Set, before, after *board.Position, m board.Move) board.Square {
	if !set.Family.HasEnPassant() || before.KindAt(m.From) != board.Pawn || !isTwoStep(m.From, m.To) {
		return board.NoSquare
	}
	converted := after.PieceAt(m.To) != before.PieceAt(m.From)
	if converted && set.EnPassant == ruleset.EnPassantOfEnemy {
		return board.NoSquare
	}

	passed := board.At(m.From.File(), (m.From.Rank()+m.To.Rank())/2)
	g := newGrid(after)
	if g.pawnAttacks(passed, after.Turn) {
		return passed
	}
	return board.NoSquare
}
