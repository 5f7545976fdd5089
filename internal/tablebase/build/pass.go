package build

import (
	"turncoat/internal/tablebase"
	"turncoat/rules/board"
)

// slice does one slice of the current pass and returns the encoded result.
func (e *expander) slice(n int) []byte {
	f := e.look(n)
	return e.encode(&f)
}

// look does one slice.
func (e *expander) look(n int) (f found) {
	kept := &e.slices[n]
	switch {
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

// lookForEnds is pass 0: it finds the numbers that belong to no position, and the positions that
// are lost.
func (e *expander) lookForEnds(n int, f *found) {
	var p board.Position
	first := uint64(n) * sliceSize
	for i := range e.valuesOf(n) {
		invalid, lost := e.ends(first+uint64(i), &p)
		switch {
		case invalid:
			f.invalid.add(i)
		case lost:
			f.decided.add(i)
		}
	}
}

// ends sets p to the position with a number, and reports whether there is no such position, and
// whether it is lost.
func (e *expander) ends(number uint64, p *board.Position) (invalid, lost bool) {
	if !e.index.Position(number, p) || !e.rules.MayWait(p, p.Turn.Other()) {
		return true, false
	}
	return false, e.mayBeLost(p) && !e.rules.HasTurn(p)
}

// mayBeLost reports whether the side to move has lost if it has no legal turn (PAC-12, CON-11,
// BEN-6).
func (s *solution) mayBeLost(p *board.Position) bool {
	if s.family.KingsConvert() {
		return p.Kingless(p.Turn)
	}
	return s.rules.InCheck(p, p.Turn)
}

// lookForWins is pass 1: it finds the positions that are won at once, and those without a legal
// turn.
func (e *expander) lookForWins(n int, f *found) {
	var p board.Position
	first := uint64(n) * sliceSize
	for i, v := range e.valuesOf(n) {
		if v != 0 {
			continue
		}
		e.index.Position(first+uint64(i), &p)
		won, hasTurn := e.winsAtOnce(&p)
		switch {
		case won:
			f.decided.add(i)
		case !hasTurn:
			f.drawn.add(i)
		}
	}
}

// winsAtOnce reports whether the side to move has a turn after which its enemy has lost, and
// whether it has any turn.
func (e *expander) winsAtOnce(p *board.Position) (won, hasTurn bool) {
	e.turns = e.rules.AppendTurns(e.turns[:0], p)
	e.turned += uint64(len(e.turns))
	s := tablebase.StateOf(p)
	kings := p.Kings & p.Colours[p.Turn.Other()]
	for i := range e.turns {
		t := &e.turns[i]
		keepsKing := kings&^t.Converted != 0
		canReclaimKing := p.Kings&t.Reclaimed != 0
		if e.family.KingsConvert() && (keepsKing || canReclaimKing) {
			continue
		}
		e.edges, e.enPassant = e.edges[:0], e.enPassant[:0]
		e.addMove(p, &s, t)
		if _, won := sift(e.edges, e.values, 1); won || e.losesEnPassant(1) {
			return true, true
		}
	}

	return false, len(e.turns) > 0
}

// lookAgain examines the undecided positions of a slice from scratch, and keeps their edges if
// there is room.
func (e *expander) lookAgain(n int, kept *slice, f *found) {
	var p board.Position
	first := uint64(n) * sliceSize
	keeps := e.index.Size < narrow
	var open []openPosition
	var edges []uint32
	for i, v := range e.valuesOf(n) {
		if v != 0 {
			continue
		}
		e.index.Position(first+uint64(i), &p)
		rest, decided := e.decides(&p)
		switch {
		case decided:
			f.decided.add(i)
		case !keeps:
		case len(e.enPassant) > 0:
			open = append(open, openPosition{uint16(i), hasEnPassant})
		default:
			open = append(open, openPosition{uint16(i), uint16(len(rest))})
			for _, edge := range rest {
				edges = append(edges, uint32(edge)|uint32(edge>>32&(1<<31)))
			}
			keeps = len(rest) < hasEnPassant && e.room.Load() > int64(len(edges))*4
		}
	}

	if keeps {
		kept.keep(e.solution, open, edges)
	}
}

// decides examines a position from scratch and reports whether the current pass, the second or a
// later one, decides it. If not, rest has the edges that still matter.
func (e *expander) decides(p *board.Position) (rest []edge, decided bool) {
	e.expand(p)
	rest, decided = sift(e.edges, e.values, e.pass)
	if findsWins(e.pass) {
		return rest, decided || e.losesEnPassant(e.pass)
	}
	return rest, decided && e.winsEnPassant(e.pass)
}

// lookThrough examines the undecided positions of a slice by the edges that were kept.
func (e *expander) lookThrough(n int, kept *slice, f *found) {
	first := uint64(n) * sliceSize
	open, edges := kept.open[:0], kept.edges[:0]
	next := kept.edges
	for _, o := range kept.open {
		number := first + uint64(o.at)
		decidedElsewhere := e.values[number] != 0 // in the previous pass another machine did the slice
		if o.edges == hasEnPassant {
			if decidedElsewhere {
				continue
			}
			var p board.Position
			e.index.Position(number, &p)
			if _, decided := e.decides(&p); decided {
				f.decided.add(int(o.at))
			} else {
				open = append(open, o)
			}

			continue
		}

		mine := next[:o.edges]
		next = next[o.edges:]
		if decidedElsewhere {
			continue
		}
		rest, decided := sift(mine, e.values, e.pass)
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

// keep stores positions and edges without unused capacity.
func (k *slice) keep(s *solution, open []openPosition, edges []uint32) {
	room := int64(len(open)+len(edges)) * 4
	s.room.Add(k.room - room)
	*k = slice{
		keeps: true,
		open:  append(make([]openPosition, 0, len(open)), open...),
		edges: append(make([]uint32, 0, len(edges)), edges...),
		room:  room,
	}
}

// findsWins reports whether a pass finds wins; the others find losses.
func findsWins(pass int) bool { return pass&1 == 1 }

// sift removes the edges of a position that no longer matter, in place, and reports whether the
// pass decides the position. A pass that finds wins removes choices after which the enemy has lost;
// a move without any other choice wins. A pass that finds losses removes moves after which the
// enemy can choose to win; a position without any other move is lost.
func sift[E uint32 | edge](edges []E, values []tablebase.Value, pass int) (rest []E, decided bool) {
	if findsWins(pass) {
		return siftWins(edges, values)
	}
	return siftLosses(edges, values)
}

func siftWins[E uint32 | edge](edges []E, values []tablebase.Value) (rest []E, won bool) {
	mark := lastMark[E]()
	rest = edges[:0]
	start := 0 // of the move
	for _, e := range edges {
		number := e &^ mark
		if !values[number].Loses() {
			rest = append(rest, number)
		}
		isLast := e&mark != 0
		if !isLast {
			continue
		}
		if len(rest) == start {
			return nil, true
		}
		rest[len(rest)-1] |= mark
		start = len(rest)
	}

	return rest, false
}

func siftLosses[E uint32 | edge](edges []E, values []tablebase.Value) (rest []E, lost bool) {
	mark := lastMark[E]()
	rest = edges[:0]
	start := 0 // of the move
	enemyWins := false
	for _, e := range edges {
		number := e &^ mark
		enemyWins = enemyWins || values[number].Wins()
		rest = append(rest, e)
		isLast := e&mark != 0
		if !isLast {
			continue
		}
		if enemyWins {
			rest, enemyWins = rest[:start], false
		} else {
			start = len(rest)
		}
	}

	return rest, len(rest) == 0
}

// lastMark is the mark of a move's last edge: the highest bit.
func lastMark[E uint32 | edge]() E { return ^(^E(0) >> 1) }
