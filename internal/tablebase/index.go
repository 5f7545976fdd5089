package tablebase

import (
	"math/bits"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// An indexing numbers the states of a class: where the pieces stand, whose they are, seen by the side to move. The
// number of a state is
//
//	((owners · pairs of kings + pair) · places of the first group + place) · places of the second group + …
//
// A group is all pieces of one kind, pawns first, then knights, bishops, rooks, queens; its place is the number of its
// set of squares among all sets of as many squares that are still free. Two kings that a symmetry keeps, or exchanges,
// leave several numbers for one state: the least is its own, the others are nobody's.
type indexing struct {
	class  Class
	kings  *kingPairs
	groups []group
	// oneEach is set where each side has one king, so that two of the four ways to own the kings are left.
	oneEach bool
	pawns   bool

	placements uint64 // pairs of kings times places
	size       uint64 // placements times ways to own the pieces
}

type group struct {
	kind   board.Kind
	count  int
	places uint64
}

const pawnSquares = board.Bitboard(0x00ffffffffffff00)

// newIndexing returns the numbering of a class in a family.
func newIndexing(c Class, family ruleset.Family) *indexing {
	x := &indexing{class: c, oneEach: !family.KingsConvert(), pawns: c.Count(board.Pawn) > 0,
		kings: pairsOfPieces()}
	if x.pawns {
		x.kings = pairsOfPawns()
	}
	x.placements = uint64(len(x.kings.pairs))
	free := 62
	for kind := range board.King {
		n := c.Count(kind)
		if n == 0 {
			continue
		}
		squares := free
		if kind == board.Pawn {
			squares = pawnSquares.Count() // fewer when a king stands among them: the last places are then nobody's
		}
		g := group{kind, n, choose[squares][n]}
		x.groups = append(x.groups, g)
		x.placements *= g.places
		free -= n
	}
	x.size = x.placements * x.owners()
	return x
}

// owners returns the number of ways to own the pieces.
func (x *indexing) owners() uint64 {
	n := uint64(1) << x.class.Pieces()
	if x.oneEach {
		n /= 2
	}
	return n
}

// state is a state as the numbering sees it: of all pieces and of those of the side that is not to move, with the
// board turned so that the side to move goes up it.
type state struct {
	kings [2]board.Square
	of    [board.King]board.Bitboard
	enemy board.Bitboard
}

// of returns the number of a position's state. The position must be of the class.
func (x *indexing) of(p *board.Position) uint64 {
	s := state{enemy: p.Colours[p.Turn.Other()]}
	for _, g := range x.groups {
		s.of[g.kind] = p.Pieces(g.kind)
	}
	s.kings[0] = p.Kings.First()
	s.kings[1] = (p.Kings & (p.Kings - 1)).First()
	if x.pawns && p.Turn == board.Black {
		s.turn()
	}
	return x.number(&s)
}

// turn turns the board, the first rank for the eighth.
func (s *state) turn() {
	s.kings[0] ^= 56
	s.kings[1] ^= 56
	for i, b := range s.of {
		s.of[i] = flipped(b)
	}
	s.enemy = flipped(s.enemy)
}

// number returns the number of a state: the least of those that its symmetries give.
func (x *indexing) number(s *state) uint64 {
	a, b := s.kings[0]&63, s.kings[1]&63
	pair, to := uint64(x.kings.number[a][b]), x.kings.to[a][b]
	t := firstOf(to)
	n := x.under(s, t, pair)
	for to &= to - 1; to != 0; to &= to - 1 {
		n = min(n, x.under(s, firstOf(to), pair))
	}
	return n
}

// under returns the number that a state has under one symmetry, which takes its kings to a given pair.
func (x *indexing) under(s *state, t int, pair uint64) uint64 {
	image := &imageOf[t&(symmetries-1)]
	a, b := image[s.kings[0]&63], image[s.kings[1]&63]
	first, second := s.enemy>>s.kings[0]&1, s.enemy>>s.kings[1]&1
	if a > b {
		first, second = second, first
	}
	owners := uint64(first) | uint64(second)<<1
	if x.oneEach {
		owners--
	}
	free := ^(a.Bit() | b.Bit())
	n := pair
	for i := range x.groups {
		g := &x.groups[i]
		var on, theirs board.Bitboard
		for from := s.of[g.kind]; from != 0; from &= from - 1 {
			square := image[from.First()&63].Bit()
			on |= square
			if s.enemy&from&-from != 0 {
				theirs |= square
			}
		}
		squares := free
		if g.kind == board.Pawn {
			squares &= pawnSquares
		}
		place := uint64(0)
		k := 1
		for rest := on; rest != 0; rest &= rest - 1 {
			square := rest.First()
			place += choose[below(squares, square)&63][k&7]
			owners <<= 1
			if theirs.Has(square) {
				owners |= 1
			}
			k++
		}
		free &^= on
		n = n*g.places + place
	}
	return owners*x.placements + n
}

// at writes the position that has a number, White to move and without rights, but not its key. It reports whether the
// number is the position's own; where it is nobody's, the position is without meaning.
func (x *indexing) at(n uint64, p *board.Position) bool {
	number := n
	owners, n := n/x.placements, n%x.placements
	var places [len(state{}.of)]uint64
	for i := len(x.groups) - 1; i >= 0; i-- {
		g := &x.groups[i]
		places[i], n = n%g.places, n/g.places
	}
	*p = board.Position{EnPassant: board.NoSquare, Number: 1}
	pair := x.kings.pairs[n]
	p.Kings = pair[0].Bit() | pair[1].Bit()
	free := ^p.Kings
	bit := x.class.Pieces() - 2
	var enemy board.Bitboard
	kings := owners >> bit
	if x.oneEach {
		kings++
	}
	if kings&1 != 0 {
		enemy |= pair[0].Bit()
	}
	if kings&2 != 0 {
		enemy |= pair[1].Bit()
	}
	var of [board.King]board.Bitboard
	for i := range x.groups {
		g := &x.groups[i]
		squares := free
		if g.kind == board.Pawn {
			squares &= pawnSquares
		}
		on, ok := unchoose(squares, places[i], g.count)
		if !ok {
			return false
		}
		of[g.kind] = on
		free &^= on
		for rest := on; rest != 0; rest &= rest - 1 {
			bit--
			if owners>>bit&1 != 0 {
				enemy |= rest & -rest
			}
		}
	}
	p.Pawns, p.Knights = of[board.Pawn], of[board.Knight]
	p.Rooks, p.Bishops = of[board.Rook]|of[board.Queen], of[board.Bishop]|of[board.Queen]
	p.Colours[board.White], p.Colours[board.Black] = ^free&^enemy, enemy
	return x.own(number, n, p)
}

// own reports whether the number of a placement, which at has written for one pair of kings, is the least of those
// that the symmetries give.
func (x *indexing) own(n, pair uint64, p *board.Position) bool {
	fix := x.kings.fix[pair]
	return fix&(fix-1) == 0 || x.of(p) == n
}

// unchoose returns the set of k of the given squares that has a place, and whether there is one.
func unchoose(squares board.Bitboard, place uint64, k int) (on board.Bitboard, ok bool) {
	top := squares.Count()
	if place >= choose[top][k] {
		return 0, false
	}
	for ; k > 0; k-- {
		for top--; choose[top][k] > place; top-- {
		}
		place -= choose[top][k]
		on |= nth(squares, top)
	}
	return on, true
}

// nth returns the square of a set, as a set, that has n others below it.
func nth(set board.Bitboard, n int) board.Bitboard {
	for ; n > 0; n-- {
		set &= set - 1
	}
	return set & -set
}

// flipped turns a board, the first rank for the eighth.
func flipped(b board.Bitboard) board.Bitboard { return board.Bitboard(bits.ReverseBytes64(uint64(b))) }

// firstOf returns the least symmetry of a set of them.
func firstOf(set uint8) int { return bits.TrailingZeros8(set) }
