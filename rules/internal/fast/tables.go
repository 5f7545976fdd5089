package fast

import (
	"sync"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Short names for the ground types, to keep the formulas of this package readable.
type (
	bits   = board.Bitboard
	square = board.Square
	move   = board.Move
	pos    = board.Position
)

const (
	fileA bits = 0x0101010101010101
	fileH bits = 0x8080808080808080
	rank1 bits = 0xff
	rank8 bits = 0xff << 56
)

// The steps of the leapers, by square; pawnSteps by colour and square holds where a pawn attacks.
var (
	knightSteps [64]bits
	kingSteps   [64]bits
	pawnSteps   [2][64]bits
)

// Geometry of pairs of squares.
var (
	// between holds the squares strictly between two squares on one line, none if they share no line.
	between [64][64]bits
	// line holds the whole line through two squares, edge to edge, none if they share no line.
	line [64][64]bits
)

// files and ranks hold the whole file and the whole rank of a square, rookRays and bishopRays what a
// slider reaches from it on an empty board.
var files, ranks, rookRays, bishopRays [64]bits

// A magic is the bishop lookup of one square: the occupied squares that matter, gathered by a
// multiplication into an index of the table.
type magic struct {
	mask       bits
	multiplier uint64
	first      uint32
	shift      uint8
}

// The table holds, for every square and every way its diagonals can be occupied, the squares that a
// bishop reaches: up to and with the first occupied square of each diagonal. What rooks reach is in lines.go.
var (
	bishopMagics [64]magic
	bishopTable  [5248]bits
)

// bishopReach returns what a bishop on the square reaches when the squares of occ are occupied.
func bishopReach(s square, occ bits) bits {
	m := &bishopMagics[s&63]
	return bishopTable[uint64(m.first)+uint64(occ&m.mask)*m.multiplier>>(m.shift&63)]
}

// bit returns the set that holds only the square, which is on the board.
func bit(s square) bits { return 1 << (s & 63) }

type step struct{ file, rank int }

var (
	rookSteps   = [4]step{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	bishopSteps = [4]step{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}
)

// walk returns the squares met from s in one direction, up to and with the first one of occ.
func walk(s square, d step, occ bits) bits {
	var reach bits
	for f, r := s.File()+d.file, s.Rank()+d.rank; f >= 0 && f < 8 && r >= 0 && r < 8; f, r = f+d.file, r+d.rank {
		b := bit(board.At(f, r))
		reach |= b
		if occ&b != 0 {
			break
		}
	}
	return reach
}

// makeTables fills all tables of the package, the first time that it is called. [For] does, and nobody has a
// [Rules] but from there; a program that asks for none pays nothing.
var makeTables = sync.OnceFunc(fillTables)

func fillTables() {
	for name, r := range byName {
		sets[r], _ = ruleset.Builtin(name)
	}
	for s := square(0); s < 64; s++ {
		files[s], ranks[s] = fileA<<s.File(), rank1<<(8*s.Rank())
		fillSteps(s)
		fillLines(s)
		for _, d := range rookSteps {
			rookRays[s] |= walk(s, d, 0)
		}
		for _, d := range bishopSteps {
			bishopRays[s] |= walk(s, d, 0)
		}
	}
	fillRookLines()
	bishop := uint32(0)
	for s := square(0); s < 64; s++ {
		bishop += bishopMagics[s].fill(bishopTable[:], bishop, bishopMultipliers[s], inner(s),
			func(occ bits) (reach bits) {
				for _, d := range bishopSteps {
					reach |= walk(s, d, occ)
				}
				return reach
			})
	}
}

func fillSteps(s square) {
	b := bit(s)
	pawnSteps[board.White][s] = board.PawnAttacks(board.White, s)
	pawnSteps[board.Black][s] = board.PawnAttacks(board.Black, s)
	for f := -2; f <= 2; f++ {
		for r := -2; r <= 2; r++ {
			one := walk(s, step{f, r}, ^bits(0)) &^ b
			switch f*f + r*r {
			case 5:
				knightSteps[s] |= one
			case 1, 2:
				kingSteps[s] |= one
			}
		}
	}
}

// fillLines fills between and line for one square.
func fillLines(s square) {
	for _, steps := range [...][4]step{rookSteps, bishopSteps} {
		for _, d := range steps {
			ahead, whole := walk(s, d, 0), bit(s)|walk(s, d, 0)|walk(s, step{-d.file, -d.rank}, 0)
			way := bits(0)
			for left := ahead; left != 0; {
				t := (walk(s, d, left) & left).First() // the nearest
				line[s][t], between[s][t] = whole, way
				way |= bit(t)
				left &^= bit(t)
			}
		}
	}
}

// inner returns the squares on the diagonals from s whose occupation matters to a bishop: not the last of a
// diagonal, which is reached whether occupied or not.
func inner(s square) (mask bits) {
	for _, d := range bishopSteps {
		for t := range walk(s, d, 0).All {
			if f, r := t.File()+d.file, t.Rank()+d.rank; f >= 0 && f < 8 && r >= 0 && r < 8 {
				mask |= bit(t)
			}
		}
	}
	return mask
}

// fill fills the part of a table that belongs to one square, beginning at first, and returns its length.
func (m *magic) fill(table []bits, first uint32, multiplier uint64, mask bits, reach func(occ bits) bits) uint32 {
	n := mask.Count()
	*m = magic{mask: mask, multiplier: multiplier, first: first, shift: uint8(64 - n)}
	table = table[first:]
	for occ := bits(0); ; {
		table[uint64(occ)*multiplier>>(64-n)] = reach(occ)
		if occ = (occ - mask) & mask; occ == 0 {
			return 1 << n
		}
	}
}
