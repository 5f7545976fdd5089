package fast

import "turncoat/rules/board"

// Most positions at the end of a search hold no turn that brings the enemy's kings down, and most of
// their turns need not be looked at to see it. The bound works by number, as follows.
//
// Call an enemy piece a seed if it may be in the first wave of some move: because it is over-persuaded
// now, or at a tie where one more piece bears on it, or at the end of a line that a move may
// open or close. What a wave can set off is told in favour of the mover: each conversion counts
// two on all the squares whose weights it can change, four where like sliders stand in line with it,
// and the moved piece counts one everywhere. A seed from which, together with the pieces that are over-persuaded
// now, no king is reached so, is barren. A move that touches barren seeds only, and no two of
// them, cannot win: its first wave is part of one that reaches no king even when it is
// told in favour.
type prey struct {
	n      *node
	kings  bits    // the enemy's kings: all must fall
	levels [8]bits // levels[k]: enemy pieces whose balance is above -k

	pulled bits // enemy pieces at the end of a line that a move may open or close in the mover's favour
	tugged bits // those for which there are more than two such lines

	// Where a piece of a kind that goes there may win, as far as it bears on seeds.
	good [6]bits
	// Where a piece of a kind bears on any seed at all.
	bears [6]bits
	// Squares that close a line to a fertile seed or to two seeds; squares that close any line to a seed.
	cuts, cutsAny bits
	// Pieces that open a line to a seed: all their moves may win.
	opens bits
	// Every move may win: pieces that are over-persuaded now can bring the kings down.
	all bool
}

// measure works out levels and pulls.
func (s *prey) measure(n *node) {
	s.n = n
	d := n.balance
	for k := 1; k < len(s.levels); k++ {
		d.add(n.enemy, 0, numberSign)
		s.levels[k] = d.above(numberSign) & n.enemy
	}
	var once, twice bits
	s.tugged = 0
	pull := func(b bits) {
		s.tugged |= twice & b
		twice |= once & b
		once |= b
	}
	t := &n.open
	for i := range t.ends[:t.count] {
		if end := &t.ends[i]; end.unit < 0 {
			pull(bit(end.target))
		}
	}
	t = &n.blocked
	for i := range t.ends[:t.count] {
		if end := &t.ends[i]; end.unit > 0 {
			pull(bit(end.target))
		}
	}
	s.pulled = once & n.enemy
	s.tugged &= n.enemy
}

// mark finds the fertile seeds, and where moves may touch them.
func (s *prey) mark(n *node, kings bits) {
	s.measure(n)
	s.kings = kings
	s.good, s.bears = [6]bits{}, [6]bits{}
	s.cuts, s.cutsAny, s.opens = 0, 0, 0
	standing := n.over & n.enemy
	if s.all = s.fertile(standing); s.all {
		return
	}
	// Seeds that one more piece makes over-persuaded.
	var twice [6]bits
	for on := s.levels[1] &^ standing; on != 0; on &= on - 1 {
		x := on.First() & 63
		rooks, bishops := rookReach(x, n.rookOcc[0]), bishopReach(x, n.bishopOcc[0])
		from := [6]bits{board.Pawn: pawnSteps[n.us^1][x], board.Knight: knightSteps[x], board.Bishop: bishops, board.Rook: rooks,
			board.Queen: rooks | bishops, board.King: kingSteps[x]}
		fertile := s.fertile(standing | bit(x))
		for kind, b := range &from {
			twice[kind] |= s.bears[kind] & b
			s.bears[kind] |= b
			if fertile {
				s.good[kind] |= b
			}
		}
	}
	for kind := range twice {
		s.good[kind] |= twice[kind]
	}
	// Seeds at the end of lines. One that needs the line and the piece both has a balance of -1 or
	// less and is no seed above.
	may := s.levels[3] | s.tugged
	if ends := s.pulled & may; ends != 0 {
		s.markLines(ends, standing)
	}
}

func (s *prey) markLines(ends, standing bits) {
	n := s.n
	var fertile, known bits
	t := &n.open
	for i := range t.ends[:t.count] {
		end := &t.ends[i]
		b := bit(end.target)
		if end.unit > 0 || ends&b == 0 {
			continue
		}
		if known&b == 0 {
			known |= b
			if s.fertile(standing | b) {
				fertile |= b
			}
		}
		mask := t.masks[i&(maxThreads-1)]
		if fertile&b != 0 {
			s.cuts |= mask
		}
		s.cuts |= s.cutsAny & mask
		s.cutsAny |= mask
	}
	t = &n.blocked
	for i := range t.ends[:t.count] {
		if end := &t.ends[i]; end.unit > 0 && ends&bit(end.target) != 0 {
			s.opens |= bit(end.blocker)
		}
	}
}

// goodFor gives the squares to which a piece may go to win, as far as the bound can tell.
func (s *prey) goodFor(kind board.Kind, from square) bits {
	if s.all || s.opens&bit(from) != 0 {
		return ^bits(0)
	}
	return s.good[kind] | s.cuts | s.cutsAny&s.bears[kind]
}

// fertile tells whether a first wave, whatever move makes it, may bring the kings down.
func (s *prey) fertile(wave bits) bool {
	if wave == 0 {
		return false
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

// canFall tells the same of the first wave of a move of the lifted piece.
func (s *prey) canFall(wave bits, l *lifted, to square, reach bits) bool {
	if s.kings&^wave == 0 {
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

// pulledBy gives the pieces at the ends of the lines that a move opens or closes in the mover's favour.
func (s *prey) pulledBy(from, to square) (pulled bits) {
	t := &s.n.open
	for i, mask := range t.masks[:t.count] {
		if mask&bit(to) != 0 && t.ends[i&(maxThreads-1)].unit < 0 {
			pulled |= bit(t.ends[i&(maxThreads-1)].target)
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

// spread tells whether a wave may bring the kings down, limits being the pieces that convert when one,
// two, three or more conversions touch them. The moved piece has left the square of from for to; when
// it is not known which, to is NoSquare.
func (s *prey) spread(wave, from bits, limits *[4]bits, to square) bool {
	n := s.n
	p := n.p
	kings := s.kings &^ wave
	if kings == 0 {
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
		b := bit(x)
		fresh &^= b
		var near bits
		double := false
		switch {
		case p.Pawns&b != 0:
			near = pawnSteps[0][x] | pawnSteps[1][x]
		case p.Knights&b != 0:
			near = knightSteps[x]
		case p.Kings&b != 0:
			near = kingSteps[x]
		default:
			// The squares on whose weights the conversion of a slider may tell, and the like sliders among
			// them, the moved piece too. When the move is not known, any of the mover's pieces may have left the lines.
			var behind bits
			if p.Rooks&b != 0 {
				near = rookReach(x, occ&^p.Rooks)
				if stops := near & n.own &^ p.Rooks & away; stops != 0 {
					near = rookReach(x, occ&^p.Rooks&^stops)
				}
				behind = near & (p.Rooks | landed)
			}
			if p.Bishops&b != 0 {
				r := bishopReach(x, occ&^p.Bishops)
				if stops := r & n.own &^ p.Bishops & away; stops != 0 {
					r = bishopReach(x, occ&^p.Bishops&^stops)
				}
				near |= r
				behind |= r & (p.Bishops | landed)
			}
			double = behind != 0
			if behind.Count() > 2 {
				t4 |= near
			}
		}
		t4 |= t3 & near
		t3 |= t2 & near
		t2 |= t1 & near
		t1 |= near
		if double {
			t4 |= t3 & near
			t3 |= t2 & near
			t2 |= near
		}
		more := (t1&limits[0] | t2&limits[1] | t3&limits[2] | t4&limits[3]) & rest
		rest &^= more
		fresh |= more
		if kings &^= more; kings == 0 {
			return true
		}
	}
	return false
}
