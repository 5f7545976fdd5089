package tablebase

import (
	"math/bits"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// An Index numbers the states of a class: where the pieces are and who owns them, from the view of
// the side to move. The number of a state is
//
//	((owners · pairs of kings + pair) · places of the first group + place) · places of the second group + …
//
// A group is all pieces of one kind, pawns first, then knights, bishops, rooks, queens; its place
// is the number of its set of squares among all sets of that size of squares that are still free.
// If a symmetry keeps both kings on their squares, or exchanges them, a state has several numbers:
// its own is the least of them, and the others belong to no state.
type Index struct {
	Class    Class
	HasPawns bool
	Size     uint64 // how many numbers there are

	kings  *kingPairs
	groups []group
	// oneKingEach is set if each side has one king, so that there are only two of the four ways to
	// own the kings.
	oneKingEach bool
	placements  uint64 // pairs of kings times places
}

type group struct {
	kind   board.Kind
	count  int
	places uint64
}

const pawnSquares = board.Bitboard(0x00ffffffffffff00)

// NewIndex returns the numbering of a class in a family.
func NewIndex(c Class, family ruleset.Family) *Index {
	x := &Index{
		Class:       c,
		HasPawns:    c.Count(board.Pawn) > 0,
		kings:       pairsWithoutPawns(),
		oneKingEach: !family.KingsConvert(),
	}
	if x.HasPawns {
		x.kings = pairsWithPawns()
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
			// If a king is on one of them there are fewer, and the last places belong to no state.
			squares = pawnSquares.Count()
		}

		g := group{kind, n, choose[squares][n]}
		x.groups = append(x.groups, g)
		x.placements *= g.places
		free -= n
	}

	x.Size = x.placements * x.owners()
	return x
}

// owners returns the number of ways to own the pieces.
func (x *Index) owners() uint64 {
	n := uint64(1) << x.Class.Pieces()
	if x.oneKingEach {
		n /= 2
	}
	return n
}

// State is what an index numbers: the squares of all pieces, and the squares of those that belong
// to the side that is not to move. If there are pawns, those of the side to move go up the board.
type State struct {
	Kings  [2]board.Square
	Pieces [board.King]board.Bitboard // by kind
	Enemy  board.Bitboard
}

// StateOf returns the state of a position, with the board from White's side.
func StateOf(p *board.Position) State {
	s := State{Enemy: p.Colours[p.Turn.Other()]}
	for kind := range board.King {
		s.Pieces[kind] = p.Pieces(kind)
	}
	s.Kings[0] = p.Kings.First()
	s.Kings[1] = (p.Kings & (p.Kings - 1)).First()
	return s
}

// Flip exchanges the first rank with the eighth, the second with the seventh, and so on.
func (s *State) Flip() {
	s.Kings[0] ^= 56
	s.Kings[1] ^= 56
	for i, b := range s.Pieces {
		s.Pieces[i] = flipped(b)
	}
	s.Enemy = flipped(s.Enemy)
}

// Number returns the number of a position's state. The position must belong to the class.
func (x *Index) Number(p *board.Position) uint64 {
	s := StateOf(p)
	if x.HasPawns && p.Turn == board.Black {
		s.Flip()
	}
	return x.StateNumber(&s)
}

// StateNumber returns the number of a state, the least of the numbers of its images.
func (x *Index) StateNumber(s *State) uint64 {
	a, b := s.Kings[0]&63, s.Kings[1]&63
	pair, ways := uint64(x.kings.number[a][b]), x.kings.to[a][b]
	least := x.imageNumber(s, firstOf(ways), pair)
	for rest := ways & (ways - 1); rest != 0; rest &= rest - 1 {
		least = min(least, x.imageNumber(s, firstOf(rest), pair))
	}
	return least
}

// imageNumber returns the number of a state's image under a symmetry that maps its kings to the
// given pair.
func (x *Index) imageNumber(s *State, symmetry int, pair uint64) uint64 {
	image := &imageOf[symmetry&(symmetries-1)]
	a, b := image[s.Kings[0]&63], image[s.Kings[1]&63]
	first, second := s.Enemy>>s.Kings[0]&1, s.Enemy>>s.Kings[1]&1
	if a > b {
		first, second = second, first
	}
	owners := uint64(first) | uint64(second)<<1
	if x.oneKingEach {
		owners--
	}

	free := ^(a.Bit() | b.Bit())
	n := pair
	for i := range x.groups {
		g := &x.groups[i]
		var on, theirs board.Bitboard
		for from := s.Pieces[g.kind]; from != 0; from &= from - 1 {
			square := image[from.First()&63].Bit()
			on |= square
			if s.Enemy&from&-from != 0 {
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

// Position sets p to the position with a number, with White to move and without rights; its key is
// not set. It reports whether the number belongs to a state; if not, p is meaningless.
func (x *Index) Position(number uint64, p *board.Position) bool {
	owners, n := number/x.placements, number%x.placements
	var places [len(State{}.Pieces)]uint64
	for i := len(x.groups) - 1; i >= 0; i-- {
		g := &x.groups[i]
		places[i], n = n%g.places, n/g.places
	}

	*p = board.Position{EnPassant: board.NoSquare, Number: 1}
	pair := x.kings.pairs[n]
	p.Kings = pair[0].Bit() | pair[1].Bit()
	free := ^p.Kings
	bit := x.Class.Pieces() - 2
	enemy := x.enemyKings(pair, owners>>bit)
	var pieces [board.King]board.Bitboard
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
		pieces[g.kind] = on
		free &^= on
		for rest := on; rest != 0; rest &= rest - 1 {
			bit--
			if owners>>bit&1 != 0 {
				enemy |= rest & -rest
			}
		}
	}

	p.Pawns, p.Knights = pieces[board.Pawn], pieces[board.Knight]
	p.Rooks = pieces[board.Rook] | pieces[board.Queen]
	p.Bishops = pieces[board.Bishop] | pieces[board.Queen]
	p.Colours[board.White], p.Colours[board.Black] = ^free&^enemy, enemy

	// If symmetries keep the kings, other numbers than this may give the same state.
	fix := x.kings.fix[n]
	return fix&(fix-1) == 0 || x.Number(p) == number
}

// enemyKings returns those of two kings that the enemy owns, according to the highest part of a
// number.
func (x *Index) enemyKings(pair [2]board.Square, owners uint64) (enemy board.Bitboard) {
	if x.oneKingEach {
		owners++
	}
	if owners&1 != 0 {
		enemy |= pair[0].Bit()
	}
	if owners&2 != 0 {
		enemy |= pair[1].Bit()
	}
	return enemy
}

// unchoose returns the set of k of the given squares that has a place. ok is false if the place
// does not exist.
func unchoose(squares board.Bitboard, place uint64, k int) (on board.Bitboard, ok bool) {
	top := squares.Count()
	if place >= choose[top][k] {
		return 0, false
	}
	for ; k > 0; k-- {
		top--
		for choose[top][k] > place {
			top--
		}
		place -= choose[top][k]
		on |= nth(squares, top)
	}

	return on, true
}

// nth returns the square of a set that has n others below it, as a set.
func nth(set board.Bitboard, n int) board.Bitboard {
	for ; n > 0; n-- {
		set &= set - 1
	}
	return set & -set
}

// flipped returns a board with the order of its ranks reversed.
func flipped(b board.Bitboard) board.Bitboard { return board.Bitboard(bits.ReverseBytes64(uint64(b))) }

// firstOf returns the least symmetry of a set of them.
func firstOf(set uint8) int { return bits.TrailingZeros8(set) }
