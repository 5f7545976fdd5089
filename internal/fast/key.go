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
	us := p.Turn & 1
	castles := p.Colours[us].Has(t.To)
	if t.Promotion != board.NoKind && t.Converted.Has(t.To) { // it may replace one of its new side
		after.Key = after.Hash()
		return
	}
	if t.Promotion != board.NoKind || castles || t.To == p.EnPassant {
		after.Key = key ^ difference(p, after)
		return
	}

	if p.Colours[us^1].Has(t.To) { // it is captured
		key ^= board.ZobristPieces[us^1][p.KindAt(t.To)%6][t.To&63]
	}
	z := &board.ZobristPieces[us][p.KindAt(t.From)%6]
	key ^= z[t.From&63] ^ z[t.To&63]
	for on := t.Converted ^ t.Reclaimed; on != 0; on &= on - 1 {
		s := on.First()
		kind := after.KindAt(s) % 6
		key ^= board.ZobristPieces[board.White][kind][s&63] ^ board.ZobristPieces[board.Black][kind][s&63]
	}

	after.Key = key
}

// difference returns the part of the key in which the pieces of two positions differ. A side's own
// pieces change places only by castling.
func difference(p, after *pos) (key uint64) {
	for c := range p.Colours {
		was, is := p.Colours[c], after.Colours[c]
		for on := was ^ is | was&(p.Kings^after.Kings); on != 0; on &= on - 1 {
			s := on.First() & 63
			if was.Has(s) {
				key ^= board.ZobristPieces[c][p.KindAt(s)%6][s]
			}
			if is.Has(s) {
				key ^= board.ZobristPieces[c][after.KindAt(s)%6][s]
			}
		}
	}

	return key
}

func enPassantKey(s square) uint64 {
	if s == board.NoSquare {
		return 0
	}
	return board.ZobristEnPassant[s.File()]
}
