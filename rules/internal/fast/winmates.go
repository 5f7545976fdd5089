package fast

import "turncoat/rules/board"

// Mates in one, of chess and conversion.

// chessWins reports whether a move mates. Only moves that give check can, and of most pieces few do.
func (w *WinSearch) chessWins() (move, bool) {
	a := &w.a
	p := &a.p
	king := (p.Kings & a.enemy).First()
	if king == board.NoSquare {
		return move{}, false
	}
	k := king & 63
	gives, uncovers := a.givers(k), a.uncoverers(k)
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
			if m := board.NewMove(from, to.First()); w.mates(m) {
				return m, true
			}
		}
	}
	if m, ok := w.pawnMates(k, gives[board.Pawn], uncovers); ok {
		return m, true
	}
	if uncovers&p.Kings != 0 {
		for to := a.kingTargets() &^ line[k][a.king&63]; to != 0; to &= to - 1 {
			if m := board.NewMove(a.king, to.First()); w.mates(m) {
				return m, true
			}
		}
	}
	for wing := range board.KingSide + 1 {
		if c, ok := castlingOf(p, a.us, wing); ok && a.mayCastle(&c) && w.mates(c.move()) {
			return c.move(), true
		}
	}
	return move{}, false
}

// givers returns, by kind, the squares from where a piece of the mover's attacks a square.
func (a *checkInfo) givers(k square) [6]bits {
	rooks, bishops := rookReach(k, a.occ), bishopReach(k, a.occ)
	return [6]bits{board.Pawn: pawnSteps[a.us^1][k], board.Knight: knightSteps[k], board.Bishop: bishops,
		board.Rook: rooks, board.Queen: rooks | bishops}
}

// uncoverers returns the mover's pieces that alone stand between a slider of the mover's and a square.
func (a *checkInfo) uncoverers(k square) (pieces bits) {
	p := &a.p
	for on := (rookRays[k]&p.Rooks | bishopRays[k]&p.Bishops) & a.own; on != 0; on &= on - 1 {
		if way := between[k][on.First()&63] & a.occ; way != 0 && way&(way-1) == 0 {
			pieces |= way & a.own
		}
	}
	return pieces
}

// pawnMates tries the pawns: promotions and captures en passant all, other moves when they give check.
func (w *WinSearch) pawnMates(k square, gives, uncovers bits) (move, bool) {
	a := &w.a
	p := &a.p
	w.moves = a.appendPawnMoves(w.moves[:0], p.Pawns&a.own&^a.pinned, a.shields)
	for on := p.Pawns & a.pinned; on != 0; on &= on - 1 {
		w.moves = a.appendPawnMoves(w.moves, on&-on, a.shields&line[a.king&63][on.First()&63])
	}
	for _, m := range w.moves {
		checks := gives&bit(m.To) != 0 || m.Promotion != board.NoKind || uncovers&bit(m.From) != 0 &&
			line[k][m.From&63]&bit(m.To) == 0
		if checks && w.mates(m) {
			return m, true
		}
	}
	for on := a.enPassantCapturers(); on != 0; on &= on - 1 {
		if from := on.First(); a.enPassantLegal(from) {
			if m := board.NewMove(from, p.EnPassant); w.mates(m) {
				return m, true
			}
		}
	}
	return move{}, false
}

// mates reports whether a legal move of chess mates.
func (w *WinSearch) mates(m move) bool {
	w.Resolved++
	q := *w.p
	orthodoxAdvance(&q, &board.Turn{Move: m}, q.Rights.Squares())
	w.replies.start(&q)
	return w.replies.checkers != 0 && !w.replies.escapes()
}

// escapes reports whether the mover, in check, has a legal move.
func (a *checkInfo) escapes() bool {
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
	for on := a.enPassantCapturers(); on != 0; on &= on - 1 {
		if a.enPassantLegal(on.First()) {
			return true
		}
	}
	return false
}

// conversionWins reports whether a turn of conversion mates. Whether it may give check is asked before whether
// it is legal.
func (w *WinSearch) conversionWins() (move, bool) {
	w.a.checking = true
	w.turns = w.AppendTurns(w.turns[:0])
	w.a.checking = false
	for i := range w.turns {
		if w.conversionMates(&w.turns[i]) {
			return w.turns[i].Move, true
		}
	}
	return move{}, false
}

// conversionMates reports whether a legal turn of conversion mates.
func (w *WinSearch) conversionMates(t *board.Turn) bool {
	q := *w.p
	orthodoxAdvance(&q, t, rightsSquares(&q.Rights))
	if !conversionCheck(&q, q.Turn) {
		return false
	}
	w.replies.start(&q)
	w.replies.first = true
	w.plainTurns = w.replies.appendConversionTurns(w.plainTurns[:0])
	w.Resolved += uint64(len(w.plainTurns))
	return len(w.plainTurns) == 0
}
