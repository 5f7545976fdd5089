package reference

import "turncoat/rules/board"

// grid is the board as a player sees it: the squares, each with a piece or empty, and where the
// pieces of each colour stand.
type grid struct {
	squares [board.NoSquare]board.Piece
	colours [2]board.Bitboard
}

var emptyGrid = func() (g grid) {
	for s := range g.squares {
		g.squares[s] = board.NoPiece
	}
	return g
}()

// newGrid returns the grid of a position.
func newGrid(p *board.Position) grid {
	g := emptyGrid
	g.colours = p.Colours
	for _, c := range [...]board.Colour{board.White, board.Black} {
		for kind := board.Pawn; kind <= board.King; kind++ {
			for s := range (p.Pieces(kind) & p.Colours[c]).All {
				g.squares[s] = board.Piece{Kind: kind, Colour: c}
			}
		}
	}

	return g
}

func (g *grid) at(s board.Square) board.Piece { return g.squares[s] }

func (g *grid) empty(s board.Square) bool { return g.at(s).Kind == board.NoKind }

// of returns the squares of the pieces of a colour.
func (g *grid) of(c board.Colour) board.Bitboard { return g.colours[c] }

// find returns the squares of the pieces of a kind and a colour.
func (g *grid) find(piece board.Piece) board.Bitboard {
	var found board.Bitboard
	for s := range g.of(piece.Colour).All {
		if g.at(s) == piece {
			found |= s.Bit()
		}
	}

	return found
}

// A step goes from one square to another: so many files to the right and so many ranks up.
type step struct{ files, ranks int }

var (
	straight    = []step{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	diagonal    = []step{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	compass     = append(append([]step(nil), straight...), diagonal...)
	knightSteps = []step{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// from returns the square that the step reaches, and whether it is on the board.
func (st step) from(s board.Square) (board.Square, bool) {
	file, rank := s.File()+st.files, s.Rank()+st.ranks
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return board.NoSquare, false
	}
	return board.At(file, rank), true
}

// A line is the squares on the way from a square to the edge of the board, by the same step again
// and again.
type line struct {
	step
	squares []board.Square
}

// lines are the eight lines out of each square, in the order of the compass. They are walked so
// often that they are laid out once, all in one piece of memory, since every start of a program
// does so.
var lines = func() (from [board.NoSquare][8]line) {
	all := make([]board.Square, 0, 1456) // a queen's moves on an empty board, from every square
	for s := range from {
		for i, st := range compass {
			begin := len(all)
			for to, ok := st.from(board.Square(s)); ok; to, ok = st.from(to) {
				all = append(all, to)
			}
			from[s][i] = line{st, all[begin:]}
		}
	}

	return from
}()

// The squares one step away from each, for kings and knights, and by colour for pawns that take and
// that advance.
var (
	nextTo     = away(compass...)
	knightsOff = away(knightSteps...)
	pawnsOff   = [2][board.NoSquare]board.Bitboard{away(pawnTakes(board.White)...),
		away(pawnTakes(board.Black)...)}
	aheadOf = [2][board.NoSquare]board.Bitboard{away(step{0, forward(board.White)}),
		away(step{0, forward(board.Black)})}
)

// away returns for each square where the steps lead from it.
func away(steps ...step) (to [board.NoSquare]board.Bitboard) {
	for s := range to {
		for _, st := range steps {
			if at, ok := st.from(board.Square(s)); ok {
				to[s] |= at.Bit()
			}
		}
	}

	return to
}

func (st step) isDiagonal() bool { return st.files != 0 && st.ranks != 0 }

// slides reports whether a kind of piece moves along lines of the step's direction.
func (st step) slides(k board.Kind) bool {
	switch k {
	case board.Queen:
		return true
	case board.Rook:
		return !st.isDiagonal()
	case board.Bishop:
		return st.isDiagonal()
	}

	return false
}

// forward returns the ranks that a pawn of a colour advances: 1 up or 1 down.
func forward(c board.Colour) int { return 1 - 2*int(c) }

// pawnTakes returns the two steps by which a pawn of a colour attacks.
func pawnTakes(c board.Colour) []step { return []step{{-1, forward(c)}, {1, forward(c)}} }

// rankOf returns a rank as a side counts it, from 0: the second rank of Black is the seventh row.
func rankOf(s board.Square, c board.Colour) int {
	if c == board.Black {
		return 7 - s.Rank()
	}
	return s.Rank()
}

// attacks returns the squares that the piece on a square attacks as in orthodox chess, sliders as
// far as the first piece on the line.
func (g *grid) attacks(from board.Square) board.Bitboard {
	piece := g.at(from)
	switch piece.Kind {
	case board.Pawn:
		return pawnsOff[piece.Colour][from]
	case board.Knight:
		return knightsOff[from]
	case board.King:
		return nextTo[from]
	}

	var on board.Bitboard
	for _, l := range lines[from] {
		if !l.slides(piece.Kind) {
			continue
		}
		for _, s := range l.squares {
			on |= s.Bit()
			if !g.empty(s) {
				break
			}
		}
	}

	return on
}

// attacked reports whether a piece of a side attacks the square as in orthodox chess: sliders along
// open lines, nothing through anything.
func (g *grid) attacked(s board.Square, by board.Colour) bool {
	for _, st := range compass {
		for at, ok := st.from(s); ok; at, ok = st.from(at) {
			if piece := g.at(at); piece.Kind != board.NoKind {
				if piece.Colour == by && st.slides(piece.Kind) {
					return true
				}
				break
			}
		}
	}

	return g.stands(nextTo[s], board.Piece{Kind: board.King, Colour: by}) ||
		g.stands(knightsOff[s], board.Piece{Kind: board.Knight, Colour: by}) ||
		g.pawnAttacks(s, by)
}

// pawnAttacks reports whether a pawn of a side attacks the square: backwards, it is where a pawn of
// the other side would take.
func (g *grid) pawnAttacks(s board.Square, by board.Colour) bool {
	return g.stands(pawnsOff[by.Other()][s], board.Piece{Kind: board.Pawn, Colour: by})
}

// stands reports whether the piece stands on one of the squares.
func (g *grid) stands(squares board.Bitboard, piece board.Piece) bool {
	for at := range squares.All {
		if g.at(at) == piece {
			return true
		}
	}

	return false
}
