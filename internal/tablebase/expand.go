//go:build !turncoat_web

package tablebase

import (
	"github.com/klauspost/compress/zstd"

	"turncoat/rules"
	"turncoat/rules/board"
)

// An edge is the number of a position after a turn, in the table that is built, or from its size on a value of another
// table: size + value. The last of the edges of one move carries the mark: there is more than one where the enemy
// chooses a reclaim (PAC-8).
type edge uint64

const lastEdge edge = 1 << 63

// An expander finds the edges of positions. It belongs to one goroutine.
type expander struct {
	*solution
	packer *zstd.Encoder

	turns   []board.Turn
	choices rules.Choices
	edges   []edge
	turned  uint64 // turns worked out so far

	// The positions that a turn can lead to in which a pawn can be taken en passant. They have no number: what they are
	// worth is worked out each time, from the positions after them.
	passing []board.Position
}

func newExpander(s *solution) *expander { return &expander{solution: s, packer: newFoundPacker()} }

// expand finds the edges of a position with White to move.
func (e *expander) expand(p *board.Position) {
	e.edges, e.passing = e.edges[:0], e.passing[:0]
	e.turns = e.rules.AppendTurns(e.turns[:0], p)
	e.turned += uint64(len(e.turns))
	s := stateOf(p)
	for i := range e.turns {
		e.move(p, &s, &e.turns[i])
	}
}

// move adds the edges of a move, given with the full reclaim. Where nothing can be reclaimed, that is nothing.
func (e *expander) move(p *board.Position, s *state, t *board.Turn) {
	was := len(e.edges)
	if t.Reclaimed == 0 {
		e.add(p, s, t)
	} else {
		for e.choices.Start(e.rules, p, t.Move); e.choices.Next(); {
			choice := e.choices.Turn()
			e.add(p, s, &choice)
		}
	}
	if n := len(e.edges); n > was {
		e.edges[n-1] |= lastEdge
	}
}

// stateOf returns the state of a position with White to move.
func stateOf(p *board.Position) state {
	s := state{enemy: p.Colours[board.Black]}
	for kind := range board.King {
		s.of[kind] = p.Pieces(kind)
	}
	s.kings[0] = p.Kings.First()
	s.kings[1] = (p.Kings & (p.Kings - 1)).First()
	return s
}

// add adds the edge of a turn.
func (e *expander) add(p *board.Position, s *state, t *board.Turn) {
	if t.Promotion != board.NoKind || p.Occupied().Has(t.To) {
		var after board.Position
		e.rules.Apply(p, *t, &after)
		e.edges = append(e.edges, e.outside(&after))
		return
	}
	if e.x.pawns && e.family.Captures() && p.Pawns.Has(t.From) && t.To == t.From+16 {
		var after board.Position
		e.rules.Apply(p, *t, &after)
		if after.EnPassant != board.NoSquare {
			e.passing = append(e.passing, after)
			return
		}
	}
	e.edges = append(e.edges, edge(e.after(p, s, t)))
}

// after returns the number of the position after a turn that leaves all pieces what they are.
func (e *expander) after(p *board.Position, s *state, t *board.Turn) uint64 {
	next := *s
	from, to := t.From.Bit(), t.To.Bit()
	switch {
	case s.kings[0] == t.From:
		next.kings[0] = t.To
	case s.kings[1] == t.From:
		next.kings[1] = t.To
	default:
		for i := range e.x.groups {
			if kind := e.x.groups[i].kind; next.of[kind]&from != 0 {
				next.of[kind] ^= from | to
				break
			}
		}
	}
	// White's pieces after the turn are the enemy's of the side that is to move then.
	next.enemy = p.Colours[board.White] ^ from ^ to ^ t.Converted ^ t.Reclaimed
	if e.x.pawns {
		next.turn()
	}
	return e.x.number(&next)
}

// outside returns the edge into another table.
func (e *expander) outside(after *board.Position) edge {
	c, _ := ClassOf(after)
	lower := e.lower[c]
	return edge(e.x.size) + edge(lower.values[lower.x.of(after)])
}
