package tablebase

import (
	"math/bits"
	"slices"
	"sync"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A symmetry of the board is a number of three bits: mirror the files (a with h), mirror the ranks
// (1 with 8), then exchange files and ranks. A set of symmetries has a bit for each.
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

// composed is the symmetry that has the effect of one and then another.
var composed = func() (both [symmetries][symmetries]uint8) {
	for first := range both {
		for then := range both {
			// The images of a1, b1 and a2 tell the symmetries apart.
			for t := range imageOf {
				isSame := true
				for _, s := range [...]board.Square{0, 1, 8} {
					isSame = isSame && imageOf[t][s] == imageOf[then][imageOf[first][s]]
				}
				if isSame {
					both[first][then] = uint8(t)
				}
			}
		}
	}

	return both
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

// newKingPairs numbers the pairs that contain some squares, under a set of symmetries that keep
// these squares.
func newKingPairs(allowed uint8, with board.Bitboard) *kingPairs {
	k := &kingPairs{}
	for a := range board.NoSquare {
		for b := a + 1; b < board.NoSquare; b++ {
			if with&^(a.Bit()|b.Bit()) != 0 {
				continue
			}
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
// these symmetries as a set.
func leastImage(a, b board.Square, allowed uint8) (least [2]board.Square, to uint8) {
	least = [2]board.Square{board.NoSquare, board.NoSquare}
	for rest := allowed; rest != 0; rest &= rest - 1 {
		t := firstOf(rest)
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

// kingPairsBy has the pairs of kings that have been numbered.
var kingPairsBy struct {
	sync.Mutex
	numbered map[kingPairsKey]*kingPairs
}

type kingPairsKey struct {
	allowed uint8
	with    board.Bitboard
}

// kingPairsOf is [newKingPairs], once for all indices.
func kingPairsOf(allowed uint8, with board.Bitboard) *kingPairs {
	kingPairsBy.Lock()
	defer kingPairsBy.Unlock()
	key := kingPairsKey{allowed, with}
	if kingPairsBy.numbered == nil {
		kingPairsBy.numbered = map[kingPairsKey]*kingPairs{}
	}
	if kingPairsBy.numbered[key] == nil {
		kingPairsBy.numbered[key] = newKingPairs(allowed, with)
	}
	return kingPairsBy.numbered[key]
}

// A symmetryGroup is the changes of a position that keep its value.
type symmetryGroup struct {
	plain uint8 // the symmetries of the board that do so by themselves, as a set
	// exchanges is set if the colours can be exchanged, together with the symmetry exchange and
	// then any of the plain ones.
	exchanges bool
	exchange  uint8
}

// symmetriesOf returns the symmetries of a class under a rule set. Pawns must go on moving forward;
// if a side may castle, now or later, its king and rooks must stay at home.
func symmetriesOf(set *ruleset.Set, c Class, mayCastle bool) (group symmetryGroup) {
	fixed := 0
	if c.Count(board.Pawn) > 0 {
		fixed = mirrorRanks | transpose
	}
	if mayCastle {
		fixed = mirrorFiles | mirrorRanks | transpose
	}

	isOrthodox := !mayConvert(set, c)
	for t := range symmetries {
		image := func(square int) int { return int(imageOf[t][square]) }
		if t&fixed == 0 && (isOrthodox || set.HasSymmetry(false, image)) {
			group.plain |= 1 << t
		}
		keepsSides := fixed == 0 || (t^mirrorRanks)&fixed == 0 // White's first rank becomes Black's
		if keepsSides && !group.exchanges && (isOrthodox || set.HasSymmetry(true, image)) {
			group.exchanges, group.exchange = true, uint8(t)
		}
	}

	return group
}

// movers returns how many sides may be to move: one if colours are exchanged.
func (g *symmetryGroup) movers() uint64 {
	if g.exchanges {
		return 1
	}
	return 2
}

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
