package tablebase

import (
	"math/bits"
	"slices"
	"sync"

	"turncoat/rules/board"
)

// A symmetry of the board is a number of three bits: mirror the files (a with h), mirror the ranks
// (1 with 8), then exchange files and ranks. Without pawns there are all eight; with pawns only the
// first bit may be set. The exchange of colours is not one of them: the side to move is always
// White in a table.
const (
	mirrorFiles = 1 << iota
	mirrorRanks
	transpose
	symmetries
)

// imageOf is the square to which each symmetry maps each square.
var imageOf = func() (image [symmetries][64]board.Square) {
	for t := range image {
		for s := range board.NoSquare {
			to := s
			if t&mirrorFiles != 0 {
				to ^= 7
			}
			if t&mirrorRanks != 0 {
				to ^= 56
			}
			if t&transpose != 0 {
				to = to>>3 | to&7<<3
			}
			image[t][s] = to
		}
	}

	return image
}()

// kingPairs numbers the pairs of squares of the two kings up to symmetry, whoever owns the kings.
type kingPairs struct {
	// pairs has one pair of each class of pairs that symmetries map to each other, the lower square
	// first: its representative.
	pairs [][2]board.Square
	fix   []uint8 // for each pair, the symmetries that keep it, as a set of bits

	number [64][64]uint16 // index of a pair's representative
	to     [64][64]uint8  // the symmetries that map a pair to its representative
}

// newKingPairs numbers the pairs under the symmetries that have only allowed bits.
func newKingPairs(allowed int) *kingPairs {
	k := &kingPairs{}
	for a := range board.NoSquare {
		for b := a + 1; b < board.NoSquare; b++ {
			least, to := leastImage(a, b, allowed)
			if least == [2]board.Square{a, b} { // the first pair of its class
				k.number[a][b] = uint16(len(k.pairs))
				k.pairs, k.fix = append(k.pairs, least), append(k.fix, to)
			}

			n := k.number[least[0]][least[1]]
			k.number[a][b], k.number[b][a] = n, n
			k.to[a][b], k.to[b][a] = to, to
		}
	}

	return k
}

// leastImage returns the least pair, in lexical order, to which allowed symmetries map a pair, and
// these symmetries as a set of bits.
func leastImage(a, b board.Square, allowed int) (least [2]board.Square, to uint8) {
	least = [2]board.Square{board.NoSquare, board.NoSquare}
	for t := range symmetries {
		if t&^allowed != 0 {
			continue
		}
		x, y := imageOf[t][a], imageOf[t][b]
		pair := [2]board.Square{min(x, y), max(x, y)}
		switch {
		case slices.Compare(pair[:], least[:]) < 0:
			least, to = pair, 1<<t
		case pair == least:
			to |= 1 << t
		}
	}

	return least, to
}

var (
	pairsWithoutPawns = sync.OnceValue(func() *kingPairs {
		return newKingPairs(mirrorFiles | mirrorRanks | transpose)
	})
	pairsWithPawns = sync.OnceValue(func() *kingPairs { return newKingPairs(mirrorFiles) })
)

// choose holds the binomial coefficients n over k, for at most MaxPieces like pieces.
var choose = func() (c [65][MaxPieces + 1]uint64) {
	for n := range c {
		c[n][0] = 1
		for k := 1; k <= min(n, MaxPieces); k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}

	return c
}()

// below counts the squares of a set before a square.
func below(set board.Bitboard, s board.Square) int {
	return bits.OnesCount64(uint64(set) & (1<<(s&63) - 1))
}
