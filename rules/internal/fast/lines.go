package fast

// What rooks reach, along the rank and along the file by a table of 512 entries each, which stay in the nearest
// cache. One table for both lines at once, as that of bishops, would have 102,400 entries; it is no faster even
// where nothing else needs the cache.

// rankReach holds what a rook reaches along its rank, by its file and by what stands on the six inner squares,
// and fileReach what one on the a-file reaches along that, by its rank.
var (
	rankReach [8][64]uint8
	fileReach [8][64]bits
)

const (
	innerA bits = 0x0001010101010100 // the six inner squares of the a-file
	// times those that are occupied, they are the top six bits in the order of the ranks
	gatherA bits = 0x0004081020408000
)

func fillRookLines() {
	for at := range square(8) {
		for inner := range bits(64) {
			rankReach[at][inner] = uint8(walk(at, step{1, 0}, inner<<1) | walk(at, step{-1, 0}, inner<<1))
			var occ bits
			for i := range 6 {
				occ |= inner >> i & 1 << (8 * (i + 1))
			}
			fileReach[at][inner] = walk(8*at, step{0, 1}, occ) | walk(8*at, step{0, -1}, occ)
		}
	}
}

// rookReach returns what a rook on the square reaches when the squares of occ are occupied: up to and with the
// first of each line.
func rookReach(s square, occ bits) bits {
	file, rank := s&7, s&56
	return bits(rankReach[file][occ>>rank>>1&63])<<rank | fileReach[s>>3&7][occ>>file&innerA*gatherA>>58]<<file
}
