//go:build !turncoat_web

package tablebase

import (
	"turncoat/rules/board"
)

// slice works out one slice in the pass that the solution is at and returns what it has found, encoded.
func (e *expander) slice(n int) []byte {
	f := e.look(n)
	return e.encode(&f)
}

// look works out one slice.
func (e *expander) look(n int) (f found) {
	switch kept := &e.slices[n]; {
	case e.pass == 0:
		e.lookForEnds(n, &f)
	case e.pass == 1:
		e.lookForWins(n, &f)
	case kept.keeps:
		e.lookThrough(n, kept, &f)
	default:
		e.lookAgain(n, kept, &f)
	}
	return f
}

// lookForEnds is pass 0: it finds the numbers that are no positions', and the positions that are lost.
func (e *expander) lookForEnds(n int, f *found) {
	var p board.Position
	first := uint64(n) * sliceSize
	for i := range e.part(n) {
		switch nobodys, lost := e.ends(first+uint64(i), &p); {
		case nobodys:
			f.nobodys.add(i)
		case lost:
			f.decided.add(i)
		}
	}
}

// ends sets the position of a number, and reports whether it is none, and whether it is lost.
func (e *expander) ends(number uint64, p *board.Position) (nobodys, lost bool) {
	if !e.x.at(number, p) || !e.valid(p) {
		return true, false
	}
	return false, e.mayBeLost(p) && !e.rules.HasTurn(p)
}

// valid reports whether a position with White to move is one (CON-12; in the Pacifist family all are, PAC-17).
func (s *solution) valid(p *board.Position) bool {
	return !s.family.HasCheck() || !s.rules.InCheck(p, board.Black)
}

// mayBeLost reports whether White, to move, has lost if it has no legal turn (PAC-12, CON-11).
func (s *solution) mayBeLost(p *board.Position) bool {
	if s.family.KingsConvert() {
		return p.Kingless(board.White)
	}
	return s.rules.InCheck(p, board.White)
}

// lookForWins is pass 1: it finds the positions that are won at once, and those in which there is no turn.
func (e *expander) lookForWins(n int, f *found) {
	var p board.Position
	first := uint64(n) * sliceSize
	for i, v := range e.part(n) {
		if v != 0 {
			continue
		}
		e.x.at(first+uint64(i), &p)
		switch won, any := e.winsAtOnce(&p); {
		case won:
			f.decided.add(i)
		case !any:
			f.drawn.add(i)
		}
	}
}

// winsAtOnce reports whether White, to move, has a turn after which Black has lost, and whether it has any.
func (e *expander) winsAtOnce(p *board.Position) (won, any bool) {
	e.turns = e.rules.AppendTurns(e.turns[:0], p)
	e.turned += uint64(len(e.turns))
	s := stateOf(p)
	black := p.Kings & p.Colours[board.Black]
	for i := range e.turns {
		t := &e.turns[i]
		if e.family.KingsConvert() && (black&^t.Converted|p.Kings&t.Reclaimed) != 0 {
			continue // Black keeps a king, or can take one back
		}
		e.edges, e.passing = e.edges[:0], e.passing[:0]
		e.move(p, &s, t)
		if _, won := sift(e.edges, e.values, 1); won || e.passesFor(1) {
			return true, true
		}
	}
	return false, len(e.turns) > 0
}

// lookAgain works out the undecided positions of a slice anew, and keeps their edges if there is room.
func (e *expander) lookAgain(n int, kept *slice, f *found) {
	var p board.Position
	first := uint64(n) * sliceSize
	keeps := e.x.size < narrow
	var open []openPosition
	var edges []uint32
	for i, v := range e.part(n) {
		if v != 0 {
			continue
		}
		e.x.at(first+uint64(i), &p)
		rest, decided := e.decides(&p)
		switch {
		case decided:
			f.decided.add(i)
		case !keeps:
		case len(e.passing) > 0:
			open = append(open, openPosition{uint16(i), passing})
		default:
			open = append(open, openPosition{uint16(i), uint16(len(rest))})
			for _, edge := range rest {
				edges = append(edges, uint32(edge)|uint32(edge>>32&(1<<31)))
			}
			keeps = len(rest) < passing && e.room.Load() > int64(len(edges))*4
		}
	}
	if keeps {
		kept.keep(e.solution, open, edges)
	}
}

// decides works out a position anew and reports whether the pass, the second or a later one, decides it; rest
// are the edges that still matter if it does not.
func (e *expander) decides(p *board.Position) (rest []edge, decided bool) {
	e.expand(p)
	rest, decided = sift(e.edges, e.values, e.pass)
	if e.pass&1 == 1 {
		return rest, decided || e.passesFor(e.pass)
	}
	return rest, decided && e.passesAgainst(e.pass)
}

// lookThrough works out the undecided positions of a slice from the edges that are kept.
func (e *expander) lookThrough(n int, kept *slice, f *found) {
	first := uint64(n) * sliceSize
	open, edges := kept.open[:0], kept.edges[:0]
	next := kept.edges
	for _, o := range kept.open {
		if e.values[first+uint64(o.at)] != 0 { // in a pass in which others have looked at the slice
			if o.edges != passing {
				next = next[o.edges:]
			}
			continue
		}
		if o.edges == passing {
			var p board.Position
			e.x.at(first+uint64(o.at), &p)
			if _, decided := e.decides(&p); decided {
				f.decided.add(int(o.at))
			} else {
				open = append(open, o)
			}
			continue
		}
		rest, decided := sift(next[:o.edges], e.values, e.pass)
		next = next[o.edges:]
		if decided {
			f.decided.add(int(o.at))
			continue
		}
		edges = append(edges, rest...)
		open = append(open, openPosition{o.at, uint16(len(rest))})
	}
	kept.open, kept.edges = open, edges
	if len(edges) < cap(edges)/2 {
		kept.keep(e.solution, open, edges)
	}
}

// keep holds positions and edges in no more memory than they need.
func (k *slice) keep(s *solution, open []openPosition, edges []uint32) {
	room := int64(len(open)+len(edges)) * 4
	s.room.Add(k.room - room)
	*k = slice{true, append(make([]openPosition, 0, len(open)), open...), append(make([]uint32, 0, len(edges)),
		edges...), room}
}

// sift takes out of a position's edges, in place, what no longer matters and reports whether the position is decided
// in the pass: in odd passes, which find wins, the enemy's lost choices go, and a move with no other wins; in even
// passes moves go after which the enemy can choose to have won, and a position without others is lost.
func sift[E uint32 | edge](edges []E, values []Value, pass int) (rest []E, decided bool) {
	mark := lastMark[E]()
	rest = edges[:0]
	start, bad := 0, false
	if pass&1 == 1 {
		for _, e := range edges {
			if n := e &^ mark; !values[n].Loses() {
				rest = append(rest, n)
			}
			if e&mark != 0 {
				if len(rest) == start {
					return nil, true
				}
				rest[len(rest)-1] |= mark
				start = len(rest)
			}
		}
		return rest, false
	}
	for _, e := range edges {
		n := e &^ mark
		bad = bad || values[n].Wins()
		rest = append(rest, n)
		if e&mark != 0 {
			if bad {
				rest, bad = rest[:start], false
			} else {
				rest[len(rest)-1] |= mark
				start = len(rest)
			}
		}
	}
	return rest, len(rest) == 0
}

// lastMark is what marks the last edge of a move: the highest bit.
func lastMark[E uint32 | edge]() E { return ^(^E(0) >> 1) }
