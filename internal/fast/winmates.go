package fast

import "turncoat/rules/board"

// Mates in one, of chess and conversion.

// chessWins reports whether a move mates. Only moves that give check can, and of most pieces few
// do.
func (w *WinSearch) chessWins() (move, bool) {
	a, p := &w.a, &w.a.p
	if !a.findChecks() {
		return move{}, false
	}
	a.checking = true
	w.moves = a.chessMoves(w.moves[:0])
	a.checking = false
	for _, m := range w.moves {
		quiet := m.Promotion == board.NoKind && m.To != p.EnPassant && p.Pawns.Has(m.From)
		if quiet && !a.checks.from(board.Pawn, m.From).Has(m.To) {
			continue
		}
		if w.mates(m) {
			return m, true
		}
	}

	return move{}, false
}

// checks says from where pieces of the mover's give check to a king.
type checks struct {
	king  square
	gives [6]bits // by kind
	// the mover's pieces that alone stand between a slider of the mover's and the king
	uncovers bits
}

// findChecks works out what gives check, and reports whether the enemy has a king.
func (a *checkInfo) findChecks() bool {
	p, c := &a.p, &a.checks
	k := (p.Kings & a.enemy).First()
	if k == board.NoSquare {
		return false
	}
	c.king, c.uncovers = k&63, 0
	rooks, bishops := rookReach(k, a.occ), bishopReach(k, a.occ)
	c.gives = [6]bits{board.Pawn: pawnSteps[a.us^1][c.king], board.Knight: knightSteps[c.king],
		board.Bishop: bishops, board.Rook: rooks, board.Queen: rooks | bishops}
	for on := (rookRays[c.king]&p.Rooks | bishopRays[c.king]&p.Bishops) & a.own; on != 0; on &= on - 1 {
		if way := between[c.king][on.First()&63] & a.occ; way != 0 && way&(way-1) == 0 {
			c.uncovers |= way & a.own
		}
	}

	return true
}

// from returns where a piece of a kind gives check when it has left a square.
func (c *checks) from(kind board.Kind, from square) bits {
	squares := c.gives[kind%6]
	if c.uncovers.Has(from) {
		squares |= ^line[c.king][from&63]
	}
	return squares
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
		if a.targets(from, pieceReach(p, from, a.occ, a.occ)) != 0 {
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

// conversionWins reports whether a turn of conversion mates. Whether it may give check is asked
// before whether it is legal.
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
