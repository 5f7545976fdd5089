package fast

import "turncoat/rules/board"

// What sliders reach, by two tables of 512 entries each, which stay in the nearest cache.

var (
	// A rank or diagonal has at most one square on each file, so files alone say which of its
	// squares are occupied. acrossReach has the whole files that a slider reaches there, by its own
	// file and the occupied inner ones.
	acrossReach [8][64]bits
	// fileReach has what a rook on the a-file reaches along that, by its rank and what stands on
	// the inner squares.
	fileReach [8][64]bits
	// diagonals has both diagonals through a square, without the square.
	diagonals [64][2]bits
)

const (
	innerA bits = 0x0001010101010100 // the six inner squares of the a-file
	// times those that are occupied, they are the top six bits in the order of the ranks
	gatherA bits = 0x0004081020408000
	// times what stands on a diagonal, the top six bits are the inner files
	gatherFiles = fileA << 1
)

func fillLines() {
	for at := range square(8) {
		for inner := range bits(64) {
			acrossReach[at][inner] = fileA * (walk(at, step{1, 0}, inner<<1) | walk(at, step{-1, 0},
				inner<<1))
			var occ bits
			for i := range 6 {
				occ |= inner >> i & 1 << (8 * (i + 1))
			}
			fileReach[at][inner] = walk(8*at, step{0, 1}, occ) | walk(8*at, step{0, -1}, occ)
		}
	}

	for s := range square(64) {
		files[s], ranks[s] = fileA<<s.File(), rank1<<(8*s.Rank())
		d := [2]bits{walk(s, step{1, 1}, 0) | walk(s, step{-1, -1}, 0), walk(s, step{1, -1}, 0) |
			walk(s, step{-1, 1}, 0)}
		diagonals[s], rookRays[s], bishopRays[s] = d, files[s]^ranks[s], d[0]|d[1]
	}

	for s := range square(64) {
		for _, whole := range [...]bits{files[s], ranks[s], diagonals[s][0] | bit(s),
			diagonals[s][1] | bit(s)} {
			for t := range (whole &^ bit(s)).All {
				line[s][t], between[s][t] = whole, board.Between(s, t)
			}
		}
	}
}

// rookReach returns what a rook on the square reaches when the squares of occ are occupied: up to
// and with the first of each line.
func rookReach(s square, occ bits) bits {
	file, rank := s&7, s&56
	return acrossReach[file][occ>>rank>>1&63]&(rank1<<rank) |
		fileReach[s>>3&7][occ>>file&innerA*gatherA>>58]<<file
}

// bishopReach does the same for a bishop.
func bishopReach(s square, occ bits) bits {
	d, across := &diagonals[s&63], &acrossReach[s&7]
	return d[0]&across[occ&d[0]*gatherFiles>>58] | d[1]&across[occ&d[1]*gatherFiles>>58]
}
