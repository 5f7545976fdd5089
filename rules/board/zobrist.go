package board

// The Zobrist constants come from one fixed seed, so that keys, and with them tables and corpora,
// are the same on every machine.
var (
	// ZobristPieces holds a constant for each colour, kind and square.
	ZobristPieces [2][6][64]uint64
	// ZobristRights holds a constant for each right and the squares of its king and rook (as
	// files).
	ZobristRights [4][8][8]uint64
	// ZobristEnPassant holds a constant for each file.
	ZobristEnPassant [8]uint64
	// ZobristTurn is in the key when Black is to move.
	ZobristTurn uint64
)

func init() {
	state := uint64(0x7475726e636f6174) // "turncoat"
	next := func() uint64 {             // SplitMix64 (Steele, Lea, Flood, 2014)
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	for c := range ZobristPieces {
		for k := range ZobristPieces[c] {
			for s := range ZobristPieces[c][k] {
				ZobristPieces[c][k][s] = next()
			}
		}
	}

	for i := range ZobristRights {
		for k := range ZobristRights[i] {
			for r := range ZobristRights[i][k] {
				ZobristRights[i][k][r] = next()
			}
		}
	}

	for f := range ZobristEnPassant {
		ZobristEnPassant[f] = next()
	}
	ZobristTurn = next()
}

// Rekey computes the key from scratch and stores it.
func (p *Position) Rekey() { p.Key = p.Hash() }

// Hash computes the key of the position from scratch: board, side to move, rights and en passant
// square; not the clock and the number.
func (p *Position) Hash() uint64 {
	key := p.Rights.Hash()
	for k := Pawn; k <= King; k++ {
		for _, c := range [...]Colour{White, Black} {
			for s := range (p.Pieces(k) & p.Colours[c]).All {
				key ^= ZobristPieces[c][k][s]
			}
		}
	}

	if p.EnPassant != NoSquare {
		key ^= ZobristEnPassant[p.EnPassant.File()]
	}
	if p.Turn == Black {
		key ^= ZobristTurn
	}
	return key
}

// Hash returns the rights' part of the key.
func (r *Rights) Hash() uint64 {
	var key uint64
	for i, right := range r {
		if right != (Right{}) { // a right, or what [Rights.KingCame] says
			key ^= ZobristRights[i][right.King.File()][right.Rook.File()]
		}
	}

	return key
}
