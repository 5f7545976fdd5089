package fast

import "turncoat/rules/board"

// What a first wave can set off, at most: see doc.go for why nothing else can fall.

// reaches reports whether a first wave, whatever move makes it, may bring the kings down.
func (s *winFilter) reaches(wave bits) bool {
	if wave == 0 || !s.bound {
		return wave != 0
	}
	l := &s.levels
	rest := s.n.enemy
	sure := rest &^ s.pulled
	limits := [4]bits{
		l[3]&sure | l[5]&s.pulled | s.tugged,
		l[5]&sure | l[7]&s.pulled | s.tugged,
		l[7]&sure | s.pulled,
		rest,
	}
	return s.spread(wave, 0, &limits, board.NoSquare)
}

// canFall reports the same of the first wave of a move of the lifted piece.
func (s *winFilter) canFall(wave bits, l *lifted, to square, reach bits) bool {
	if !s.bound || s.done(wave) {
		return true
	}
	var pulled bits
	if s.n.closing&bit(to) != 0 || s.n.opening&bit(l.from) != 0 {
		pulled = s.pulledBy(l.from, to)
	}
	v := &s.levels
	rest := s.n.enemy
	sure := rest &^ pulled
	limits := [4]bits{
		(v[2]|v[3]&reach)&sure | (v[4]|v[5]&reach)&pulled | s.tugged&pulled,
		(v[4]|v[5]&reach)&sure | (v[6]|v[7]&reach)&pulled | s.tugged&pulled,
		(v[6]|v[7]&reach)&sure | pulled,
		rest,
	}
	return s.spread(wave, bit(l.from), &limits, to)
}

// pulledBy returns the pieces at the ends of the lines that a move opens or closes in the mover's favour.
func (s *winFilter) pulledBy(from, to square) (pulled bits) {
	t := &s.n.open
	for i, mask := range t.masks[:t.count] {
		if mask&bit(to) != 0 && t.ends[i&(maxRays-1)].unit < 0 {
			pulled |= bit(t.ends[i&(maxRays-1)].target)
		}
	}
	t = &s.n.blocked
	for i := range t.ends[:t.count] {
		if end := &t.ends[i]; end.blocker == from && end.unit > 0 {
			pulled |= bit(end.target)
		}
	}
	return pulled
}

// spread reports whether a wave may bring the kings down, limits being the pieces that convert when one,
// two, three or more conversions touch them. The moved piece has left the square of from for to; when
// it is not known which, to is NoSquare.
func (s *winFilter) spread(wave, from bits, limits *[4]bits, to square) bool {
	n := s.n
	if s.done(wave) {
		return true
	}
	occ := n.occ &^ from
	away, landed := ^bits(0), bits(0)
	if to != board.NoSquare {
		away, landed = 0, bit(to)
	}
	rest := n.enemy &^ wave
	var t1, t2, t3, t4 bits // squares touched by so many conversions
	for fresh := wave; fresh != 0; {
		x := fresh.First() & 63
		fresh &^= bit(x)
		near, behind := s.touchedBy(x, occ, away, landed)
		if behind.Count() > 2 {
			t4 |= near
		}
		t4 |= t3 & near
		t3 |= t2 & near
		t2 |= t1 & near
		t1 |= near
		if behind != 0 {
			t4 |= t3 & near
			t3 |= t2 & near
			t2 |= near
		}
		more := (t1&limits[0] | t2&limits[1] | t3&limits[2] | t4&limits[3]) & rest
		rest &^= more
		fresh |= more
		if more&s.kings != 0 && s.done(n.enemy&^rest) {
			return true
		}
	}
	return false
}

// touchedBy returns the squares on whose weights the conversion of the piece on x may tell and, where that is a slider, the
// sliders of its lines among them, the moved piece too: each of those may come to bear as well. Pieces of the mover's among
// away may have left the lines, and one may have landed.
func (s *winFilter) touchedBy(x square, occ, away, landed bits) (near, behind bits) {
	p := &s.n.p
	b := bit(x)
	switch {
	case p.Pawns&b != 0:
		return pawnSteps[0][x&63] | pawnSteps[1][x&63], 0
	case p.Knights&b != 0:
		return knightSteps[x&63], 0
	case p.Kings&b != 0:
		return kingSteps[x&63], 0
	}
	away &= s.n.own
	if p.Rooks&b != 0 {
		near = rookReach(x, occ&^p.Rooks)
		if stops := near &^ p.Rooks & away; stops != 0 {
			near = rookReach(x, occ&^p.Rooks&^stops)
		}
		behind = near & (p.Rooks | landed)
	}
	if p.Bishops&b != 0 {
		reach := bishopReach(x, occ&^p.Bishops)
		if stops := reach &^ p.Bishops & away; stops != 0 {
			reach = bishopReach(x, occ&^p.Bishops&^stops)
		}
		near |= reach
		behind |= reach & (p.Bishops | landed)
	}
	return near, behind
}
