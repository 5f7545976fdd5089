package fast

import "turncoat/rules/board"

// A balance weighs a position of the Pacifist family for all squares at once. By average value that
// cannot be done, and it holds the position only.
type balance struct {
	rules   Rules
	p       pos
	us      board.Colour
	weighs  bool // the balance can be worked out
	sign    int  // the top word of the balance
	weights *[8]int16

	own, enemy, occ bits
	// What does not stop a slider is left out of these: the occupied squares for rooks and bishops
	// of each side (0: the mover).
	rookOcc, bishopOcc [2]bits

	planes  planes
	over    bits // where the balance is above zero
	sliders bits // the squares that sliders of either side bear on

	reach       [64]bits // what each piece, pawns apart, bears on
	once, twice bits     // where at least one and at least two pieces of the mover bear
	theirs      bits     // where the enemy bears
}

// place takes up a position and weighs nothing yet.
func (n *balance) place(r Rules, p *pos) {
	us := p.Turn & 1
	n.rules, n.p, n.us = r, *p, us
	n.own, n.enemy = p.Colours[us], p.Colours[us^1]
	n.occ = n.own | n.enemy
	n.rookOcc = [2]bits{n.occ &^ (p.Rooks & n.own), n.occ &^ (p.Rooks & n.enemy)}
	n.bishopOcc = [2]bits{n.occ &^ (p.Bishops & n.own), n.occ &^ (p.Bishops & n.enemy)}
	n.sliders = 0
	switch r {
	case pacifist1, pacifistNumber:
		n.weighs, n.sign, n.weights = true, numberSign, &singly
	case pacifist2, pacifistValue:
		n.weighs, n.sign, n.weights = !crowded(p), valueSign, &byValue
	default:
		n.weighs, n.sign, n.weights = false, numberSign, &singly
	}
}

// crowded reports whether the pieces of the board, kings apart, are worth more than the planes
// hold.
func crowded(p *pos) bool {
	return value(p, p.Occupied()&^p.Kings) >= kingUnit
}

// pawnReach returns the squares that a side's pawns bear on towards the a-file and towards the
// h-file.
func pawnReach(pawns bits, c board.Colour) (a, h bits) {
	if c == board.White {
		return pawns &^ fileA << 7, pawns &^ fileH << 9
	}
	return pawns &^ fileA >> 9, pawns &^ fileH >> 7
}

// weigh works out the balance from what every piece bears on.
func (n *balance) weigh() {
	if n.sign == numberSign {
		n.weighNumber()
	} else {
		n.weighValue()
	}

	n.over = n.planes.above(n.sign)
}

// weighNumber works out the balance by number.
func (n *balance) weighNumber() {
	a0, a1, a2, a3, a4, a5 := n.countSide(0)
	b0, b1, b2, b3, b4, b5 := n.countSide(1)
	n.once, n.twice = a0|a1|a2|a3|a4|a5, a1|a2|a3|a4|a5
	n.theirs = b0 | b1 | b2 | b3 | b4 | b5
	more := ^n.enemy
	a0, more = a0^more, a0&more
	a1, more = a1^more, a1&more
	a2, more = a2^more, a2&more
	a3, more = a3^more, a3&more
	a4, more = a4^more, a4&more
	a5 ^= more
	d := &n.planes
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
func (n *balance) countSide(side int) (c0, c1, c2, c3, c4, c5 bits) {
	p := &n.p
	men, colour := n.own, n.us
	if side == 1 {
		men, colour = n.enemy, n.us^1
	}
	a, h := pawnReach(p.Pawns&men, colour)
	c0, c1 = a^h, a&h
	for on := men &^ p.Pawns; on != 0; on &= on - 1 {
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
func (n *balance) weighValue() {
	var ours, theirs planes
	n.valueSide(&ours, 0)
	n.valueSide(&theirs, 1)
	n.once, n.theirs = 0, 0
	var borrow bits
	carry := ^n.enemy
	for i := 0; i <= valueSign; i++ {
		a, b := ours[i&15], theirs[i&15]
		n.once |= a
		n.theirs |= b
		a, carry = a^carry, a&carry
		n.planes[i&15] = a ^ b ^ borrow
		borrow = (b|borrow)&^a | b&borrow
	}
}

// valueSide adds up the values of a side where it bears: a piece counts 1, a minor one 2 more, a
// rook 4, a queen 8.
func (n *balance) valueSide(d *planes, side int) {
	p := &n.p
	men, colour := n.own, n.us
	if side == 1 {
		men, colour = n.enemy, n.us^1
	}
	a, h := pawnReach(p.Pawns&men, colour)
	c0, c1 := a^h, a&h
	var c2, c3, c4, c5, c6 bits
	for on := men &^ (p.Pawns | p.Kings); on != 0; on &= on - 1 {
		at := on.First() & 63
		m := n.reach[at]
		rook, bishop := -(p.Rooks >> at & 1), -(p.Bishops >> at & 1) // all or none
		by2, by4, by8 := m&^rook, m&rook&^bishop, m&rook&bishop
		c0, m = c0^m, c0&m
		c1, m = c1^m^by2, c1&(m|by2)|m&by2
		c2, m = c2^m^by4, c2&(m|by4)|m&by4
		c3, m = c3^m^by8, c3&(m|by8)|m&by8
		c4, m = c4^m, c4&m
		c5, m = c5^m, c5&m
		c6 ^= m
	}

	*d = planes{c0, c1, c2, c3, c4, c5, c6}
	for on := p.Kings & men; on != 0; on &= on - 1 {
		m := n.reach[on.First()&63]
		d[kingBit], m = d[kingBit]^m, d[kingBit]&m
		d[kingBit+1] |= m
	}
}
