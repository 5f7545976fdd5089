package fast

import "turncoat/rules/board"

// A winFilter finds which moves of a position may bring the enemy's kings down at all; doc.go says
// why it is safe. Most positions at the end of a search hold none.
//
// A candidate is an enemy piece that may be in the first wave of some move: because it is
// over-persuaded now, or at a tie where one more piece bears on it, or at the end of a ray that a
// move may open or close. What a wave can set off is reckoned in favour of the mover
// (winspread.go). A candidate is reachable if a king may fall when it and all that are
// over-persuaded now convert.
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
	// enemy pieces at the end of a line that a move may open or close in the mover's favour
	pulled bits
	tugged bits // those for which there are more than two such lines

	// Where a piece of a kind bears on a reachable candidate, or on two candidates; where it bears
	// on any.
	good, bears [6]bits
	// Squares that close a line to a reachable candidate or to two candidates; squares that close
	// any line to a candidate.
	cuts, cutsAny bits
	opens         bits // pieces that open a line to a candidate: all their moves may do
	// every move may do: pieces that are over-persuaded now can bring the kings down
	all bool
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
	s.all = s.reaches(standing)
	if s.all {
		return
	}
	if s.bound {
		s.markCandidates(standing)
	} else {
		s.markByValue()
	}

	s.markLines(standing)
}

// A mover is a piece of the mover's that may go somewhere, castlings and promotions apart. Sliders
// may be taken to go further than they can: through sliders of their own colour and lines.
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
	s.anywhere = r[board.Pawn] | r[board.Knight] | r[board.Bishop] | r[board.Rook] |
		r[board.Queen] | r[board.King]
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
		s.levels[0] = n.over & n.enemy
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

// markCandidates finds the candidates that one more piece makes over-persuaded, and which of them
// are reachable.
func (s *winFilter) markCandidates(standing bits) {
	n := s.n
	var twice [6]bits
	queens := s.landings[board.Queen]
	for on := s.levels[1] &^ standing; on != 0; on &= on - 1 {
		x := on.First() & 63
		rooks, bishops := rookReach(x, n.rookOcc[0]), bishopReach(x, n.bishopOcc[0])
		if pawnSteps[n.us^1][x]&s.landings[board.Pawn]|knightSteps[x]&s.landings[board.Knight]|
			kingSteps[x]&s.landings[board.King]|
			rooks&(s.landings[board.Rook]|queens)|bishops&(s.landings[board.Bishop]|queens) == 0 {
			continue // no piece can come to bear on it
		}

		from := [6]bits{board.Pawn: pawnSteps[n.us^1][x], board.Knight: knightSteps[x],
			board.Bishop: bishops, board.Rook: rooks,
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

// markLines finds where moves open and close lines to candidates. One that needs the line and the
// piece both has a balance of -1 or less and is not among those that one more piece makes
// over-persuaded.
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

// done reports whether the kings that are to fall are among some pieces.
func (s *winFilter) done(fallen bits) bool {
	if s.any {
		return s.kings&fallen != 0
	}
	return s.kings&^fallen == 0
}
