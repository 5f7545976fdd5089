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
	// between holds the squares strictly between two squares on one line, none if they share no
	// line.
	between [64][64]bits
	// line holds the whole line through two squares, edge to edge, none if they share no line.
	line [64][64]bits
)

// files and ranks hold the whole file and the whole rank of a square, rookRays and bishopRays what
// a slider reaches from it on an empty board.
var files, ranks, rookRays, bishopRays [64]bits

// bit returns the set that holds only the square, which is on the board.
func bit(s square) bits { return 1 << (s & 63) }

type step struct{ file, rank int }

// walk returns the squares met from s in one direction, up to and with the first one of occ.
func walk(s square, d step, occ bits) bits {
	var reach bits
	for f, r := s.File()+d.file, s.Rank()+d.rank; f >= 0 && f < 8 && r >= 0 &&
		r < 8; f, r = f+d.file, r+d.rank {
		b := bit(board.At(f, r))
		reach |= b
		if occ&b != 0 {
			break
		}
	}

	return reach
}

// makeTables fills all tables of the package, the first time that it is called. [For] does, and
// nobody has a [Rules] but from there; a program that asks for none pays nothing.
var makeTables = sync.OnceFunc(fillTables)

func fillTables() {
	for _, name := range ruleset.BuiltinNames() {
		set, _ := ruleset.Builtin(name)
		sets[numbered(name)] = set
		stepTraits[numbered(name)], _ = traitsOf(&set)
	}
	for s := range square(64) {
		fillSteps(s)
	}
	fillLines()
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
