package solve

import (
	"sync"
	"sync/atomic"

	"turncoat/rules/board"
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

// promotions is how many kinds of piece a pawn may promote to, from the knight on.
const promotions = 4

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

func (m mover) isPawn() bool { return m <= blackPawn }

// rides reports whether a man moves any number of steps.
func (m mover) rides() bool { return m == bishop || m == rook || m == queen }

// colour returns the side of a pawn.
func (m mover) colour() board.Colour { return board.Colour(m - whitePawn) }

// forward returns the direction in which a pawn moves, in ranks.
func (m mover) forward() int { return 1 - 2*int(m.colour()) }

const (
	// mostMoves takes every man to every square that it can reach: a pawn promotes after five moves
	// at most, and a knight crosses the board in six.
	mostMoves = 12
	// unreachable is more moves than any line has.
	unreachable = 100
)

// A walk has the squares that a man reaches in at most so many moves.
type walk [mostMoves + 1]board.Bitboard

// geometry is how men move on an empty board on which they can capture wherever they like.
type geometry struct {
	attacks [movers][64]board.Bitboard
	guards  [movers][64]board.Bitboard // the squares from which a square is attacked
	// shadow has the squares that do not see a first square because of a second, which is in it.
	shadow   [64][64]board.Bitboard
	walks    [movers][64]walk             // pawns remain pawns
	promoted [2][promotions][64]walk      // pawns become pieces, from the knight on
	guarding [movers][64][64]guardingWalk // by the squares of a king and of one beside it, or the same
}

// A guardingWalk has the fewest moves from each square to guard another. It is made when it is
// first wanted.
type guardingWalk = atomic.Pointer[[64]uint8]

var emptyBoard = sync.OnceValue(func() *geometry {
	g := new(geometry)
	leaps := map[mover][][2]int{
		knight: {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}},
		bishop: {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}},
		rook:   {{1, 0}, {0, 1}, {-1, 0}, {0, -1}},
	}
	leaps[queen] = append(append(leaps[queen], leaps[bishop]...), leaps[rook]...)
	leaps[king] = leaps[queen]
	for at := range board.NoSquare {
		for kind := knight; kind < movers; kind++ {
			g.attacks[kind][at] = rays(at, leaps[kind], kind.rides())
			g.guards[kind][at] = g.attacks[kind][at]
		}
		for _, kind := range []mover{whitePawn, blackPawn} {
			g.attacks[kind][at] = board.PawnAttacks(kind.colour(), at)
			g.guards[kind][at] = board.PawnAttacks(kind.colour().Other(), at)
		}
		for _, step := range leaps[queen] {
			ray := rays(at, [][2]int{step}, true)
			for next := range ray.All {
				g.shadow[at][next] = ray&rays(next, [][2]int{step}, true) | next.Bit()
			}
		}
	}

	for kind := range movers {
		for at := range board.NoSquare {
			g.walk(kind, at)
		}
	}
	for _, pawn := range []mover{whitePawn, blackPawn} {
		for at := range board.NoSquare {
			g.promote(pawn, at)
		}
	}
	return g
})

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
	if !kind.isPawn() {
		return squares
	}
	forward := kind.forward()
	if rank := from.Rank() + forward; rank >= 0 && rank < 8 {
		squares |= board.At(from.File(), rank).Bit()
	}
	if rank := from.Rank() + 2*forward; from.Rank() == kind.colour().FirstRank()+forward {
		squares |= board.At(from.File(), rank).Bit()
	}
	return squares
}

// walk finds the squares that a man reaches from one. Pawns end before they promote.
func (g *geometry) walk(kind mover, from board.Square) {
	reached := from.Bit()
	for moves := range g.walks[kind][from] {
		g.walks[kind][from][moves] = reached
		for at := range reached.All {
			reached |= g.targets(kind, at)
		}
		if kind.isPawn() {
			reached &^= lastRanks
		}
	}
}

// lastRanks are the first and the last rank.
const lastRanks = 0xff000000000000ff

// promote finds the squares that the pieces reach to which a pawn promotes.
func (g *geometry) promote(pawn mover, from board.Square) {
	for before := range mostMoves {
		arrived := board.Bitboard(0)
		for at := range g.walks[pawn][from][before].All {
			arrived |= g.targets(pawn, at) & lastRanks
		}
		for i := range promotions {
			reached := &g.promoted[pawn.colour()][i][from]
			for at := range arrived.All {
				for moves := before + 1; moves <= mostMoves; moves++ {
					reached[moves] |= g.walks[knight+mover(i)][at][moves-before-1]
				}
			}
		}
	}
}

// anyKind returns the squares that a man reaches in at most so many moves, promoted or not.
func (g *geometry) anyKind(kind mover, from board.Square, moves int) board.Bitboard {
	squares := g.walks[kind][from][moves]
	if kind.isPawn() {
		for i := range promotions {
			squares |= g.promoted[kind.colour()][i][from][moves]
		}
	}
	return squares
}

// fewest returns in how many moves a man reaches its goal. If it was a pawn when the goal was set,
// the goal has sets of squares by kind.
func (g *geometry) fewest(kind mover, from board.Square, to []board.Bitboard, wasPawn bool) int {
	if kind.isPawn() {
		for moves := range mostMoves + 1 {
			if g.walks[kind][from][moves]&to[0] != 0 {
				return moves
			}
			for i := range promotions {
				if g.promoted[kind.colour()][i][from][moves]&to[1+i] != 0 {
					return moves
				}
			}
		}
		return unreachable
	}

	squares := to[0]
	if wasPawn {
		squares = to[1+kind-knight]
	}
	for moves, reached := range &g.walks[kind][from] {
		if reached&squares != 0 {
			return moves
		}
	}
	return unreachable
}

// movesToGuard returns in how many moves a man comes to guard a square beside a king, or to attack
// the king's own.
func (g *geometry) movesToGuard(kind mover, from, king, square board.Square) int {
	place := &g.guarding[kind][king][square]
	known := place.Load()
	if known == nil {
		known = new([64]uint8)
		for at := range board.NoSquare {
			known[at] = uint8(g.fewest(kind, at, g.guardPosts(king, square, kind), kind.isPawn()))
		}
		place.Store(known)
	}
	return int(known[from])
}

// guardPosts returns the goal of a man that is to guard a square beside a king.
func (g *geometry) guardPosts(at, square board.Square, kind mover) []board.Bitboard {
	posts := g.guards[kind][square] &^ at.Bit()
	if kind == king {
		posts &^= g.attacks[king][at]
	}
	if !kind.isPawn() {
		return []board.Bitboard{posts}
	}
	goal := []board.Bitboard{posts}
	for i := range promotions {
		goal = append(goal, g.guards[knight+mover(i)][square]&^at.Bit())
	}
	return goal
}
