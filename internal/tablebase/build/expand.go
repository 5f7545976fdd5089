package build

import (
	"github.com/klauspost/compress/zstd"

	"turncoat/internal/fast"
	"turncoat/internal/tablebase"
	"turncoat/rules/board"
)

// An edge leads to a position after a turn. It is the number of the position in the table that is
// being built; for a position of another table, it is the size of this one plus the value there.
// The last edge of each move is marked, because a move has several edges if the enemy chooses a
// reclaim (PAC-8).
type edge uint64

// An expander finds the edges of positions. It belongs to one goroutine.
type expander struct {
	*solution
	packer *zstd.Encoder

	turns   []board.Turn
	choices fast.Choices
	edges   []edge
	turned  uint64 // turns generated so far

	// enPassant has the positions after a turn in which a pawn can be captured en passant. They
	// have no number: their values are computed each time from the positions after them.
	enPassant []board.Position
}

func newExpander(s *solution) *expander { return &expander{solution: s, packer: newFoundPacker()} }

// expand finds the edges of a position.
func (e *expander) expand(p *board.Position) {
	e.edges, e.enPassant = e.edges[:0], e.enPassant[:0]
	e.turns = e.rules.AppendTurns(e.turns[:0], p)
	e.turned += uint64(len(e.turns))
	s := tablebase.StateOf(p)
	for i := range e.turns {
		e.addMove(p, &s, &e.turns[i])
	}
}

// addMove adds the edges of a move, given with the full reclaim.
func (e *expander) addMove(p *board.Position, s *tablebase.State, t *board.Turn) {
	before := len(e.edges)
	if t.Reclaimed == 0 {
		e.addTurn(p, s, t)
	} else {
		e.choices.Start(e.rules, p, t.Move)
		for e.choices.Next() {
			choice := e.choices.Turn()
			e.addTurn(p, s, &choice)
		}
	}

	if n := len(e.edges); n > before {
		e.edges[n-1] |= lastMark[edge]()
	}
}

// addTurn adds the edge of a turn.
func (e *expander) addTurn(p *board.Position, s *tablebase.State, t *board.Turn) {
	// A king castles to the square of its rook; rights count only where rooks may gain them.
	leavesClass := t.Promotion != board.NoKind || p.Occupied().Has(t.To)
	isTwoStep := e.index.HasPawns && t.From^t.To == 16 && p.Pawns.Has(t.From)
	mayBeCaptured := isTwoStep && e.family.HasEnPassant()
	if leavesClass || mayBeCaptured || e.index.GainsRights() {
		var after board.Position
		e.rules.Apply(p, *t, &after)
		e.addPosition(&after)
		return
	}

	e.edges = append(e.edges, edge(e.numberAfter(p, s, t)))
}

// addPosition adds the edge to a position.
func (e *expander) addPosition(after *board.Position) {
	c, _ := tablebase.ClassOf(after)
	switch {
	case after.EnPassant != board.NoSquare:
		e.enPassant = append(e.enPassant, *after)
	case c == e.index.Class:
		e.edges = append(e.edges, edge(e.index.Number(after)))
	default:
		e.edges = append(e.edges, edge(e.index.Size)+edge(e.lowerValue(after)))
	}
}

// numberAfter returns the number of the position after a turn that stays in the class, in which no
// rook may gain a right.
func (e *expander) numberAfter(p *board.Position, s *tablebase.State, t *board.Turn) uint64 {
	next := *s
	from, to := t.From.Bit(), t.To.Bit()
	switch t.From {
	case s.Kings[0]:
		next.Kings[0] = t.To
	case s.Kings[1]:
		next.Kings[1] = t.To
	default:
		for kind := range next.Pieces {
			if next.Pieces[kind]&from != 0 {
				next.Pieces[kind] ^= from | to
				break
			}
		}
	}

	// After the turn, the mover is the side that is not to move.
	next.Turn = p.Turn.Other()
	next.Enemy = p.Colours[p.Turn] ^ from ^ to ^ t.Converted ^ t.Reclaimed
	return e.index.StateNumber(&next)
}

// lowerValue returns the value of a position of another class.
func (e *expander) lowerValue(p *board.Position) tablebase.Value {
	c, _ := tablebase.ClassOf(p)
	lower := e.lower[c]
	return lower.values[lower.index.Number(p)]
}
