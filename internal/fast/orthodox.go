package fast

import "turncoat/rules/board"

// A checkInfo is what is worked out once about a position of orthodox chess or Conversion Chess:
// the enemy pieces that check the king in the orthodox sense, and the pieces that shield it.
type checkInfo struct {
	p               pos
	us              board.Colour
	own, enemy, occ bits
	king            square // NoSquare in a position without one
	checkers        bits
	pinned          bits // own pieces that alone shield the king from a slider
	shields         bits // squares where a piece ends the check; all of them when there is none
	first           bool // in Conversion Chess: whether there is a turn is all that is wanted
	checking        bool // only turns that may give check are wanted
	checks          checks
}

// start works out the checkInfo of a position.
func (a *checkInfo) start(p *pos) {
	us := p.Turn & 1
	a.p, a.us = *p, us
	a.own, a.enemy = p.Colours[us], p.Colours[us^1]
	a.occ = a.own | a.enemy
	a.king = (p.Kings & a.own).First()
	a.checkers, a.pinned, a.shields = 0, 0, ^bits(0)
	if a.king == board.NoSquare {
		return
	}
	k := a.king & 63
	a.checkers = (knightSteps[k]&p.Knights | pawnSteps[us][k]&p.Pawns) & a.enemy
	for on := (rookRays[k]&p.Rooks | bishopRays[k]&p.Bishops) & a.enemy; on != 0; on &= on - 1 {
		s := on.First() & 63
		switch way := between[k][s] & a.occ; {
		case way == 0:
			a.checkers |= bit(s)
		case way&(way-1) == 0:
			a.pinned |= way & a.own
		}
	}

	if a.checkers != 0 {
		a.shields = 0
		if a.checkers&(a.checkers-1) == 0 {
			a.shields = a.checkers | between[k][a.checkers.First()&63]
		}
	}
}

// targets returns where a piece, king and pawns apart, may go in orthodox chess.
func (a *checkInfo) targets(from square, reach bits) bits {
	reach &= a.shields &^ a.own &^ a.p.Kings
	if a.pinned&bit(from) != 0 {
		reach &= line[a.king&63][from&63]
	}
	return reach
}

// kingTargets returns where the king may go in orthodox chess, castlings apart.
func (a *checkInfo) kingTargets() bits {
	if a.king == board.NoSquare {
		return 0
	}
	targets := kingSteps[a.king&63] &^ a.own &^ a.p.Kings
	if a.checking {
		targets &= a.checks.from(board.King, a.king)
	}
	for on := targets; on != 0; on &= on - 1 {
		if s := on.First(); attacked(&a.p, s, a.us, a.occ&^bit(a.king)) {
			targets &^= bit(s)
		}
	}

	return targets
}

// mayCastle reports whether a castling that the board allows is legal in orthodox chess.
func (a *checkInfo) mayCastle(c *castling) bool {
	if a.checkers != 0 {
		return false
	}
	occ := a.occ &^ bit(c.right.King)
	if c.kingWay&bit(c.right.Rook) != 0 {
		occ &^= bit(c.right.Rook)
	}
	for on := c.kingWay; on != 0; on &= on - 1 {
		if attacked(&a.p, on.First(), a.us, occ) {
			return false
		}
	}

	occ = a.occ&^bit(c.right.King)&^bit(c.right.Rook) | bit(c.kingEnd) | bit(c.rookEnd)
	return !attacked(&a.p, c.kingEnd, a.us, occ)
}

// enPassantLegal reports whether an en passant capture leaves the king unattacked.
func (a *checkInfo) enPassantLegal(from square) bool {
	to := a.p.EnPassant
	q := a.p
	orthodoxMake(&q, board.NewMove(from, to))
	return !attacked(&q, a.king, a.us, q.Occupied())
}

// pawnTargets returns the squares where pawns, all of them or one, may go: by one step, by two, by
// capture towards the a-file and towards the h-file.
func (a *checkInfo) pawnTargets(pawns, allowed bits) (single, double, left, right bits) {
	single = forward(pawns, a.us) &^ a.occ
	double = forward(single&forward(secondRank(a.us), a.us), a.us) &^ a.occ
	left, right = pawnReach(pawns, a.us)
	victims := a.enemy &^ a.p.Kings & allowed
	return single & allowed, double & allowed, left & victims, right & victims
}

// enPassantCapturers returns the pawns that stand ready to capture en passant.
func (a *checkInfo) enPassantCapturers() bits {
	if a.p.EnPassant == board.NoSquare {
		return 0
	}
	return pawnSteps[a.us^1][a.p.EnPassant&63] & a.p.Pawns & a.own
}

// chessMoves appends the legal moves of orthodox chess.
func (a *checkInfo) chessMoves(moves []move) []move {
	p := &a.p
	for on := a.own &^ p.Pawns &^ p.Kings; on != 0; on &= on - 1 {
		from := on.First() & 63
		reach := pieceReach(p, from, a.occ, a.occ)
		if a.checking {
			reach &= a.checks.from(p.KindAt(from), from)
		}
		for to := a.targets(from, reach); to != 0; to &= to - 1 {
			moves = append(moves, board.NewMove(from, to.First()))
		}
	}

	moves = a.appendPawnMoves(moves, p.Pawns&a.own&^a.pinned, a.shields)
	for on := p.Pawns & a.pinned; on != 0; on &= on - 1 {
		moves = a.appendPawnMoves(moves, on&-on, a.shields&line[a.king&63][on.First()&63])
	}
	for on := a.enPassantCapturers(); on != 0; on &= on - 1 {
		if from := on.First(); a.enPassantLegal(from) {
			moves = append(moves, board.NewMove(from, p.EnPassant))
		}
	}

	for to := a.kingTargets(); to != 0; to &= to - 1 {
		moves = append(moves, board.NewMove(a.king, to.First()))
	}
	for wing := range board.KingSide + 1 {
		if c, ok := castlingOf(p, a.us, wing); ok && a.mayCastle(&c) {
			moves = append(moves, c.move())
		}
	}

	return moves
}

// appendPawnMoves appends the moves of pawns to the squares allowed, en passant apart.
func (a *checkInfo) appendPawnMoves(moves []move, pawns, allowed bits) []move {
	single, double, left, right := a.pawnTargets(pawns, allowed)
	up := square(8) // modulo 256
	if a.us == board.Black {
		up = -up
	}
	moves = a.appendPawnTargets(moves, left, up-1)
	moves = a.appendPawnTargets(moves, right, up+1)
	moves = a.appendPawnTargets(moves, single, up)
	for ; double != 0; double &= double - 1 {
		to := double.First()
		moves = append(moves, board.NewMove(to-2*up, to))
	}

	return moves
}

func (a *checkInfo) appendPawnTargets(moves []move, targets bits, step square) []move {
	for ; targets != 0; targets &= targets - 1 {
		to := targets.First()
		moves = appendPawnMove(moves, to-step, to, a.us)
	}

	return moves
}

// chessCount counts the legal moves of orthodox chess.
func (a *checkInfo) chessCount() int {
	p := &a.p
	n := 0
	for on := p.Knights & a.own; on != 0; on &= on - 1 {
		from := on.First() & 63
		n += a.targets(from, knightSteps[from]).Count()
	}

	for on := p.Rooks & a.own; on != 0; on &= on - 1 {
		n += a.targets(on.First(), rookReach(on.First(), a.occ)).Count()
	}
	for on := p.Bishops & a.own; on != 0; on &= on - 1 {
		n += a.targets(on.First(), bishopReach(on.First(), a.occ)).Count()
	}
	n += a.countPawnMoves(p.Pawns&a.own&^a.pinned, a.shields)
	for on := p.Pawns & a.pinned; on != 0; on &= on - 1 {
		n += a.countPawnMoves(on&-on, a.shields&line[a.king&63][on.First()&63])
	}
	for on := a.enPassantCapturers(); on != 0; on &= on - 1 {
		if a.enPassantLegal(on.First()) {
			n++
		}
	}

	n += a.kingTargets().Count()
	for wing := range board.KingSide + 1 {
		if c, ok := castlingOf(p, a.us, wing); ok && a.mayCastle(&c) {
			n++
		}
	}

	return n
}

func (a *checkInfo) countPawnMoves(pawns, allowed bits) int {
	single, double, left, right := a.pawnTargets(pawns, allowed)
	n := single.Count() + double.Count() + left.Count() + right.Count()
	if last := lastRank(a.us); (single|left|right)&last != 0 {
		n += 3 * ((single & last).Count() + (left & last).Count() + (right & last).Count())
	}
	return n
}

// chessLegal reports whether a move that the board allows is legal in orthodox chess.
func chessLegal(p *pos, m move) bool {
	if wing, ok := m.Castles(p); ok {
		var a checkInfo
		a.start(p)
		c, _ := castlingOf(p, a.us, wing)
		return a.mayCastle(&c)
	}

	q := *p
	orthodoxMake(&q, m)
	return !attacked(&q, (q.Kings & q.Colours[p.Turn&1]).First(), p.Turn, q.Occupied())
}

// chessPlay plays a move that the board allows and, if it is legal, writes the position after it.
func chessPlay(p *pos, m move, after *pos) (t board.Turn, legal bool) {
	t.Move = m
	if _, castles := m.Castles(p); castles && !chessLegal(p, m) {
		return t, false
	}
	us := p.Turn & 1
	*after = *p
	captured := orthodoxMake(after, m)
	if attacked(after, (after.Kings & after.Colours[us]).First(), us, after.Occupied()) {
		return t, false
	}
	orthodoxEnd(after, &t, rightsSquares(&p.Rights), p.Pawns.Has(m.From), p.Kings.Has(m.From), captured != 0)
	rekey(p, after, &t)
	return t, true
}

// orthodoxMake makes a move on the board and nothing else, captures and en passant included, and
// returns what it captures.
func orthodoxMake(p *pos, m move) bits {
	us := p.Turn & 1
	to := bit(m.To)
	if p.Pawns&bit(m.From) != 0 && m.To == p.EnPassant {
		to = forward(to, us^1)
	}
	captured := to & p.Colours[us^1]
	if captured != 0 {
		p.Colours[us^1] ^= captured
		p.Pawns &^= captured
		p.Knights &^= captured
		p.Rooks &^= captured
		p.Bishops &^= captured
		p.Kings &^= captured
	}

	pacifistMake(p, m)
	return captured
}

// orthodoxAdvance makes a turn of conversion or chess on the board, hands the move to the other
// side and leaves the key alone. rights are the squares of king and rook of every right.
func orthodoxAdvance(p *pos, t *board.Turn, rights bits) {
	pawn, king := p.Pawns.Has(t.From), p.Kings.Has(t.From)
	captured := orthodoxMake(p, t.Move)
	convert(p, t.Converted)
	orthodoxEnd(p, t, rights, pawn, king, captured != 0)
}

// orthodoxEnd ends a turn of conversion or chess that has been made on the board: the rights that
// it costs, en passant, the clock, the side to move. The caller says whether a pawn or a king has
// moved and whether anything was captured.
func orthodoxEnd(p *pos, t *board.Turn, rights bits, pawn, king, captured bool) {
	us := p.Turn & 1
	from := bit(t.From)
	if rights != 0 {
		if king {
			p.Rights.StrikeSide(us)
		}
		if lost := (from | bit(t.To) | t.Converted) & rights; lost != 0 {
			p.Rights.Strike(lost)
		}
	}

	p.EnPassant = board.NoSquare
	if pawn && (t.To-t.From == 16 || t.From-t.To == 16) && !t.Converted.Has(t.To) { // AND-10
		passed := forward(from, us)
		if pawnSteps[us][passed.First()&63]&p.Pawns&p.Colours[us^1] != 0 {
			p.EnPassant = passed.First()
		}
	}

	pass(p, pawn || captured)
}
