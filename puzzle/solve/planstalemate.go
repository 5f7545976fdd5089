package solve

import (
	"math/bits"

	"turncoat/rules/board"
)

// immobilise sees that the men of the loser from one on have no turn in a stalemate, in all ways.
func (s *planner) immobilise(id int) {
	s.steps--
	for id < len(s.men) && (s.men[id].colour != s.loser || id == s.king) {
		id++
	}
	switch {
	case s.spent():
		return
	case id == len(s.men):
		s.add()
		return
	}

	bit := uint32(1) << id
	if s.assigned&bit == 0 && bits.OnesCount32(s.captured) < s.most[s.loser.Other()] {
		s.captured |= bit
		s.immobilise(id + 1)
		s.captured &^= bit
	}
	s.pin(id)
	if s.men[id].isPawn() {
		s.stop(id)
	}
	s.wallIn(id)
}

// reach returns the squares to which a man can come as one kind, and that are its goal.
func (s *planner) reach(m *plannedMan, became mover) board.Bitboard {
	moves := min(s.left[m.colour]+m.moves, mostMoves)
	if m.isPawn() && !became.isPawn() {
		i := became - knight
		return s.promoted[m.colour][i][m.at][moves] & m.goal[1+i]
	}
	return s.walks[m.mover][m.at][moves] & m.goal[0]
}

// become narrows the goal of a man to a square on which it is of one kind.
func (s *planner) become(id int, kind mover, square board.Square) bool {
	var to [movers]board.Bitboard
	to[kind] = square.Bit()
	return s.narrow(id, &to)
}

// occupy has each man of some put itself on a square, and goes on.
func (s *planner) occupy(square board.Square, winners bool, next func()) {
	if square == s.kingSquare() {
		next()
		return
	}
	var before draft
	s.save(&before)
	for id := range s.men {
		m := &s.men[id]
		isAsked := id != s.king && (winners || m.colour == s.loser)
		if !isAsked || s.captured&(1<<id) != 0 || !s.mayReach(m, square) {
			continue
		}
		if s.stand(id, square.Bit()) {
			next()
		}
		s.restore(&before)
	}
}

// stop has a pawn stand before another man.
func (s *planner) stop(id int) {
	var before draft
	s.save(&before)
	m := &s.men[id]
	for square := range s.reach(m, m.mover).All {
		if s.become(id, m.mover, square) {
			front := board.At(square.File(), square.Rank()+m.forward())
			s.occupy(front, true, func() { s.immobilise(id + 1) })
		}
		s.restore(&before)
	}
}

// pin has a man stand on a line between its king and an enemy.
func (s *planner) pin(id int) {
	var before draft
	s.save(&before)
	at := s.kingSquare()
	for next := range s.attacks[king][at].All {
		line := s.shadow[at][next]
		var riders [movers]board.Bitboard
		riders[queen] = line
		if next.File() == at.File() || next.Rank() == at.Rank() {
			riders[rook] = line
		} else {
			riders[bishop] = line
		}
		for enemy := range s.men {
			m := &s.men[enemy]
			if m.colour == s.loser || !m.isPawn() && !m.rides() {
				continue
			}
			if s.narrow(enemy, &riders) && s.stand(id, line) {
				s.immobilise(id + 1)
			}
			s.restore(&before)
		}
	}
}

// wallIn surrounds a piece by men of its own side.
func (s *planner) wallIn(id int) {
	m := &s.men[id]
	first, last := m.mover, m.mover
	if m.isPawn() {
		first, last = knight, queen
	}
	var before draft
	s.save(&before)
	for kind := first; kind <= last; kind++ {
		for square := range s.reach(m, kind).All {
			exits := s.attacks[kind][square]
			if kind.rides() {
				exits &= s.attacks[king][square]
			}
			if s.become(id, kind, square) {
				s.fill(exits, func() { s.immobilise(id + 1) })
			}
			s.restore(&before)
		}
	}
}

// fill has men of the loser put themselves on squares, and goes on.
func (s *planner) fill(squares board.Bitboard, next func()) {
	s.steps--
	switch {
	case s.spent():
	case squares == 0:
		next()
	default:
		first := squares.First()
		s.occupy(first, false, func() { s.fill(squares&^first.Bit(), next) })
	}
}
