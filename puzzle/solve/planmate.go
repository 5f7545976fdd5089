package solve

// The plans of mates: who guards or blocks each square around the king, and who attacks it.

import (
	"slices"

	"turncoat/rules/board"
)

// placeKing lists the plans with the loser's king on a square.
func (s *planner) placeKing(square board.Square) {
	m := &s.men[s.king]
	s.steps--
	m.goal = goal{square.Bit()}
	m.moves = s.movesOf(m)
	if m.moves > s.left[s.loser] || !s.mayBeCovered(square) {
		return
	}
	s.assigned = 1 << s.king
	s.left[s.loser] -= m.moves
	s.cover(0)
	s.left[s.loser] += m.moves
}

// mayBeCovered prepares the squares to cover around a square of the king, those with the fewest
// men that can cover them first, and reports whether each can be covered by one.
func (s *planner) mayBeCovered(square board.Square) bool {
	s.field = s.field[:0]
	var choices [9]int
	for next := range (s.attacks[king][square] | square.Bit()).All {
		if next == square && s.stale {
			continue
		}
		count := 0
		for i := range s.men {
			m := &s.men[i]
			switch {
			case m.colour != s.loser:
				if s.movesToGuard(m.mover, m.at, square, next) <= s.left[m.colour] {
					count++
				}
			case i != s.king && next != square && s.mayReach(m, next):
				count++
			}
		}
		if count == 0 {
			return false
		}
		if next == square {
			count = 0
		}
		place := len(s.field)
		s.field = append(s.field, next)
		for ; place > 0 && choices[place-1] > count; place-- {
			choices[place], s.field[place] = choices[place-1], s.field[place-1]
		}
		choices[place], s.field[place] = count, next
	}
	return true
}

// mayReach reports whether a man can come to a square in its moves and those that are left.
func (s *planner) mayReach(m *plannedMan, to board.Square) bool {
	return s.anyKind(m.mover, m.at, min(s.left[m.colour]+m.moves, mostMoves)).Has(to)
}

// cover covers the squares of the field from one on in all ways.
func (s *planner) cover(i int) {
	s.steps--
	if s.spent() {
		return
	}
	if i == len(s.field) {
		if s.stale {
			s.immobilise(0)
		} else {
			s.finishMate()
		}
		return
	}

	s.guard(i)
	if s.field[i] != s.kingSquare() {
		s.block(i)
	}
}

func (s *planner) kingSquare() board.Square { return s.men[s.king].goal[0].First() }

// guard has each man of the winner guard a square of the field, and covers the others.
func (s *planner) guard(i int) {
	from := s.guardsOf(s.field[i])
	for id := range s.men {
		if s.men[id].colour == s.loser {
			continue
		}
		before, left, assigned := s.men[id], s.left, s.assigned
		if s.narrow(id, &from) && (s.field[i] != s.kingSquare() || s.mayCheckLast(id)) {
			s.men[id].guards |= 1 << i
			s.cover(i + 1)
		}
		s.men[id], s.left, s.assigned = before, left, assigned
	}
}

// mayCheckLast reports whether a man can still come to give check with the last move. Those that
// ride may give check where they are, when another man opens the line.
func (s *planner) mayCheckLast(id int) bool {
	m := &s.men[id]
	switch {
	case m.moves > 0 || m.rides():
		return true
	case m.isPawn():
		m.goal[0] &^= m.at.Bit() // it never comes back, but it may as another piece
		return s.stand(id, ^board.Bitboard(0))
	}
	return s.left[m.colour] >= 2 // it goes and comes back
}

// guardsOf returns from where each kind of man guards a square, as far as blocked squares allow.
func (s *planner) guardsOf(square board.Square) (from [movers]board.Bitboard) {
	at := s.kingSquare()
	shadow := s.blocked | at.Bit()
	for b := range s.blocked.All {
		shadow |= s.shadow[square][b]
	}
	for kind := range movers {
		from[kind] = s.guards[kind][square] &^ (s.blocked | at.Bit())
		if kind.rides() {
			from[kind] &^= shadow
		}
	}
	from[king] &^= s.attacks[king][at]
	if s.stale {
		from[knight] &^= s.guards[knight][at]
		for _, kind := range []mover{whitePawn, blackPawn} {
			from[kind] &^= s.guards[kind][at]
		}
		for _, kind := range []mover{bishop, rook, queen} {
			from[kind] &^= s.guards[kind][at] & s.attacks[king][at]
		}
	}
	return from
}

// narrow narrows the goal of a man, and reports whether there are still moves enough.
func (s *planner) narrow(id int, to *[movers]board.Bitboard) bool {
	m := &s.men[id]
	m.goal[0] &= to[m.mover]
	if m.isPawn() {
		for i := range promotions {
			m.goal[1+i] &= to[knight+mover(i)]
		}
	}
	moves := s.movesOf(m)
	s.left[m.colour] -= moves - m.moves
	m.moves = moves
	s.assigned |= 1 << id
	return s.left[m.colour] >= 0
}

// stand narrows the goal of a man to some squares.
func (s *planner) stand(id int, squares board.Bitboard) bool {
	to := ofAllKinds(squares)
	return s.narrow(id, &to)
}

// ofAllKinds returns the same squares for each kind of man.
func ofAllKinds(squares board.Bitboard) (to [movers]board.Bitboard) {
	for kind := range to {
		to[kind] = squares
	}
	return to
}

// ridersApart returns squares for the men that ride, and other squares for the others.
func ridersApart(riders, others board.Bitboard) [movers]board.Bitboard {
	to := ofAllKinds(others)
	to[bishop], to[rook], to[queen] = riders, riders, riders
	return to
}

// block has each man of the loser block a square of the field, and covers the others.
func (s *planner) block(i int) {
	square := s.field[i]
	for id := range s.men {
		m := &s.men[id]
		if m.colour != s.loser || s.assigned&(1<<id) != 0 || !s.mayReach(m, square) {
			continue
		}
		var before draft
		s.save(&before)
		s.blocked |= square.Bit()
		if s.stand(id, square.Bit()) && s.avoid(square) {
			s.cover(i + 1)
		}
		s.restore(&before)
	}
}

// avoid narrows the goals of those that guard to where a blocked square does not matter.
func (s *planner) avoid(blocked board.Square) bool {
	for id := range s.men {
		m := &s.men[id]
		if m.guards == 0 {
			continue
		}
		shadow := blocked.Bit()
		for i, square := range s.field {
			if m.guards&(1<<i) != 0 {
				shadow |= s.shadow[square][blocked]
			}
		}
		to := ridersApart(^shadow, ^blocked.Bit())
		if !s.narrow(id, &to) {
			return false
		}
	}
	return true
}

// finishMate adds the plan of a mate that has been made. The man that gives check does so from
// where no man that blocks can capture it or step between, unless that man may be pinned, or the
// check be a double one.
func (s *planner) finishMate() {
	at := s.kingSquare()
	checking := s.guardOf(0)
	hits := board.Bitboard(0)
	if !s.mayRideOn(checking, at, ^board.Bitboard(0)) {
		hits = s.surelyAttacked(checking)
	}
	between := hits // and what lies behind
	for next := range (hits & s.attacks[king][at]).All {
		between |= s.shadow[at][next]
	}
	to := ridersApart(^between, ^hits)
	before, left := s.men[checking], s.left
	if s.narrow(checking, &to) {
		s.add()
	}
	s.men[checking], s.left = before, left
}

// guardOf returns the number of the man that is to guard a square of the field.
func (s *planner) guardOf(i int) int {
	return slices.IndexFunc(s.men, func(m plannedMan) bool { return m.guards&(1<<i) != 0 })
}

// surelyAttacked returns the squares that men attack that block and are not pinned, whatever stands
// on other squares.
func (s *planner) surelyAttacked(checking int) (squares board.Bitboard) {
	at := s.kingSquare()
	for id := range s.men {
		m := &s.men[id]
		if m.colour != s.loser || id == s.king || s.assigned&(1<<id) == 0 || m.isPawn() {
			continue
		}
		square := m.goal[0].First()
		if s.mayRideOn(checking, at, s.shadow[at][square]) {
			continue // it may be pinned
		}
		if m.mover == knight {
			squares |= s.attacks[knight][square]
		} else {
			squares |= s.attacks[m.mover][square] & s.attacks[king][square]
		}
	}
	return squares
}

// mayRideOn reports whether a man of the winner other than one can come to some squares from which
// it moves along a line to another square.
func (s *planner) mayRideOn(except int, to board.Square, squares board.Bitboard) bool {
	for id := range s.men {
		m := &s.men[id]
		if id == except || m.colour == s.loser {
			continue
		}
		for kind := bishop; kind <= queen; kind++ {
			if (m.isPawn() || m.mover == kind) && s.reach(m, kind)&s.guards[kind][to]&squares != 0 {
				return true
			}
		}
	}
	return false
}
