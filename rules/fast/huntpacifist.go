package fast

import "turncoat/rules/board"

// Wins in one, and single turns, of vchess.club's forms of Pacifist.

// pacifistTurn gives the turn of a move and tells whether it is legal.
func (h *Hunter) pacifistTurn(m board.Move) (t board.Turn, legal bool) {
	n := &h.n
	p := &n.p
	from, to := bit(m.From), bit(m.To)
	if n.own&from == 0 {
		return t, false
	}
	pawn := p.Pawns&from != 0
	if n.plain || n.own&to != 0 || m.Promotion != board.NoKind || pawn && lastRank(n.us)&to != 0 {
		return h.plainTurn(m)
	}
	if n.occ&to != 0 {
		return t, false
	}
	var l lifted
	var reach bits
	if pawn {
		one := forward(from, n.us)
		if to != one && (one&n.occ != 0 || one&n.over == 0 || from&secondRank(n.us) == 0 || to != forward(one, n.us)) { // PAC-3
			return t, false
		}
		reach = pawnSteps[n.us][m.To&63]
		n.lift(&l, m.From, board.Pawn, pawnSteps[n.us][m.From&63])
	} else {
		if pieceReach(p, m.From, n.occ)&to == 0 {
			return t, false
		}
		kind := p.KindAt(m.From)
		reach = n.reachFrom(kind, m.To)
		n.lift(&l, m.From, kind, n.reach[m.From&63])
	}
	h.Resolved++
	t.Move = m
	if p.Kings&from == 0 {
		t.Converted, _, legal = n.land(&l, m.To, reach)
		return t, legal
	}
	over := n.landed(&l, m.To, reach)
	t.Converted, legal = over&n.enemy, over&l.kings != 0 || n.safeAt(m, m.To)
	if t.Converted != 0 {
		t.Converted, legal = n.carryOn(m, t.Converted, legal)
	}
	return t, legal
}

// reachFrom gives what a piece of the mover's, knight, slider or king, bears on from a square to which it has moved.
func (n *node) reachFrom(kind board.Kind, to square) bits {
	switch kind {
	case board.Knight:
		return knightSteps[to&63]
	case board.Bishop:
		return bishopReach(to, n.bishopOcc[0])
	case board.Rook:
		return rookReach(to, n.rookOcc[0])
	case board.Queen:
		return bishopReach(to, n.bishopOcc[0]) | rookReach(to, n.rookOcc[0])
	}
	return kingSteps[to&63]
}

// landed gives where the balance is above zero once the lifted piece stands on a square.
func (n *node) landed(l *lifted, to square, reach bits) bits {
	if l.closing&bit(to) != 0 {
		return n.drop(l, to, reach)
	}
	return l.base | l.gained&reach
}

// pacifistWins tells whether a turn leaves the enemy kingless without a legal turn (PAC-12).
func (h *Hunter) pacifistWins() (move, bool) {
	n := &h.n
	kings := n.p.Kings & n.enemy
	if n.plain || kings == 0 || n.rules != pacifist1 {
		return h.winsPlainly(kings)
	}
	s := &h.prey
	s.mark(n, kings)
	empty := ^n.occ
	for on := n.p.Knights & n.own; on != 0; on &= on - 1 {
		from := on.First() & 63
		targets := knightSteps[from] & empty & s.goodFor(board.Knight, from)
		if m, ok := h.strikes(board.Knight, from, targets); ok {
			return m, true
		}
	}
	for on := (n.p.Rooks | n.p.Bishops) & n.own; on != 0; on &= on - 1 {
		from := on.First() & 63
		kind := n.p.KindAt(from)
		targets := pieceReach(&n.p, from, n.occ) & empty & s.goodFor(kind, from)
		if m, ok := h.strikes(kind, from, targets); ok {
			return m, true
		}
	}
	if m, ok := h.pawnWins(empty); ok {
		return m, true
	}
	for on := n.p.Kings & n.own; on != 0; on &= on - 1 {
		from := on.First() & 63
		targets := kingSteps[from] & empty & s.goodFor(board.King, from)
		if m, ok := h.strikes(board.King, from, targets); ok {
			return m, true
		}
	}
	return h.castlingWins(kings)
}

// winsPlainly is Wins by way of all turns.
func (h *Hunter) winsPlainly(kings bits) (move, bool) {
	h.turns = h.AppendTurns(h.turns[:0])
	for i := range h.turns {
		if t := &h.turns[i]; kings&^t.Converted == 0 && h.final(t) {
			return t.Move, true
		}
	}
	return move{}, false
}

// strikes tries the moves of one piece that may win.
func (h *Hunter) strikes(kind board.Kind, from square, targets bits) (move, bool) {
	if targets == 0 {
		return move{}, false
	}
	n := &h.n
	var l lifted
	reach := pawnSteps[n.us][from]
	if kind != board.Pawn {
		reach = n.reach[from]
	}
	n.lift(&l, from, kind, reach)
	for ; targets != 0; targets &= targets - 1 {
		to := targets.First() & 63
		if kind == board.Pawn {
			reach = pawnSteps[n.us][to]
		} else {
			reach = n.reachFrom(kind, to)
		}
		if m := board.NewMove(from, to); h.strike(&l, m, reach) {
			return m, true
		}
	}
	return move{}, false
}

// strike tells whether a move of the lifted piece wins.
func (h *Hunter) strike(l *lifted, m move, reach bits) bool {
	n := &h.n
	h.Resolved++
	over := n.landed(l, m.To, reach)
	wave := over & n.enemy
	if wave == 0 || !h.prey.canFall(wave, l, m.To, reach) {
		return false
	}
	converted, safe := n.carryOn(m, wave, over&l.kings != 0)
	return safe && h.prey.kings&^converted == 0 && h.final(&board.Turn{Move: m, Converted: converted})
}

// pawnWins tries the pawns.
func (h *Hunter) pawnWins(empty bits) (move, bool) {
	n, s := &h.n, &h.prey
	us := n.us
	pawns := n.p.Pawns & n.own
	single := forward(pawns, us) & empty
	double := forward(single&forward(secondRank(us), us)&n.over, us) & empty // PAC-3
	for last := single & lastRank(us); last != 0; last &= last - 1 {
		var l lifted
		from := forward(last&-last, us^1).First()
		n.lift(&l, from, board.Pawn, pawnSteps[us][from&63])
		h.turns = n.appendPromotions(h.turns[:0], &l, last.First())
		h.Resolved += uint64(len(h.turns))
		for i := range h.turns {
			if t := &h.turns[i]; s.kings&^t.Converted == 0 && h.final(t) {
				return t.Move, true
			}
		}
	}
	for on := forward(single&^lastRank(us), us^1) & pawns; on != 0; on &= on - 1 {
		from := on.First() & 63
		one := forward(bit(from), us)
		targets := (one | forward(one, us)&double) & s.goodFor(board.Pawn, from)
		if m, ok := h.strikes(board.Pawn, from, targets); ok {
			return m, true
		}
	}
	return move{}, false
}

// castlingWins tries the castlings.
func (h *Hunter) castlingWins(kings bits) (move, bool) {
	n := &h.n
	if n.p.Rights == (board.Rights{}) {
		return move{}, false
	}
	for _, wing := range [...]board.Wing{board.AWing, board.HWing} {
		c, ok := castlingOf(&n.p, n.us, wing)
		if !ok || !n.rules.mayCastle(&n.p, &c) {
			continue
		}
		h.Resolved++
		if t, legal := n.rules.plainTurn(&n.p, c.move()); legal && kings&^t.Converted == 0 && h.final(&t) {
			return t.Move, true
		}
	}
	return move{}, false
}

// final tells whether the enemy, left kingless by a turn, can claim no king.
func (h *Hunter) final(t *board.Turn) bool {
	q := h.n.p
	h.n.rules.advance(&q, t, q.Rights.Squares())
	h.last.start(h.n.rules, &q)
	h.claims = h.last.appendTurns(h.claims[:0])
	h.Resolved += uint64(len(h.claims)) + 1
	return len(h.claims) == 0
}
