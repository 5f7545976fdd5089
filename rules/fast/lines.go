package fast

import mathbits "math/bits"

// What rooks reach, worked out without the large table of rookReach. Along the file, taking the rook's square twice
// from the occupied squares borrows up to the first of them, and upside down the same way back (the "o^(o-2r)" of chess
// programs); along the rank a small table serves. That takes more steps. But where a position asks for a line or two only, as
// in a replay, most of the large table has left the nearest cache again by the next time, and this is faster.

// rankReach holds what a rook reaches along its rank, by its file and by what stands on the six inner squares.
var rankReach [8][64]uint8

func fillRankReach() {
	for file := range square(8) {
		for inner := range bits(64) {
			rankReach[file][inner] = uint8(walk(file, step{1, 0}, inner<<1) | walk(file, step{-1, 0}, inner<<1))
		}
	}
}

// rookLines returns what rookReach does.
func rookLines(s square, occ bits) bits {
	s &= 63
	file := files[s] &^ bit(s)
	on := occ & file
	down := mathbits.ReverseBytes64(mathbits.ReverseBytes64(uint64(on)) - uint64(bit(s^56))<<1)
	rank := s & 56
	return (on-bit(s)<<1^bits(down))&file | bits(rankReach[s&7][occ>>rank>>1&63])<<rank
}
