package fast

import "turncoat/rules/board"

// rekey brings the key of the position after a turn up to date from the position before it.
func rekey(p, after *pos, t *board.Turn) {
	key := p.Key ^ board.ZobristTurn
	if p.Rights != after.Rights {
		key ^= p.Rights.Hash() ^ after.Rights.Hash()
	}
	if p.EnPassant != after.EnPassant {
		key ^= enPassantKey(p.EnPassant) ^ enPassantKey(after.EnPassant)
	}
	if t.Promotion != board.NoKind || p.Occupied()&bit(t.To) != 0 || t.To == p.EnPassant {
		after.Key = key ^ difference(p, after)
		return
	}
	z := &board.ZobristPieces[p.Turn&1][p.KindAt(t.From)%6]
	key ^= z[t.From&63] ^ z[t.To&63]
	for on := t.Converted ^ t.Reclaimed; on != 0; on &= on - 1 {
		s := on.First()
		key ^= board.ZobristFlip[after.KindAt(s)%6][s&63]
	}
	after.Key = key
}

// difference returns the part of the key that the pieces of two positions differ in, whatever the turn between
// them: a castling, a capture, a promotion.
func difference(p, after *pos) (key uint64) {
	for c := range p.Colours {
		was, is := p.Colours[c], after.Colours[c]
		z := &board.ZobristPieces[c]
		key ^= keyOf(&z[board.Pawn], p.Pawns&was^after.Pawns&is)
		key ^= keyOf(&z[board.Knight], p.Knights&was^after.Knights&is)
		key ^= keyOf(&z[board.King], p.Kings&was^after.Kings&is)
		// no turn puts one slider of a side in the place of another
		if (p.Rooks|p.Bishops)&was != (after.Rooks|after.Bishops)&is {
			key ^= keyOf(&z[board.Queen], p.Rooks&p.Bishops&was^after.Rooks&after.Bishops&is)
			key ^= keyOf(&z[board.Rook], p.Rooks&^p.Bishops&was^after.Rooks&^after.Bishops&is)
			key ^= keyOf(&z[board.Bishop], p.Bishops&^p.Rooks&was^after.Bishops&^after.Rooks&is)
		}
	}
	return key
}

func keyOf(z *[64]uint64, on bits) (key uint64) {
	for ; on != 0; on &= on - 1 {
		key ^= z[on.First()&63]
	}
	return key
}

func enPassantKey(s square) uint64 {
	if s == board.NoSquare {
		return 0
	}
	return board.ZobristEnPassant[s.File()]
}
