package fast

import "turncoat/rules/board"

// A node is what is worked out once about a position of the Pacifist family, so that what each of
// its moves converts can be told from what the move changes. It serves the weighing by number and by value.
//
// A move lifts a piece from one square and drops it on another. Lifting takes away what the piece
// bore on and opens the lines it stood on; dropping adds what it bears on now and closes the lines it
// lands on. All that is known of lines is in threads, one for each slider and each piece that it
// bears on or would bear on if one piece of the mover were gone.
type node struct {
	rules Rules
	p     pos
	us    board.Colour
	sign  int // the top word of the balance
	units *[6]unit

	own, enemy, occ bits
	// What does not stop a slider is left out of these: the occupied squares for rooks and bishops of each side (0: the mover).
	rookOcc, bishopOcc [2]bits

	balance planes
	over    bits    // where the balance is above zero
	with    [6]bits // where it is above zero once one more piece of the mover, by kind, bears
	without [6]bits // where it is above zero once one piece fewer does
	sliders bits    // the squares that sliders of either side bear on

	reach       [64]bits // what each piece, pawns apart, bears on
	once, twice bits     // where at least one and at least two pieces of the mover bear

	closing  bits // the squares where a landing piece may close a thread
	opening  bits // the pieces of the mover that hold a thread closed
	open     threads
	blocked  threads
	kingless bool
	calm     bool // no enemy piece is over-persuaded, in vchess.club's forms
	// By average value, instead of a balance: the mover's pieces and the enemy's that are over-persuaded now.
	exposed, convertible bits
	// first is set by those who want to know whether there is a turn: appendTurns then stops early.
	first bool
	// plain is set when the position is beyond what the node can hold: moves are then tried one by one.
	plain bool
}

// Threads are the lines from sliders to the pieces that they bear on, or would if one piece of the mover were gone.
type threads struct {
	count int
	masks [maxThreads]bits // the squares between the two
	ends  [maxThreads]thread
}

const maxThreads = 32

type thread struct {
	target  square // the piece at the end
	from    square // the slider
	blocker square // the mover's piece that holds it closed, of the blocked ones
	axis    uint8  // along ranks and files or along diagonals, as in through
	unit    int16  // what the slider adds to the balance
}

// The axes of a thread, of the mover's sliders; a bit set of them says which threads a piece lets through.
// No piece of the mover lets the enemy's through.
const (
	rookAxis   uint8 = 1
	bishopAxis uint8 = 2
)

// crowded tells whether the pieces of the board, kings apart, are worth more than the planes hold.
func crowded(p *pos) bool {
	return value(p, p.Occupied()&^p.Kings) >= kingUnit
}

// start works out a node.
func (n *node) start(r Rules, p *pos) {
	us := p.Turn & 1
	n.rules, n.p, n.us = r, *p, us
	n.own, n.enemy = p.Colours[us], p.Colours[us^1]
	n.occ = n.own | n.enemy
	n.rookOcc = [2]bits{n.occ &^ (p.Rooks & n.own), n.occ &^ (p.Rooks & n.enemy)}
	n.bishopOcc = [2]bits{n.occ &^ (p.Bishops & n.own), n.occ &^ (p.Bishops & n.enemy)}
	n.sliders, n.closing, n.opening, n.plain = 0, 0, 0, false
	n.open.count, n.blocked.count = 0, 0
	n.kingless = p.Kings&n.own == 0
	interest := n.enemy | p.Kings // the pieces whose weights matter
	if r.inventor() {
		interest = n.occ
	}
	switch r {
	case pacifist1, pacifistNumber:
		n.sign, n.units = numberSign, &singly
		n.threadSide(0, interest)
		n.threadSide(1, interest)
		n.weighNumber()
		n.over = n.balance.above(numberSign)
		with, without := n.balance.aboveWith(one, numberSign), n.balance.aboveWithout(one, numberSign)
		n.with = [6]bits{with, with, with, with, with, with}
		n.without = [6]bits{without, without, without, without, without, without}
	case pacifist2, pacifistValue:
		n.sign, n.units = valueSign, &units
		if crowded(p) {
			n.plain = true
			return
		}
		n.threadSide(0, interest)
		n.threadSide(1, interest)
		n.weighValue()
		n.over = n.balance.above(valueSign)
		for kind, u := range &units {
			n.with[kind], n.without[kind] = n.balance.aboveWith(u, valueSign), n.balance.aboveWithout(u, valueSign)
		}
	default:
		n.sign, n.units = numberSign, &singly
		n.threadSide(0, interest)
		n.threadSide(1, interest)
		n.exposed, n.convertible = r.judge(p, ^bits(0), us, 0), r.judge(p, ^bits(0), us^1, 0)
		n.over = ^bits(0)
		for on := forward(p.Pawns&n.own&secondRank(us), us) &^ n.occ; on != 0; on &= on - 1 {
			if s := on.First(); r.overpersuaded(p, s, us, 0) {
				n.over &^= bit(s)
			}
		}
	}
	n.calm = !r.inventor() && n.over&n.enemy == 0
}

// threadSide finds the reach and the threads of the sliders of one side, 0 the mover's.
func (n *node) threadSide(side int, interest bits) {
	p := &n.p
	men := n.own
	if side == 1 {
		men = n.enemy
	}
	for on := (p.Rooks | p.Bishops) & men; on != 0; on &= on - 1 {
		s := on.First() & 63
		b := bit(s)
		end := thread{from: s}
		var reach bits
		kind := board.Rook
		if p.Bishops&b != 0 {
			kind = board.Bishop
			if p.Rooks&b != 0 {
				kind = board.Queen
			}
		}
		end.unit = n.units[kind].weight()
		if side == 1 {
			end.unit = -end.unit
		}
		if p.Rooks&b != 0 {
			occ := n.rookOcc[side]
			r := rookReach(s, occ)
			reach = r
			if side == 0 {
				end.axis = rookAxis
			}
			if targets := r & interest &^ kingSteps[s]; targets != 0 {
				n.openThreads(&end, targets)
			}
			// A pawn stays on its file and never opens it.
			if stops := r & n.own & occ &^ (p.Pawns & files[s]); stops != 0 {
				if targets := (rookReach(s, occ&^stops) &^ r) & interest; targets != 0 {
					n.blockedThreads(&end, targets, stops)
				}
			}
		}
		if p.Bishops&b != 0 {
			occ := n.bishopOcc[side]
			r := bishopReach(s, occ)
			reach |= r
			if side == 0 {
				end.axis = bishopAxis
			}
			if targets := r & interest &^ kingSteps[s]; targets != 0 {
				n.openThreads(&end, targets)
			}
			if stops := r & n.own & occ; stops != 0 {
				if targets := (bishopReach(s, occ&^stops) &^ r) & interest; targets != 0 {
					n.blockedThreads(&end, targets, stops)
				}
			}
		}
		n.reach[s] = reach
		n.sliders |= reach
	}
}

// openThreads adds the threads of one slider to pieces that it bears on.
func (n *node) openThreads(end *thread, targets bits) {
	t := &n.open
	for ; targets != 0; targets &= targets - 1 {
		if t.count == maxThreads {
			n.plain = true
			return
		}
		end.target = targets.First()
		mask := between[end.from&63][end.target&63]
		n.closing |= mask
		i := t.count & (maxThreads - 1)
		t.masks[i], t.ends[i] = mask, *end
		t.count++
	}
}

// blockedThreads adds the threads of one slider to pieces that it would bear on if one of the stops were gone.
func (n *node) blockedThreads(end *thread, targets, stops bits) {
	t := &n.blocked
	for ; targets != 0; targets &= targets - 1 {
		if t.count == maxThreads {
			n.plain = true
			return
		}
		end.target = targets.First()
		mask := between[end.from&63][end.target&63]
		n.opening |= mask & stops
		end.blocker = (mask & stops).First()
		i := t.count & (maxThreads - 1)
		t.masks[i], t.ends[i] = mask, *end
		t.count++
	}
}

// pawnReach gives the squares that a side's pawns bear on towards the a-file and towards the h-file.
func pawnReach(pawns bits, c board.Colour) (a, h bits) {
	if c == board.White {
		return pawns &^ fileA << 7, pawns &^ fileH << 9
	}
	return pawns &^ fileA >> 9, pawns &^ fileH >> 7
}

// weighNumber works out the balance by number.
func (n *node) weighNumber() {
	a0, a1, a2, a3, a4, a5 := n.countSide(0)
	b0, b1, b2, b3, b4, b5 := n.countSide(1)
	n.once, n.twice = a0|a1|a2|a3|a4|a5, a1|a2|a3|a4|a5
	more := ^n.enemy
	a0, more = a0^more, a0&more
	a1, more = a1^more, a1&more
	a2, more = a2^more, a2&more
	a3, more = a3^more, a3&more
	a4, more = a4^more, a4&more
	a5 ^= more
	d := &n.balance
	d[0] = a0 ^ b0
	borrow := b0 &^ a0
	d[1] = a1 ^ b1 ^ borrow
	borrow = (b1|borrow)&^a1 | b1&borrow
	d[2] = a2 ^ b2 ^ borrow
	borrow = (b2|borrow)&^a2 | b2&borrow
	d[3] = a3 ^ b3 ^ borrow
	borrow = (b3|borrow)&^a3 | b3&borrow
	d[4] = a4 ^ b4 ^ borrow
	borrow = (b4|borrow)&^a4 | b4&borrow
	d[5] = a5 ^ b5 ^ borrow
	d[6] = (b5|borrow)&^a5 | b5&borrow
}

// countSide counts the pieces of a side that bear on each square.
func (n *node) countSide(side int) (c0, c1, c2, c3, c4, c5 bits) {
	p := &n.p
	men, colour := n.own, n.us
	if side == 1 {
		men, colour = n.enemy, n.us^1
	}
	a, h := pawnReach(p.Pawns&men, colour)
	c0, c1 = a^h, a&h
	for on := (p.Knights | p.Kings) & men; on != 0; on &= on - 1 {
		s := on.First() & 63
		m := knightSteps[s]
		if p.Kings&bit(s) != 0 {
			m = kingSteps[s]
		}
		n.reach[s] = m
		c0, m = c0^m, c0&m
		c1, m = c1^m, c1&m
		c2, m = c2^m, c2&m
		c3, m = c3^m, c3&m
		c4, m = c4^m, c4&m
		c5 ^= m
	}
	for on := (p.Rooks | p.Bishops) & men; on != 0; on &= on - 1 {
		m := n.reach[on.First()&63]
		c0, m = c0^m, c0&m
		c1, m = c1^m, c1&m
		c2, m = c2^m, c2&m
		c3, m = c3^m, c3&m
		c4, m = c4^m, c4&m
		c5 ^= m
	}
	return
}

// weighValue works out the balance by total value.
func (n *node) weighValue() {
	d := &n.balance
	*d = planes{}
	n.valueSide(0)
	n.once = d[0] | d[1] | d[2] | d[3] | d[4] | d[5] | d[6] | d[7] | d[8]
	other := *d
	*d = planes{}
	n.valueSide(1)
	var borrow bits
	for i := 0; i <= valueSign; i++ {
		a, b := other[i&15], d[i&15]
		d[i&15] = a ^ b ^ borrow
		borrow = (b|borrow)&^a | b&borrow
	}
	d.add(^n.enemy, 0, valueSign)
}

func (n *node) valueSide(side int) {
	p := &n.p
	d := &n.balance
	men, colour := n.own, n.us
	if side == 1 {
		men, colour = n.enemy, n.us^1
	}
	a, h := pawnReach(p.Pawns&men, colour)
	d[0], d[1] = a^h, a&h
	for on := men &^ p.Pawns; on != 0; on &= on - 1 {
		s := on.First() & 63
		u := units[p.KindAt(s)]
		if p.Knights&bit(s) != 0 {
			n.reach[s] = knightSteps[s]
		} else if p.Kings&bit(s) != 0 {
			n.reach[s] = kingSteps[s]
		}
		d.gain(n.reach[s], u, valueSign)
	}
}
