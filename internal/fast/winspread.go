package fast

import "turncoat/rules/board"

// What a first wave can set off, at most: see doc.go for why nothing else can fall.

// reaches reports whether a first wave, whatever move makes it, may bring the kings down.
func (s *winFilter) reaches(wave bits) bool {
	if wave == 0 || !s.bound {
		return wave != 0
	}
	l := &s.levels
	sure := ^s.pulled
	limits := [7]bits{
		1: l[2]&sure | l[4]&s.pulled | s.tugged,
		2: l[3]&sure | l[5]&s.pulled,
		3: l[4]&sure | l[6]&s.pulled,
		4: l[5]&sure | l[7]&s.pulled,
		5: l[6]&sure | s.pulled,
		6: l[7] & sure,
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
	kept, more := ^l.reach|reach, reach&^l.reach
	limits := [7]bits{
		1: v[0] | v[1]&kept | v[2]&more,
		2: v[1] | v[2]&kept | v[3]&more,
		3: v[2] | v[3]&kept | v[4]&more,
		4: v[3] | v[4]&kept | v[5]&more,
		5: v[4] | v[5]&kept | v[6]&more,
		6: v[5] | v[6]&kept | v[7]&more,
	}
	if pulled != 0 {
		limits[1] |= (v[2] | v[3]&kept | v[4]&more | s.tugged) & pulled
		limits[2] |= (v[3] | v[4]&kept | v[5]&more) & pulled
		limits[3] |= (v[4] | v[5]&kept | v[6]&more) & pulled
		limits[4] |= (v[5] | v[6]&kept | v[7]&more) & pulled
		limits[5] |= pulled
	}

	return s.spread(wave, bit(l.from), &limits, to)
}

// pulledBy returns the pieces at the ends of the lines that a move opens or closes in the mover's
// favour.
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

// spread reports whether a wave may bring the kings down. limits[k] are the pieces that convert
// when the conversions add k to their balance, beside those of lower limits; 7 is enough for any.
// The moved piece has left the square of from for to; when it is not known which, to is NoSquare.
func (s *winFilter) spread(wave, from bits, limits *[7]bits, to square) bool {
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
	var t1, t2, t3, t4, t5, t6, t7 bits // the squares where so much is added
	for fresh := wave; fresh != 0; {
		x := fresh.First() & 63
		fresh &^= bit(x)
		near, weight := s.touchedBy(x, occ, away, landed)
		for ; weight >= 2; weight -= 2 {
			t7 |= t5 & near
			t6 |= t4 & near
			t5 |= t3 & near
			t4 |= t2 & near
			t3 |= t1 & near
			t2 |= near
			t1 |= near
		}

		if weight != 0 {
			t7 |= t6 & near
			t6 |= t5 & near
			t5 |= t4 & near
			t4 |= t3 & near
			t3 |= t2 & near
			t2 |= t1 & near
			t1 |= near
		}

		more := (t1&limits[1] | t2&limits[2] | t3&limits[3] | t4&limits[4] | t5&limits[5] |
			t6&limits[6] | t7) & rest
		rest &^= more
		fresh |= more
		if more&s.kings != 0 && s.done(n.enemy&^rest) {
			return true
		}
	}

	return false
}

// touchedBy returns the squares on whose weights the conversion of the piece on x may tell, and how
// much at most: two, of a pawn one, and one more for each slider of its lines, the moved piece too,
// that may come to bear as well. Pieces of the mover's among away may have left the lines, and one
// may have landed.
func (s *winFilter) touchedBy(x square, occ, away, landed bits) (near bits, weight int) {
	p := &s.n.p
	b := bit(x)
	switch {
	case p.Pawns&b != 0:
		return pawnSteps[0][x&63] | pawnSteps[1][x&63], 1
	case p.Knights&b != 0:
		return knightSteps[x&63], 2
	case p.Kings&b != 0:
		return kingSteps[x&63], 2
	}

	away &= s.n.own
	var behind bits
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

	weight = 2 + behind.Count()
	if weight > 4 {
		weight = 7
	}
	return near, weight
}
