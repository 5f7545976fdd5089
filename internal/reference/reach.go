package reference

import (
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// reach is a board with the squares on which each of its pieces bears (PAC-4).
type reach struct {
	board *board.Position
	grid  grid
	on    [board.NoSquare]board.Bitboard
}

// newReach returns the reach of a board. With the reach of another that is much like it, as the
// board before a move is, only what is new is looked at: on which squares a piece bears depends on
// what stands there and on nothing else, so that they are the same unless something has changed
// there, or the piece itself.
func newReach(set *ruleset.Set, p *board.Position, before *reach) (r reach) {
	r.board, r.grid = p, newGrid(p)
	changed := ^board.Bitboard(0)
	if before != nil {
		changed = differ(p, before.board)
	}
	for from := range p.Occupied().All {
		if changed.Has(from) || before.on[from]&changed != 0 {
			r.on[from] = bearsOn(set, &r.grid, from)
		} else {
			r.on[from] = before.on[from]
		}
	}

	return r
}

// differ returns the squares on which two boards are not the same.
func differ(p, q *board.Position) board.Bitboard {
	// where a black piece alone comes or goes, its kind tells
	return (p.Colours[board.White] ^ q.Colours[board.White]) |
		(p.Pawns ^ q.Pawns) | (p.Knights ^ q.Knights) | (p.Kings ^ q.Kings) | (p.Rooks ^ q.Rooks) |
		(p.Bishops ^ q.Bishops)
}

// bearsOn returns the squares on which the piece on a square bears (PAC-4).
func bearsOn(set *ruleset.Set, g *grid, from board.Square) board.Bitboard {
	piece := g.at(from)
	switch piece.Kind {
	case board.King:
		if set.KingBears == ruleset.Yes {
			return nextTo[from]
		}
		return 0
	case board.Knight:
		return knightsOff[from]
	case board.Pawn:
		if set.PawnBears == ruleset.BearsAttacking {
			return pawnsOff[piece.Colour][from]
		}
		// The one square straight ahead. The two-step is a privilege of the first move and bears on
		// nothing.
		return aheadOf[piece.Colour][from]
	}

	var squares board.Bitboard
	for _, l := range lines[from] {
		if l.slides(piece.Kind) {
			squares |= bearsAlong(set, g, l, piece.Colour)
		}
	}

	return squares
}

// bearsAlong returns the squares on which a slider of a side bears along a line out of its square
// (PAC-4).
func bearsAlong(set *ruleset.Set, g *grid, l line, side board.Colour) (squares board.Bitboard) {
	for _, s := range l.squares {
		squares |= s.Bit()
		if piece := g.at(s); piece.Kind != board.NoKind && !bearsThrough(set, piece, l.step, side) {
			if set.Lines == ruleset.Attackers && piece.Colour == side {
				squares |= attacksNext(piece, s, l.step)
			}
			break
		}
	}

	return squares
}

// bearsThrough reports whether sliders of a side that move along lines of a step's direction bear
// through a piece, on all that comes after it (PAC-4, setting lines).
func bearsThrough(set *ruleset.Set, piece board.Piece, st step, side board.Colour) bool {
	switch set.Lines {
	case ruleset.Batteries, ruleset.Attackers:
		return piece.Colour == side && st.slides(piece.Kind)
	case ruleset.AnyFriend:
		return piece.Colour == side
	case ruleset.BothColours:
		return st.slides(piece.Kind)
	}

	return false // ruleset.Blocked
}

// attacksNext returns the next square of a line if a pawn or king attacks it in the orthodox sense
// from where it stands, whatever pawn-bears and king-bears say of its own weight: none otherwise.
func attacksNext(piece board.Piece, at board.Square, st step) board.Bitboard {
	next, ok := st.from(at)
	if !ok {
		return 0
	}
	switch piece.Kind {
	case board.King:
		return next.Bit()
	case board.Pawn:
		return pawnsOff[piece.Colour][at] & next.Bit()
	}

	return 0
}
