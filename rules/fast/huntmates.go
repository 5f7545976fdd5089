package fast

import "turncoat/rules/board"

// Mates in one, of chess and conversion.

// chessWins tells whether a move mates. Only moves that give check can, and of most pieces few do.
func (h *Hunter) chessWins() (move, bool) {
	a := &h.a
	p := &a.p
	king := (p.Kings & a.enemy).First()
	if king == board.NoSquare {
		return move{}, false
	}
	k := king & 63
	rooks, bishops := rookReach(k, a.occ), bishopReach(k, a.occ)
	gives := [6]bits{board.Pawn: pawnSteps[a.us^1][k], board.Knight: knightSteps[k], board.Bishop: bishops, board.Rook: rooks, board.Queen: rooks | bishops}
	uncovers := a.uncoverers(k)
	for on := a.own &^ p.Pawns &^ p.Kings; on != 0; on &= on - 1 {
		from := on.First() & 63
		kind := p.KindAt(from)
		var reach bits
		if kind == board.Knight {
			reach = knightSteps[from]
		} else if gives[kind] != 0 {
			reach = a.reachOf(from)
		}
		checks := gives[kind]
		if uncovers&bit(from) != 0 {
			checks |= ^line[k][from]
		}
		for to := a.targets(from, reach&checks); to != 0; to &= to - 1 {
			if m := board.NewMove(from, to.First()); h.mates(m) {
				return m, true
			}
		}
	}
	if m, ok := h.pawnMates(k, gives[board.Pawn], uncovers); ok {
		return m, true
	}
	if uncovers&p.Kings != 0 {
		for to := a.kingTargets() &^ line[k][a.king&63]; to != 0; to &= to - 1 {
			if m := board.NewMove(a.king, to.First()); h.mates(m) {
				return m, true
			}
		}
	}
	if p.Rights != (board.Rights{}) {
		for _, wing := range [...]board.Wing{board.AWing, board.HWing} {
			if c, ok := castlingOf(p, a.us, wing); ok && a.mayCastle(&c) && h.mates(c.move()) {
				return c.move(), true
			}
		}
	}
	return move{}, false
}

// uncoverers gives the mover's pieces that alone stand between a slider of the mover's and a square.
func (a *arena) uncoverers(k square) (pieces bits) {
	p := &a.p
	for on := (rookRays[k]&p.Rooks | bishopRays[k]&p.Bishops) & a.own; on != 0; on &= on - 1 {
		if way := between[k][on.First()&63] & a.occ; way != 0 && way&(way-1) == 0 {
			pieces |= way & a.own
		}
	}
	return pieces
}

// pawnMates tries the pawns: promotions and captures en passant all, other moves when they give check.
func (h *Hunter) pawnMates(k square, gives, uncovers bits) (move, bool) {
	a := &h.a
	p := &a.p
	h.moves = a.appendPawnMoves(h.moves[:0], p.Pawns&a.own&^a.pinned, a.shields)
	for on := p.Pawns & a.pinned; on != 0; on &= on - 1 {
		h.moves = a.appendPawnMoves(h.moves, on&-on, a.shields&line[a.king&63][on.First()&63])
	}
	for _, m := range h.moves {
		checks := gives&bit(m.To) != 0 || m.Promotion != board.NoKind || uncovers&bit(m.From) != 0 && line[k][m.From&63]&bit(m.To) == 0
		if checks && h.mates(m) {
			return m, true
		}
	}
	for on := a.passers(); on != 0; on &= on - 1 {
		if from := on.First(); a.mayPass(from) {
			if m := board.NewMove(from, p.EnPassant); h.mates(m) {
				return m, true
			}
		}
	}
	return move{}, false
}

// mates tells whether a legal move of chess mates.
func (h *Hunter) mates(m move) bool {
	h.Resolved++
	q := *h.p
	orthodoxAdvance(&q, &board.Turn{Move: m}, q.Rights.Squares())
	h.replies.start(&q)
	return h.replies.checkers != 0 && !h.replies.escapes()
}

// escapes tells whether the mover, in check, has a legal move.
func (a *arena) escapes() bool {
	p := &a.p
	for on := kingSteps[a.king&63] &^ a.own &^ p.Kings; on != 0; on &= on - 1 {
		if !attacked(p, on.First(), a.us, a.occ&^bit(a.king)) {
			return true
		}
	}
	if a.shields == 0 {
		return false
	}
	for on := a.own &^ p.Pawns &^ p.Kings &^ a.pinned; on != 0; on &= on - 1 {
		from := on.First() & 63
		reach := knightSteps[from]
		if p.Knights&bit(from) == 0 {
			reach = a.reachOf(from)
		}
		if a.targets(from, reach) != 0 {
			return true
		}
	}
	// A pinned piece cannot end a check from elsewhere.
	single, double, left, right := a.pawnTargets(p.Pawns&a.own&^a.pinned, a.shields)
	if single|double|left|right != 0 {
		return true
	}
	for on := a.passers(); on != 0; on &= on - 1 {
		if a.mayPass(on.First()) {
			return true
		}
	}
	return false
}

// conversionWins tells whether a turn of conversion mates. Whether it may give check is asked before whether it is legal.
func (h *Hunter) conversionWins() (move, bool) {
	h.a.checking = true
	h.turns = h.AppendTurns(h.turns[:0])
	h.a.checking = false
	for i := range h.turns {
		if h.conversionMates(&h.turns[i]) {
			return h.turns[i].Move, true
		}
	}
	return move{}, false
}

// conversionMates tells whether a legal turn of conversion mates.
func (h *Hunter) conversionMates(t *board.Turn) bool {
	q := *h.p
	orthodoxAdvance(&q, t, rightsSquares(&q.Rights))
	if !conversionCheck(&q, q.Turn) {
		return false
	}
	h.replies.start(&q)
	h.replies.first = true
	h.plainly = h.replies.appendConversionTurns(h.plainly[:0])
	h.Resolved += uint64(len(h.plainly))
	return len(h.plainly) == 0
}
