package solve

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"turncoat/rules/board"
)

// Help-play in orthodox chess is cut off where no picture of a mate, or of a stalemate, can be
// reached any more: for each square that the king can get to, each square around it must be guarded
// or blocked at the end, and the king attacked unless it is a stalemate. How many moves that takes
// at least is counted as if every man moved on an empty board and could capture wherever it likes,
// so that nothing is cut off that leads to the goal.

// A picture has a bit for the square of the king, and one for each square around it.
type picture uint16

const (
	kingBit     picture = 1 << 4
	wholeField  picture = 1<<9 - 1
	unreachable         = 100 // moves, more than any line has
)

// mover is a kind of man; pawns are two kinds.
type mover uint8

const (
	whitePawn mover = iota
	blackPawn
	knight
	bishop
	rook
	queen
	king
	movers
)

func moverOf(kind board.Kind, c board.Colour) mover {
	switch kind {
	case board.Knight:
		return knight
	case board.Bishop:
		return bishop
	case board.Rook:
		return rook
	case board.Queen:
		return queen
	case board.King:
		return king
	}
	return whitePawn + mover(c)
}

// A man is a piece on its square.
type man struct {
	mover
	at board.Square
}

// A contribution is what a man guards of a picture after so many moves.
type contribution struct {
	guards picture
	moves  int
}

// geometry is how men move on an empty board.
type geometry struct {
	attacks  [movers][64]board.Bitboard
	distance [movers][64][64]uint8 // moves at least; those of pawns include promotion
	beyond   [64]picture           // what is off the board around a king
	// contributions of a man to the picture of a king, made when they are first wanted.
	contributions [movers][64][64]atomic.Pointer[[]contribution]
}

var emptyBoard = sync.OnceValue(func() *geometry {
	g := new(geometry)
	for at := range board.NoSquare {
		g.beyond[at] = wholeField &^ pictureOf(at, ^board.Bitboard(0))
	}
	leaps := map[mover][][2]int{
		knight: {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}},
		bishop: {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}},
		rook:   {{1, 0}, {0, 1}, {-1, 0}, {0, -1}},
	}
	leaps[queen] = append(append(leaps[queen], leaps[bishop]...), leaps[rook]...)
	leaps[king] = leaps[queen]
	for kind := knight; kind < movers; kind++ {
		rides := kind == bishop || kind == rook || kind == queen
		for from := range board.NoSquare {
			g.attacks[kind][from] = rays(from, leaps[kind], rides)
		}
		for from := range board.NoSquare {
			g.walk(kind, from)
		}
	}

	for _, kind := range []mover{whitePawn, blackPawn} {
		for from := range board.NoSquare {
			g.attacks[kind][from] = board.PawnAttacks(kind.colour(), from)
		}
		for from := range board.NoSquare {
			g.walk(kind, from)
			g.promote(kind, from)
		}
	}
	return g
})

// colour returns the side of a pawn.
func (m mover) colour() board.Colour { return board.Colour(m - whitePawn) }

// rays returns the squares that are a step away, or any number of steps if the man rides.
func rays(from board.Square, steps [][2]int, rides bool) (squares board.Bitboard) {
	for _, step := range steps {
		file, rank := from.File()+step[0], from.Rank()+step[1]
		for file >= 0 && file < 8 && rank >= 0 && rank < 8 {
			squares |= board.At(file, rank).Bit()
			if !rides {
				break
			}
			file, rank = file+step[0], rank+step[1]
		}
	}
	return squares
}

// targets returns the squares that a man may reach in one move, whatever stands there.
func (g *geometry) targets(kind mover, from board.Square) board.Bitboard {
	squares := g.attacks[kind][from]
	if kind > blackPawn {
		return squares
	}
	forward := 1 - 2*int(kind.colour())
	if rank := from.Rank() + forward; rank >= 0 && rank < 8 {
		squares |= board.At(from.File(), rank).Bit()
	}
	if rank := from.Rank() + 2*forward; from.Rank() == kind.colour().FirstRank()+forward {
		squares |= board.At(from.File(), rank).Bit()
	}
	return squares
}

// walk finds the distances from a square.
func (g *geometry) walk(kind mover, from board.Square) {
	distance := &g.distance[kind][from]
	for to := range distance {
		distance[to] = unreachable
	}
	distance[from] = 0
	next := from.Bit()
	for moves := uint8(1); next != 0; moves++ {
		reached := board.Bitboard(0)
		for at := range next.All {
			for to := range g.targets(kind, at).All {
				if distance[to] == unreachable {
					distance[to] = moves
					reached |= to.Bit()
				}
			}
		}
		next = reached
	}
}

// promote shortens the distances from the square of a pawn by what it may promote to.
func (g *geometry) promote(pawn mover, from board.Square) {
	distance := &g.distance[pawn][from]
	steps := *distance
	for file := range 8 {
		at := board.At(file, pawn.colour().Other().FirstRank())
		for to := range distance {
			after := min(g.distance[queen][at][to], g.distance[knight][at][to])
			distance[to] = min(distance[to], steps[at]+after)
		}
	}
}

// pictureOf returns the part of a set of squares that is around a king.
func pictureOf(at board.Square, squares board.Bitboard) (seen picture) {
	for i := range 9 {
		file, rank := at.File()+i%3-1, at.Rank()+i/3-1
		if file >= 0 && file < 8 && rank >= 0 && rank < 8 && squares.Has(board.At(file, rank)) {
			seen |= 1 << i
		}
	}
	return seen
}

// contributionsOf returns what a man can guard around a king, those with fewest moves first. What
// another one includes in as few moves is left out.
func (g *geometry) contributionsOf(m man, around board.Square) []contribution {
	place := &g.contributions[m.mover][m.at][around]
	if known := place.Load(); known != nil {
		return *known
	}
	var all []contribution
	for moves := range unreachable {
		before := len(all)
		for to := range board.NoSquare {
			if int(g.distance[m.mover][m.at][to]) != moves || to == around {
				continue
			}
			for _, kind := range g.becomes(m, to) {
				if kind == king && g.attacks[king][to].Has(around) {
					continue
				}
				all = addContribution(all, contribution{pictureOf(around, g.attacks[kind][to]), moves})
			}
		}
		if moves > 7 && before == len(all) {
			break
		}
	}
	place.Store(&all)
	return all
}

// becomes returns what a man can be when it is on a square. A queen guards what a rook and a bishop
// do.
func (g *geometry) becomes(m man, to board.Square) []mover {
	switch {
	case m.mover > blackPawn:
		return []mover{m.mover}
	case to == m.at:
		return []mover{m.mover}
	}
	return []mover{m.mover, queen, knight}
}

func addContribution(all []contribution, c contribution) []contribution {
	for _, known := range all {
		if known.guards&c.guards == c.guards && known.moves <= c.moves {
			return all
		}
	}
	return append(all, c)
}

// A pictureSearch looks for a picture that can still be reached.
type pictureSearch struct {
	*geometry
	attackers  []man
	reach      [64]uint8        // how many moves the loser needs at least to have a man on a square
	blocks     [9]int           // those for the squares of a picture
	blockMoves int              // moves left for blocks
	choices    [][]contribution // of each attacker
	still      []picture        // what the attackers from one on guard without a move
	most       []picture        // what they guard at most, each with all moves that are left
}

// mayBeReached reports whether the loser can still be mated, or stalemated, if its enemy has so many
// moves left and itself has so many.
func (s *pictureSearch) mayBeReached(p *board.Position, loser board.Colour, stale bool, moves, own int) bool {
	kings := p.Kings & p.Colours[loser]
	if kings.Count() != 1 || p.Rights != (board.Rights{}) {
		return true
	}
	if s.geometry == nil {
		s.geometry = emptyBoard()
	}
	s.list(p, loser)
	from := kings.First()
	for at := range board.NoSquare {
		walk := int(s.distance[king][from][at])
		if walk <= own && s.mayBeAt(at, own-walk, moves, stale) {
			return true
		}
	}
	return false
}

// list lists the men of both sides, without the king of the loser.
func (s *pictureSearch) list(p *board.Position, loser board.Colour) {
	s.attackers = s.attackers[:0]
	for at := range p.Colours[loser.Other()].All {
		s.attackers = append(s.attackers, man{moverOf(p.KindAt(at), loser.Other()), at})
	}
	for to := range s.reach {
		s.reach[to] = unreachable
	}
	for at := range (p.Colours[loser] &^ p.Kings).All {
		distance := &s.distance[moverOf(p.KindAt(at), loser)][at]
		for to := range s.reach {
			s.reach[to] = min(s.reach[to], distance[to])
		}
	}
}

// mayBeAt is mayBeReached for one square of the king, with so many moves left for blocks.
func (s *pictureSearch) mayBeAt(at board.Square, own, moves int, stale bool) bool {
	s.blockMoves = own
	given := s.beyond[at]
	if stale {
		given |= kingBit
	}
	for i := range s.blocks {
		s.blocks[i] = unreachable
		if bit := picture(1) << i; bit != kingBit && s.beyond[at]&bit == 0 {
			s.blocks[i] = int(s.reach[int(at)+i/3*8+i%3-9])
		}
	}

	count := len(s.attackers)
	s.choices, s.still = s.choices[:0], append(s.still[:0], make([]picture, count+1)...)
	for _, m := range s.attackers {
		s.choices = append(s.choices, s.contributionsOf(m, at))
	}
	s.most = append(s.most[:0], s.still...)
	for i := count - 1; i >= 0; i-- {
		s.most[i] = s.most[i+1]
		for _, c := range s.choices[i] {
			if c.moves > moves {
				break
			}
			s.most[i] |= c.guards
		}
		s.still[i] = s.still[i+1]
		if first := s.choices[i]; len(first) > 0 && first[0].moves == 0 {
			s.still[i] |= first[0].guards
		}
	}
	return s.complete(0, given, moves)
}

// complete reports whether the attackers from one on, with so many moves, can guard what is not
// guarded yet and cannot be blocked.
func (s *pictureSearch) complete(i int, guarded picture, moves int) bool {
	if s.blocked(wholeField &^ (guarded | s.still[i])) {
		return true
	}
	if moves == 0 || !s.blocked(wholeField&^(guarded|s.most[i])) {
		return false
	}
	idle := len(s.choices[i]) == 0 || s.choices[i][0].moves > 0 // what it guards now does not count
	if idle && s.complete(i+1, guarded, moves) {
		return true
	}
	for _, c := range s.choices[i] {
		if c.moves > moves {
			break
		}
		if s.complete(i+1, guarded|c.guards, moves-c.moves) {
			return true
		}
	}
	return false
}

// blocked reports whether the loser can block some squares.
func (s *pictureSearch) blocked(missing picture) bool {
	moves := 0
	for ; missing != 0; missing &= missing - 1 {
		moves += s.blocks[bits.TrailingZeros16(uint16(missing))]
	}
	return moves <= s.blockMoves
}
