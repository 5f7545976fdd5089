// Package board provides what all rule sets share: squares, pieces, positions, moves and turns as
// small values without pointers, and FEN in all the forms of docs/RULES.md (FEN). It does not know
// how pieces move.
//
// Bit layout: square a1 is bit 0, b1 bit 1, h1 bit 7, a2 bit 8, h8 bit 63.
package board

import (
	"math/bits"
	"strings"
)

// Square is a square of the board: file + 8·rank, a1 = 0, h8 = 63.
type Square uint8

// NoSquare is no square.
const NoSquare Square = 64

// Squares that rules name.
const (
	A1 Square = iota
	B1
	C1
	D1
	E1
	F1
	G1
	H1
	A8 Square = iota + 48
	B8
	C8
	D8
	E8
	F8
	G8
	H8
)

// At returns the square of a file and a rank, both from 0 to 7.
func At(file, rank int) Square { return Square(rank<<3 | file) }

// File returns the file of the square, 0 (a) to 7 (h).
func (s Square) File() int { return int(s & 7) }

// Rank returns the rank of the square, 0 (first) to 7 (eighth).
func (s Square) Rank() int { return int(s >> 3) }

// Bit returns the set of just this square; the empty set for NoSquare.
func (s Square) Bit() Bitboard {
	if s >= NoSquare {
		return 0
	}
	return 1 << s
}

// String returns the square as in "e4", and "-" for NoSquare.
func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(s&7), '1' + byte(s>>3)})
}

// ParseSquare reads a square such as "e4".
func ParseSquare(text string) (Square, bool) {
	if len(text) != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8' {
		return NoSquare, false
	}
	return At(int(text[0]-'a'), int(text[1]-'1')), true
}

// Bitboard is a set of squares.
type Bitboard uint64

// Has reports whether the square is in the set.
func (b Bitboard) Has(s Square) bool { return b&s.Bit() != 0 }

// Count returns the number of squares in the set.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// First returns the lowest square of the set by bit order, NoSquare when it is empty.
func (b Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// All calls yield for each square from a1 to h8 by rank, then file (bit order).
func (b Bitboard) All(yield func(Square) bool) {
	for ; b != 0; b &= b - 1 {
		if !yield(b.First()) {
			return
		}
	}
}

// Squares lists the set sorted by file, then rank: a1, a2, … h8, the order of INTERFACE and NOT-4.
func (b Bitboard) Squares() []Square {
	list := make([]Square, 0, b.Count())
	for file := range 8 {
		for s := range (b & (0x0101010101010101 << file)).All {
			list = append(list, s)
		}
	}

	return list
}

// String returns the set as in "d4,e5", in the order of [Bitboard.Squares]; "-" when it is empty.
func (b Bitboard) String() string {
	if b == 0 {
		return "-"
	}
	return strings.Join(b.Names(), ",")
}

// Prose returns the set as in "d4, e5", in the order of [Bitboard.Squares]; "nothing" when it is
// empty.
func (b Bitboard) Prose() string {
	if b == 0 {
		return "nothing"
	}
	return strings.Join(b.Names(), ", ")
}

// JoinWaves returns waves of conversions as records write them: "e7,g7;f8", empty when there are
// none.
func JoinWaves(waves []Bitboard) string {
	parts := make([]string, len(waves))
	for i, wave := range waves {
		parts[i] = wave.String()
	}
	return strings.Join(parts, ";")
}

// Names lists the set as text, in the order of [Bitboard.Squares]. It is never nil.
func (b Bitboard) Names() []string {
	names := make([]string, 0, b.Count())
	for _, s := range b.Squares() {
		names = append(names, s.String())
	}
	return names
}

// Between returns the squares strictly between two that share a rank, a file or a diagonal, none
// for any others.
func Between(a, b Square) (squares Bitboard) {
	files, ranks := b.File()-a.File(), b.Rank()-a.Rank()
	if files != 0 && ranks != 0 && files != ranks && files != -ranks {
		return 0
	}
	far := max(files, -files, ranks, -ranks)
	for i := 1; i < far; i++ {
		squares |= At(a.File()+files/far*i, a.Rank()+ranks/far*i).Bit()
	}
	return squares
}
