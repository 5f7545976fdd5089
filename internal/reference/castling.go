package reference

import (
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// castling reports whether a move is written as a castling (a king taking a rook of its own), and
// to which wing.
func castling(p *board.Position, m board.Move) (board.CastlingSide, bool) {
	if wing, ok := m.Castles(p); ok && p.KindAt(m.To) == board.Rook {
		return wing, true
	}
	return board.QueenSide, false
}

// castlingPath is the squares of one castling (PAC-13).
type castlingPath struct {
	king, rook       board.Square // where they stand
	kingEnd, rookEnd board.Square
	clear            board.Bitboard // every square that must be empty
	way              board.Bitboard // what the king passes over, its first and its end square apart
}

func (path castlingPath) move() board.Move { return board.NewMove(path.king, path.rook) }

// pathOf returns the squares of a castling: king and rook end on the c- and d-file or the g- and
// f-file; every square between them and on their ways and ends must be empty but for those two.
func pathOf(side board.Colour, wing board.CastlingSide, king, rook board.Square) castlingPath {
	path := castlingPath{king: king, rook: rook}
	path.kingEnd, path.rookEnd = board.CastlingEnds(side, wing)
	own := king.Bit() | rook.Bit()
	path.clear = (span(king, rook) | span(king, path.kingEnd) | span(rook, path.rookEnd)) &^ own
	path.way = span(king, path.kingEnd) &^ (king.Bit() | path.kingEnd.Bit())
	return path
}

// span returns the squares from one to another on the same rank, both with them.
func span(a, b board.Square) board.Bitboard {
	var squares board.Bitboard
	for s := min(a, b); s <= max(a, b); s++ {
		squares |= s.Bit()
	}
	return squares
}

// castlings lists the castlings that the mover has the right to and the room for (PAC-13, PAC-15).
func (t *table) castlings() []castlingPath {
	var list []castlingPath
	for _, wing := range []board.CastlingSide{board.QueenSide, board.KingSide} {
		right := t.pos.Rights[board.RightIndex(t.mover, wing)]
		if !right.Held() || !t.stands(right) {
			continue
		}
		path := pathOf(t.mover, wing, right.King, right.Rook)
		if t.pos.Occupied()&path.clear == 0 {
			list = append(list, path)
		}
	}

	return list
}

// stands reports whether king and rook of a right both have the castling side's colour now; in some
// sets the right outlives a conversion (PAC-15; setting castling-converted).
func (t *table) stands(right board.Right) bool {
	return t.grid.at(right.King) == board.Piece{Kind: board.King, Colour: t.mover} &&
		t.grid.at(right.Rook) == board.Piece{Kind: board.Rook, Colour: t.mover}
}

// castlingUnsafe returns the squares on which the king may not be when it castles (PAC-14, CON-9).
func (t *table) castlingUnsafe(path castlingPath) board.Bitboard {
	if !t.set.Family.HasWeights() {
		return t.castlingChecked(path)
	}
	switch t.set.CastlingTest {
	case ruleset.TestAttacked:
		return t.castlingAttacked(path)
	case ruleset.TestPersuaded:
		return t.castlingPersuaded(path)
	}

	return 0
}

// castlingAttacked returns the king's square and those on its way that the enemy attacks in the
// orthodox sense, with the board as it stands (PAC-14).
func (t *table) castlingAttacked(path castlingPath) board.Bitboard {
	var unsafe board.Bitboard
	for s := range (path.way | path.king.Bit()).All {
		if t.grid.attacked(s, t.enemy) {
			unsafe |= s.Bit()
		}
	}

	return unsafe
}

// castlingPersuaded returns the squares, from the king's first to its end, on which it would be
// over-persuaded (PAC-14, the inventor's forms).
func (t *table) castlingPersuaded(path castlingPath) board.Bitboard {
	var unsafe board.Bitboard
	judge := func(p *board.Position, s board.Square) {
		r := newReach(&t.set, p, t.reach)
		unsafe |= overPersuaded(&t.set, &r, s.Bit(), t.mover)
	}
	judge(&t.pos, path.king)
	for s := range path.way.All {
		onWay := t.onWay(path, s)
		judge(&onWay, s)
	}

	done := t.pos
	carryOut(&done, path.move())
	judge(&done, path.kingEnd)
	return unsafe
}

// onWay returns the board as if the castling king stood on a square of its way: its first square
// empty and, where the castling rook stands anywhere on the way, that rook gone (PAC-14, CON-9).
func (t *table) onWay(path castlingPath, s board.Square) board.Position {
	p := t.pos
	p.Put(path.king, board.NoPiece)
	if path.way.Has(path.rook) {
		p.Put(path.rook, board.NoPiece)
	}
	p.Put(s, board.Piece{Kind: board.King, Colour: t.mover})
	return p
}

// castlingChecked returns the king's square and those on its way where it is or would be in check
// (CON-9), which in Benedict Chess is nowhere (BEN-5); the end square is judged after the turn (CON-8).
func (t *table) castlingChecked(path castlingPath) board.Bitboard {
	var unsafe board.Bitboard
	if InCheck(t.set, t.pos, t.mover) {
		unsafe |= path.king.Bit()
	}
	for s := range path.way.All {
		if InCheck(t.set, t.onWay(path, s), t.mover) {
			unsafe |= s.Bit()
		}
	}

	return unsafe
}

// endRights ends the rights that do not outlive a turn, given the position before it, the board after
// it, and the pieces that have changed colour (PAC-15), and gives those that rooks gain (AND-9).
func endRights(set *ruleset.Set, after, before *board.Position, m board.Move,
	changed board.Bitboard) {
	strikeRights(set, &after.Rights, before, m, changed)
	after.EndMisreadRights(*set)
	if !set.GainsRights() {
		return
	}
	noteKingsThatCame(after, before, m, changed)
	after.GainRights(changed)
}

// noteKingsThatCame keeps in mind of each side whether its king came to e1 or e8 in the game (AND-9).
// It counts for the side that owns it after the turn, and no longer for one that it has left.
func noteKingsThatCame(after, before *board.Position, m board.Move, changed board.Bitboard) {
	for _, c := range [...]board.Colour{board.White, board.Black} {
		home := board.At(4, c.FirstRank())
		isThere := (after.Kings & after.Colours[c]).Has(home)
		came := m.To == home || before.Rights.KingCame(c) && !changed.Has(home)

		switch {
		case isThere && came:
			after.Rights.SetKingCame(c)
		case after.Rights.KingCame(c):
			after.Rights.StrikeSide(c)
		}
	}
}

// strikeRights ends the rights that a turn ends (PAC-15, CON-10): those whose king or rook has
// left its square, whichever side moved it, or been captured there; all of a side that has moved a
// king, any king it owns; and, where rights do not outlive it, those whose rook or king changed
// colour, even if it changed back in the same turn.
func strikeRights(set *ruleset.Set, rights *board.Rights, before *board.Position, m board.Move,
	changed board.Bitboard) {
	rights.Strike(m.From.Bit() | m.To.Bit())
	if before.Kings.Has(m.From) {
		rights.StrikeSide(before.Turn)
	}
	if set.CastlingConverted == ruleset.LosesRight {
		rights.Strike(changed)
	}
}
