package fast

import "turncoat/rules/board"

// rekey brings the key of the position after a turn up to date from the position before it: whatever
// differs between the two goes out of the key or comes into it.
func rekey(p, after *pos) {
	key := p.Key ^ board.ZobristTurn
	if p.Rights != after.Rights {
		key ^= p.Rights.Hash() ^ after.Rights.Hash()
	}
	if p.EnPassant != after.EnPassant {
		key ^= enPassantKey(p.EnPassant) ^ enPassantKey(after.EnPassant)
	}
	for c := range p.Colours {
		was, is := p.Colours[c], after.Colours[c]
		z := &board.ZobristPieces[c]
		key ^= keyOf(&z[board.Pawn], p.Pawns&was^after.Pawns&is)
		key ^= keyOf(&z[board.Knight], p.Knights&was^after.Knights&is)
		key ^= keyOf(&z[board.King], p.Kings&was^after.Kings&is)
		if (p.Rooks|p.Bishops)&was^(after.Rooks|after.Bishops)&is != 0 || p.Rooks&was^after.Rooks&is != 0 || p.Bishops&was^after.Bishops&is != 0 {
			key ^= keyOf(&z[board.Queen], p.Rooks&p.Bishops&was^after.Rooks&after.Bishops&is)
			key ^= keyOf(&z[board.Rook], p.Rooks&^p.Bishops&was^after.Rooks&^after.Bishops&is)
			key ^= keyOf(&z[board.Bishop], p.Bishops&^p.Rooks&was^after.Bishops&^after.Rooks&is)
		}
	}
	after.Key = key
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
