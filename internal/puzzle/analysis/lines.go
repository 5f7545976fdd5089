package analysis

import "turncoat/rules/board"

// between returns the squares between two squares on one line, and the line piece that goes along
// it; NoKind where they are on none.
func between(a, b board.Square) (board.Bitboard, board.Kind) {
	files, ranks := b.File()-a.File(), b.Rank()-a.Rank()
	switch {
	case a == b || files != 0 && ranks != 0 && files != ranks && files != -ranks:
		return 0, board.NoKind
	case files == 0 || ranks == 0:
		return board.Between(a, b), board.Rook
	}

	return board.Between(a, b), board.Bishop
}

// bears reports whether the piece on a square attacks another square when no pieces stand on other
// squares than those of occupied.
func bears(p *board.Position, from, to board.Square, occupied board.Bitboard) bool {
	way, line := between(from, to)
	switch piece := p.PieceAt(from); piece.Kind {
	case board.Pawn:
		return board.PawnAttacks(piece.Colour, from).Has(to)
	case board.Knight:
		d := (to.File() - from.File()) * (to.Rank() - from.Rank())
		return d == 2 || d == -2
	case board.King:
		return line != board.NoKind && way == 0
	case board.Queen:
		return line != board.NoKind && way&occupied == 0
	default:
		return line == piece.Kind && way&occupied == 0
	}
}

// bearing returns the pieces of a side that attack a square when no pieces stand on other squares
// than those of occupied.
func bearing(p *board.Position, side board.Colour, to board.Square,
	occupied board.Bitboard) (from board.Bitboard) {
	for s := range p.Colours[side].All {
		if bears(p, s, to, occupied) {
			from |= s.Bit()
		}
	}

	return from
}

// A ray is the line from a line piece to the enemy's king.
type ray struct {
	from board.Square
	way  board.Bitboard // the squares between
	// the only piece between the two: a pinned piece, or the front piece of a battery
	pieces board.Bitboard
}

// rays returns the lines to the king of a side; none where it has no king.
func rays(p *board.Position, side board.Colour) (list []ray) {
	king := (p.Kings & p.Colours[side]).First()
	if king == board.NoSquare {
		return nil
	}
	for s := range p.Colours[side.Other()].All {
		if way, _ := between(s, king); p.KindAt(s) >= board.Bishop && bears(p, s, king, 0) &&
			!p.Kings.Has(s) {
			list = append(list, ray{s, way, way & p.Occupied()})
		}
	}

	return list
}

// pinned returns the ray on which a piece of a side is pinned to its king.
func pinned(p *board.Position, side board.Colour, piece board.Square) (ray, bool) {
	for _, r := range rays(p, side) {
		if r.pieces == piece.Bit() && p.Colours[side].Has(piece) {
			return r, true
		}
	}

	return ray{}, false
}

// A mate is the position at the end of a line, with what themes ask about it.
type mate struct {
	*board.Position
	king   board.Square
	own    board.Bitboard       // the pieces of the mated side but for the king
	checks board.Bitboard       // what gives check
	pins   map[board.Square]ray // the pieces that could parry the check if they were not pinned
}

// mateIn describes a position that is a mate. It reports false if the king is not in check.
func mateIn(p *board.Position) (*mate, bool) {
	m := &mate{Position: p, king: (p.Kings & p.Colours[p.Turn]).First(),
		pins: map[board.Square]ray{}}
	if m.king == board.NoSquare {
		return nil, false
	}
	m.own = p.Colours[p.Turn] &^ p.Kings
	m.checks = bearing(p, p.Turn.Other(), m.king, p.Occupied())
	for _, r := range rays(p, p.Turn) {
		if s := r.pieces.First(); r.pieces.Count() == 1 && m.own.Has(s) &&
			m.parries(s, m.checks, p.Occupied()) != 0 {
			m.pins[s] = r
		}
	}

	return m, m.checks != 0
}

// parries returns the squares on which a piece could capture the only checking piece, or interpose,
// when no pieces stand on other squares than those of occupied.
func (m *mate) parries(from board.Square, checks, occupied board.Bitboard) (to board.Bitboard) {
	if checks.Count() != 1 {
		return 0
	}
	way, _ := between(checks.First(), m.king)
	for s := range (checks | way).All {
		can := bears(m.Position, from, s, occupied)
		if m.Pawns.Has(from) && way.Has(s) {
			over, _ := between(from, s)
			n := (s.Rank() - from.Rank()) * (1 - 2*int(m.Turn))
			can = s.File() == from.File() && over&occupied == 0 &&
				(n == 1 || n == 2 && from.Rank() == 1+5*int(m.Turn))
		}

		if can {
			to |= s.Bit()
		}
	}

	return to
}

// picture returns the pieces that take part in a mate, and whether it is pure: every square around
// the king is blocked by a piece of its own or guarded once, not both, unless that piece must be
// pinned, and a double check is needed.
func (m *mate) picture() (part board.Bitboard, pure bool) {
	part, pure = m.king.Bit()|m.checks, true
	if m.checks.Count() > 1 {
		for c := range m.checks.All { // each alone could be parried
			parried := false
			for s := range m.own.All {
				parried = parried || m.parries(s, c.Bit(), m.Occupied()) != 0
			}
			pure = pure && parried
		}
	}

	for s := range board.Square(64) {
		if way, line := between(m.king, s); line == board.NoKind || way != 0 {
			continue
		}
		guards := bearing(m.Position, m.Turn.Other(), s, m.Occupied()&^m.king.Bit())
		if !m.own.Has(s) {
			part |= guards
			pure = pure && guards.Count() == 1
			continue
		}

		part |= s.Bit()
		if pin, ok := m.pins[s]; ok {
			guards &^= pin.from.Bit()
		}
		pure = pure && guards == 0
	}

	for s, pin := range m.pins {
		part |= s.Bit() | pin.from.Bit()
	}
	return part, pure
}
