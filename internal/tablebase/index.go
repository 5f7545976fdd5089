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
//
// If the rules do not allow the colours to be exchanged, the states with Black to move follow those
// with White to move. If rooks may gain castling rights, the states in which a side may castle, now
// or after gaining a right, follow in sections, each numbered in the same way.
type Index struct {
	Class    Class
	HasPawns bool
	Size     uint64 // how many numbers there are

	groups []group
	// oneKingEach is set if each side has one king, so that there are only two of the four ways to
	// own the kings.
	oneKingEach bool
	gained      positionRights // those that rooks may gain
	sections    []section      // the first is that without rights
	byRights    []*section     // by positionRights.number; nil if no state has these rights
	// rightsExchange is set if the states with rights have White to move.
	rightsExchange bool
}

type group struct {
	kind   board.Kind
	count  int
	places uint64
}

// A section has the numbers of the states with the same rights.
type section struct {
	rights     positionRights
	symmetry   symmetryGroup
	first      uint64 // the first number
	kings      *kingPairs
	placements uint64 // pairs of kings times places
}

const pawnSquares = board.Bitboard(0x00ffffffffffff00)

// NewIndex returns the numbering of a class under a rule set.
func NewIndex(c Class, set ruleset.Set) *Index {
	x := &Index{
		Class:       c,
		HasPawns:    c.Count(board.Pawn) > 0,
		oneKingEach: !set.KingsConvert(),
		gained:      gainable(&set, c),
	}

	places := uint64(1)
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
		places *= g.places
		free -= n
	}

	for _, rights := range rightsIn(c, x.gained) {
		s := section{rights: rights, first: x.Size}
		s.symmetry = symmetriesOf(&set, c, rights != positionRights{})
		s.kings = kingPairsOf(s.symmetry.plain, rights.kings())
		s.placements = uint64(len(s.kings.pairs)) * places
		x.Size += s.symmetry.movers() * x.owners() * s.placements
		x.sections = append(x.sections, s)
		x.rightsExchange = s.symmetry.exchanges
	}

	x.byRights = make([]*section, manyRights*manyRights)
	for i := range x.sections {
		s := &x.sections[i]
		x.byRights[s.rights.number()] = s
	}
	return x
}

// Exchanges reports whether the colours of positions without rights are exchanged so that White is
// to move.
func (x *Index) Exchanges() bool { return x.sections[0].symmetry.exchanges }

// GainsRights reports whether rooks may gain castling rights, so that states differ in them.
func (x *Index) GainsRights() bool { return x.gained != positionRights{} }

// owners returns the number of ways to own the pieces.
func (x *Index) owners() uint64 {
	n := uint64(1) << x.Class.Pieces()
	if x.oneKingEach {
		n /= 2
	}
	return n
}

// State is what an index numbers, apart from rights: the squares of all pieces, the squares of
// those that belong to the side that is not to move, and which side is to move.
type State struct {
	Kings  [2]board.Square
	Pieces [board.King]board.Bitboard // by kind
	Enemy  board.Bitboard
	Turn   board.Colour
}

// StateOf returns the state of a position.
func StateOf(p *board.Position) State {
	s := State{Enemy: p.Colours[p.Turn.Other()], Turn: p.Turn}
	for kind := range board.King {
		s.Pieces[kind] = p.Pieces(kind)
	}
	s.Kings[0] = p.Kings.First()
	s.Kings[1] = (p.Kings & (p.Kings - 1)).First()
	return s
}

// Holds reports whether the index numbers positions with the castling rights of a position of the
// class.
func (x *Index) Holds(p *board.Position) bool { return x.sectionOf(p) != nil }

// sectionOf returns the section of a position, nil if its rights are none that rooks may gain.
func (x *Index) sectionOf(p *board.Position) *section {
	if !x.GainsRights() && p.Rights == (board.Rights{}) {
		return &x.sections[0]
	}
	rights, ok := rightsOf(p, x.gained)
	if !ok {
		return nil
	}
	if x.rightsExchange && p.Turn == board.Black {
		rights[board.White], rights[board.Black] = rights[board.Black], rights[board.White]
	}
	return x.byRights[rights.number()]
}

// Number returns the number of a position's state. The position must belong to the class, and the
// index must hold it.
func (x *Index) Number(p *board.Position) uint64 {
	s := StateOf(p)
	if !x.GainsRights() {
		return x.StateNumber(&s)
	}
	return x.numberIn(x.sectionOf(p), &s)
}

// StateNumber returns the number of a state without rights.
func (x *Index) StateNumber(s *State) uint64 { return x.numberIn(&x.sections[0], s) }

// numberIn returns the number of a state in a section, the least of the numbers of its images.
func (x *Index) numberIn(in *section, s *State) uint64 {
	// The colours are exchanged with a symmetry of the board, and others may follow.
	exchange := uint8(0)
	turn := uint64(s.Turn & 1)
	if in.symmetry.exchanges {
		exchange = in.symmetry.exchange * uint8(turn)
		turn = 0
	}
	image := &imageOf[exchange&(symmetries-1)]
	after := &composed[exchange&(symmetries-1)]

	a, b := image[s.Kings[0]&63], image[s.Kings[1]&63]
	pair, ways := uint64(in.kings.number[a&63][b&63]), in.kings.to[a&63][b&63]
	least := x.imageNumber(in, s, after[firstOf(ways)&(symmetries-1)], pair)
	for rest := ways & (ways - 1); rest != 0; rest &= rest - 1 {
		least = min(least, x.imageNumber(in, s, after[firstOf(rest)&(symmetries-1)], pair))
	}
	return in.first + turn*x.owners()*in.placements + least
}

// imageNumber returns the number, in its section and for its side to move, of a state's image under
// a symmetry that maps its kings to the given pair.
func (x *Index) imageNumber(in *section, s *State, symmetry uint8, pair uint64) uint64 {
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

	return owners*in.placements + n
}

// Position sets p to the position with a number; its key is not set. It reports whether the number
// belongs to a state; if not, p is meaningless.
func (x *Index) Position(number uint64, p *board.Position) bool {
	last := len(x.sections) - 1
	for x.sections[last].first > number {
		last--
	}
	in := &x.sections[last]
	owners, n := (number-in.first)/in.placements, (number-in.first)%in.placements
	turn := board.White
	if owners >= x.owners() {
		owners -= x.owners()
		turn = board.Black
	}

	var places [len(State{}.Pieces)]uint64
	for i := len(x.groups) - 1; i >= 0; i-- {
		g := &x.groups[i]
		places[i], n = n%g.places, n/g.places
	}

	*p = board.Position{Turn: turn, EnPassant: board.NoSquare, Number: 1}
	pair := in.kings.pairs[n]
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
	p.Colours[turn], p.Colours[turn.Other()] = ^free&^enemy, enemy
	if !in.rights.give(p, x.gained) {
		return false
	}

	// If symmetries keep the kings, other numbers than this may give the same state.
	fix := in.kings.fix[n]
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

// firstOf returns the least symmetry of a set of them.
func firstOf(set uint8) int { return bits.TrailingZeros8(set) }
