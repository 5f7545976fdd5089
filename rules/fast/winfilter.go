package fast

import "turncoat/rules/board"

// Most positions at the end of a search hold no turn that brings the enemy's kings down, and most of
// their turns need not be looked at to see it. The bound works by number, as follows.
//
// Call an enemy piece a candidate if it may be in the first wave of some move: because it is over-persuaded
// now, or at a tie where one more piece bears on it, or at the end of a line that a move may
// open or close. What a wave can set off is told in favour of the mover: each conversion counts
// two on all the squares whose weights it can change, four where like sliders stand in line with it,
// and the moved piece counts one everywhere. A candidate from which, together with the pieces that are over-persuaded
// now, no king is reached so, is barren. A move that touches barren candidates only, and no two of
// them, cannot win: its first wave is part of one that reaches no king even when it is
// told in favour.
type winFilter struct {
	n     *node
	kings bits // the enemy's kings
	any   bool // one of them is enough; else all must fall
	bound bool // the bound is known: by number

	// Where the mover's pieces may go.
	movers    [64]mover
	count     int
	landings  [6]bits // by kind
	anywhere  bits
	still     bits // pieces that may go nowhere
	promoting bits // where pawns may promote

	levels [8]bits // levels[k]: enemy pieces whose balance is above -k
	pulled bits    // enemy pieces at the end of a line that a move may open or close in the mover's favour
	tugged bits    // those for which there are more than two such lines

	// Where a piece of a kind bears on a reachable seed, or on two candidates; where it bears on any.
	good, bears [6]bits
	// Squares that close a line to a reachable candidate or to two candidates; squares that close any line to a candidate.
	cuts, cutsAny bits
	opens         bits // pieces that open a line to a candidate: all their moves may do
	all           bool // every move may do: pieces that are over-persuaded now can bring the kings down
}

// begin finds which moves may bring the kings of a position down.
func (s *winFilter) begin(n *node, kings bits, any bool) {
	s.n, s.kings, s.any = n, kings, any
	s.bound = n.sign == numberSign
	s.good, s.bears = [6]bits{}, [6]bits{}
	s.cuts, s.cutsAny, s.opens = 0, 0, 0
	s.spreadOut()
	s.measure()
	standing := n.over & n.enemy
	if s.all = s.reaches(standing); s.all {
		return
	}
	if s.bound {
		s.markCandidates(standing)
	} else {
		s.markByValue()
	}
	s.markLines(standing)
}

// A mover is a piece of the mover's that may go somewhere, castlings and promotions apart. Sliders may
// be taken to go further than they can: through sliders of their own colour and lines.
type mover struct {
	from    square
	kind    board.Kind
	targets bits
}

// spreadOut finds where the mover's pieces may go.
func (s *winFilter) spreadOut() {
	n := s.n
	p, us, empty := &n.p, n.us, ^n.occ
	s.landings, s.still, s.count = [6]bits{}, 0, 0
	queens := p.Rooks & p.Bishops
	s.mayGo(board.Knight, p.Knights&n.own, empty)
	s.mayGo(board.Bishop, p.Bishops&n.own&^queens, empty)
	s.mayGo(board.Rook, p.Rooks&n.own&^queens, empty)
	s.mayGo(board.Queen, queens&n.own, empty)
	s.mayGo(board.King, p.Kings&n.own, empty)
	pawns := p.Pawns & n.own
	single := forward(pawns, us) & empty
	s.promoting = single & lastRank(us)
	single &^= s.promoting
	double := forward(single&forward(secondRank(us), us)&n.over, us) & empty // PAC-3
	s.still |= pawns &^ forward(single, us^1)
	for on := pawns &^ s.still; on != 0; on &= on - 1 {
		one := forward(on&-on, us)
		s.movers[s.count&63] = mover{on.First(), board.Pawn, one | forward(one, us)&double}
		s.count++
	}
	r := &s.landings
	r[board.Pawn] = single | double
	s.anywhere = r[board.Pawn] | r[board.Knight] | r[board.Bishop] | r[board.Rook] | r[board.Queen] | r[board.King]
}

// mayGo adds the pieces of a kind.
func (s *winFilter) mayGo(kind board.Kind, pieces, empty bits) {
	var all bits
	count := s.count
	for on := pieces; on != 0; on &= on - 1 {
		from := on.First() & 63
		targets := s.n.reach[from] & empty
		if targets == 0 {
			s.still |= on & -on
			continue
		}
		all |= targets
		s.movers[count&63] = mover{from, kind, targets}
		count++
	}
	s.landings[kind], s.count = all, count
}

// measure works out levels and pulls.
func (s *winFilter) measure() {
	n := s.n
	if s.bound {
		s.levels = n.planes.levels(n.enemy)
	}
	var once, twice, more bits
	t := &n.open
	for i := range t.ends[:t.count] {
		if end := &t.ends[i]; end.unit < 0 && t.masks[i]&s.anywhere != 0 {
			b := bit(end.target)
			more |= twice & b
			twice |= once & b
			once |= b
		}
	}
	t = &n.blocked
	for i := range t.ends[:t.count] {
		if end := &t.ends[i]; end.unit > 0 && s.still&bit(end.blocker) == 0 {
			b := bit(end.target)
			more |= twice & b
			twice |= once & b
			once |= b
		}
	}
	s.pulled, s.tugged = once&n.enemy, more&n.enemy
}

// markCandidates finds the candidates that one more piece makes over-persuaded, and which of them are reachable.
func (s *winFilter) markCandidates(standing bits) {
	n := s.n
	var twice [6]bits
	queens := s.landings[board.Queen]
	for on := s.levels[1] &^ standing; on != 0; on &= on - 1 {
		x := on.First() & 63
		rooks, bishops := rookReach(x, n.rookOcc[0]), bishopReach(x, n.bishopOcc[0])
		if pawnSteps[n.us^1][x]&s.landings[board.Pawn]|knightSteps[x]&s.landings[board.Knight]|kingSteps[x]&s.landings[board.King]|
			rooks&(s.landings[board.Rook]|queens)|bishops&(s.landings[board.Bishop]|queens) == 0 {
			continue // no piece can come to bear on it
		}
		from := [6]bits{board.Pawn: pawnSteps[n.us^1][x], board.Knight: knightSteps[x], board.Bishop: bishops, board.Rook: rooks,
			board.Queen: rooks | bishops, board.King: kingSteps[x]}
		reachable := s.reaches(standing | bit(x))
		for kind, b := range &from {
			twice[kind] |= s.bears[kind] & b
			s.bears[kind] |= b
			if reachable {
				s.good[kind] |= b
			}
		}
	}
	for kind := range twice {
		s.good[kind] |= twice[kind]
	}
}

// markByValue finds where each kind of piece makes a piece over-persuaded.
func (s *winFilter) markByValue() {
	n := s.n
	for kind := range s.good {
		if s.landings[kind] == 0 {
			continue
		}
		for on := n.with[kind] & n.enemy; on != 0; on &= on - 1 {
			x := on.First() & 63
			switch board.Kind(kind) {
			case board.Pawn:
				s.good[kind] |= pawnSteps[n.us^1][x]
			default:
				s.good[kind] |= n.reachFrom(board.Kind(kind), x)
			}
		}
	}
}

// markLines finds where moves open and close lines to candidates. One that needs the line and the piece both has
// a balance of -1 or less and is not among those that one more piece makes over-persuaded.
func (s *winFilter) markLines(standing bits) {
	n := s.n
	ends := s.pulled
	if s.bound {
		ends &= s.levels[3] | s.tugged
	}
	if ends == 0 {
		return
	}
	var reachable, known bits
	t := &n.open
	for i := range t.ends[:t.count] {
		end := &t.ends[i]
		b := bit(end.target)
		mask := t.masks[i&(maxRays-1)] & s.anywhere
		if end.unit > 0 || ends&b == 0 || mask == 0 {
			continue
		}
		if known&b == 0 {
			known |= b
			if s.reaches(standing | b) {
				reachable |= b
			}
		}
		if reachable&b != 0 {
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

// goodFor returns the squares to which a piece may go to win, as far as the bound can tell.
func (s *winFilter) goodFor(kind board.Kind, from square) bits {
	if s.all || s.opens&bit(from) != 0 {
		return ^bits(0)
	}
	return s.good[kind] | s.cuts | s.cutsAny&s.bears[kind]
}

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

// canFall tells the same of the first wave of a move of the lifted piece.
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

// done reports whether the kings that are to fall are among some pieces.
func (s *winFilter) done(fallen bits) bool {
	if s.any {
		return s.kings&fallen != 0
	}
	return s.kings&^fallen == 0
}
