package fast

import (
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Andernach Chess and its kin: orthodox chess with one step after the move in which pieces change
// sides (AND-2). What a rule set says about it is worked out once, in its traits; every rule set of
// the family is played, but for a few misreadings.
//
// Where a piece converts itself, a move that orthodox chess forbids is forbidden here, too: no enemy
// piece converts, and the board is occupied as it was. Where it converts what it attacks, a move may
// save its king by that. So there the moves that may convert are made and tested, all of them.

// traits are what a rule set of the family says about conversions.
type traits struct {
	attacks  bool // what is attacked converts, not the piece itself
	every    bool // every piece of the mover acts, not only the moved one
	rook     bool // in castling the rook has moved, too
	gains    bool // a rook that converts at home may castle (AND-9)
	when     ruleset.ConvertsWhen
	squares  bits
	side     ruleset.ConvertsSide
	excepted [6]bool // kinds that do not convert, the king apart
	excepts  bool    // whether there is one
}

// traitsOf works out the traits of a rule set. It reports false for one that this package does not
// play.
func traitsOf(set *ruleset.Set) (t traits, ok bool) {
	ok = set.Family == ruleset.Andernach && set.Stalemate == ruleset.StalemateDraws &&
		set.Promotion == ruleset.PromoteAny && set.ConvertedKind == ruleset.KeepsKind &&
		set.CastlingConverted == ruleset.LosesRight && set.KingConverts == ruleset.No &&
		set.ConvertsOrder == ruleset.ConvertTogether && set.EnPassant == ruleset.EnPassantOfEnemy
	t = traits{
		attacks: set.Converts == ruleset.ConvertsAttacked,
		every:   set.ConvertedBy == ruleset.ByEveryPiece,
		rook:    set.CastlingConverts == ruleset.KingAndRookConvert,
		gains:   set.GainsRights(),
		when:    set.ConvertsWhen,
		squares: bits(set.Squares),
		side:    set.ConvertsSide,
	}
	for kind, answer := range [...]ruleset.Answer{set.PawnConverts, set.KnightConverts,
		set.BishopConverts, set.RookConverts, set.QueenConverts} {
		t.excepted[kind] = answer == ruleset.No
		t.excepts = t.excepts || t.excepted[kind]
	}

	return t, ok
}

// allowed returns the pieces that may convert in a turn of a side (AND-2, AND-3).
func (t *traits) allowed(q *pos, us board.Colour) bits {
	var men bits
	switch t.side {
	case ruleset.ConvertsBothSides:
		men = q.Occupied()
	case ruleset.ConvertsWhite:
		men = q.Colours[board.White]
	case ruleset.ConvertsBlack:
		men = q.Colours[board.Black]
	case ruleset.ConvertsMover:
		men = q.Colours[us]
	case ruleset.ConvertsEnemy:
		men = q.Colours[us^1]
	}

	men &^= q.Kings
	if t.excepts {
		for kind := board.Pawn; kind < board.King; kind++ {
			if t.excepted[kind] {
				men &^= q.Pieces(kind)
			}
		}
	}

	return men
}

// may reports whether a move may convert something: false where it captures nothing and should, and
// the other way round (AND-4).
func (t *traits) may(p *pos, m move) bool {
	captures := p.Colours[p.Turn&1^1].Has(m.To) || m.To == p.EnPassant && p.Pawns.Has(m.From)
	switch t.when {
	case ruleset.OnCapture:
		return captures
	case ruleset.OnNoCapture:
		return !captures
	case ruleset.OnOtherKind:
		return captures && p.KindAt(m.To) != board.NoKind && p.KindAt(m.To) != becomes(p, m)
	case ruleset.OnSquare:
		return t.every || t.squares.Has(m.To) || t.rook && p.Colours[p.Turn&1].Has(m.To)
	}

	return true
}

// becomes returns the kind of the moved piece after a move.
func becomes(p *pos, m move) board.Kind {
	if m.Promotion < board.NoKind {
		return m.Promotion
	}
	return p.KindAt(m.From)
}

// converted returns what a move converts, p being the board before it and q the one after it.
func (t *traits) converted(p, q *pos, m move) bits {
	us := p.Turn & 1
	occ, king := q.Occupied(), q.Kings&q.Colours[us^1]
	var chosen bits
	for on := t.acting(p, q, m); on != 0; on &= on - 1 {
		s := on.First()
		if t.when == ruleset.OnSquare && !t.squares.Has(s) {
			continue
		}
		if !t.attacks && t.when != ruleset.OnCheck {
			chosen |= bit(s)
			continue
		}
		attacks := attacksFrom(q, s, us, occ)
		switch {
		case t.when == ruleset.OnCheck && attacks&king == 0:
		case t.attacks:
			chosen |= attacks
		default:
			chosen |= bit(s)
		}
	}

	return chosen & t.allowed(q, us)
}

// attacksFrom returns what the piece of a side on a square attacks.
func attacksFrom(p *pos, s square, c board.Colour, occ bits) bits {
	if p.Pawns.Has(s) {
		return pawnSteps[c][s&63]
	}
	return pieceReach(p, s, occ, occ)
}

// acting returns the pieces that make conversions after a move: the moved ones, in castling those
// that count as moved and have left their squares (AND-5), or all of the mover's.
func (t *traits) acting(p, q *pos, m move) bits {
	us := p.Turn & 1
	if t.every {
		return q.Colours[us]
	}
	wing, castles := m.Castles(p)
	if !castles {
		return bit(m.To)
	}
	var moved bits
	king, rook := board.CastlingEnds(us, wing)
	if king != m.From {
		moved |= bit(king)
	}
	if rook != m.To && t.rook {
		moved |= bit(rook)
	}
	return moved
}

// appendStepTurns appends the legal turns of a game of the family.
func (a *checkInfo) appendStepTurns(turns []board.Turn, t *traits) []board.Turn {
	var buffer [128]move
	if t.attacks {
		return a.appendAttackTurns(turns, t, buffer[:0])
	}
	for _, m := range a.chessMoves(buffer[:0]) {
		if a.enough(turns) {
			break
		}
		if !t.may(&a.p, m) {
			turns = append(turns, board.Turn{Move: m})
			continue
		}
		turns = a.tryStep(turns, t, m)
	}

	return turns
}

// tryStep appends the turn of a move that the board allows, if it leaves the king unattacked.
func (a *checkInfo) tryStep(turns []board.Turn, t *traits, m move) []board.Turn {
	q := a.p
	orthodoxMake(&q, m)
	turn := board.Turn{Move: m}
	if t.may(&a.p, m) {
		turn.Converted = t.converted(&a.p, &q, m)
		convert(&q, turn.Converted)
	}
	king := (q.Kings & q.Colours[a.us]).First()
	if attacked(&q, king, a.us, q.Occupied()) {
		return turns
	}
	return append(turns, turn)
}

// appendAttackTurns appends the legal turns where what is attacked converts. The moves that may do so
// need not be legal in orthodox chess; they are listed without a king to protect.
func (a *checkInfo) appendAttackTurns(turns []board.Turn, t *traits, moves []move) []board.Turn {
	checks := t.when == ruleset.OnCheck
	checks = checks && a.findChecks()
	if t.when != ruleset.OnCheck || checks {
		free := *a
		free.king, free.checkers, free.pinned, free.shields = board.NoSquare, 0, 0, ^bits(0)
		free.p.Rights = board.Rights{} // castlings are among the king's moves
		free.checking = checks
		moves = a.appendKingMoves(free.chessMoves(moves), checks)
		for _, m := range moves {
			if (!checks || a.mayCheck(m)) && !a.enough(turns) {
				turns = a.tryStep(turns, t, m)
			}
		}
	}

	if t.when != ruleset.OnCheck {
		return turns
	}
	for _, m := range a.chessMoves(moves[:0]) {
		if !checks || !a.mayCheck(m) {
			turns = append(turns, board.Turn{Move: m})
		}
	}

	return turns
}

// appendKingMoves appends the king's moves that the board allows, those that may give check if they
// alone are wanted, and the castlings that do not lead out of or over check (AND-8).
func (a *checkInfo) appendKingMoves(moves []move, checks bool) []move {
	if a.king == board.NoSquare {
		return moves
	}
	targets := kingSteps[a.king&63] &^ a.own &^ a.p.Kings
	if checks {
		targets &= a.checks.from(board.King, a.king)
	}
	for ; targets != 0; targets &= targets - 1 {
		moves = append(moves, board.NewMove(a.king, targets.First()))
	}
	for wing := range board.KingSide + 1 {
		if c, ok := castlingOf(&a.p, a.us, wing); ok && a.freeWay(&c) {
			moves = append(moves, c.move())
		}
	}

	return moves
}

// freeWay reports whether the king stands on no attacked square and would pass over none.
func (a *checkInfo) freeWay(c *castling) bool {
	if a.checkers != 0 || attacked(&a.p, a.king, a.us, a.occ) {
		return false
	}
	for on := c.kingWay; on != 0; on &= on - 1 {
		q := c.kingGone(&a.p, a.us, on.First())
		if attacked(&q, on.First(), a.us, q.Occupied()) {
			return false
		}
	}

	return true
}

// mayCheck reports whether a move may give check: any castling, promotion or capture en passant, and
// others that do.
func (a *checkInfo) mayCheck(m move) bool {
	p := &a.p
	if m.Promotion < board.NoKind || a.own.Has(m.To) || m.To == p.EnPassant && p.Pawns.Has(m.From) {
		return true
	}
	return a.checks.from(p.KindAt(m.From), m.From).Has(m.To)
}

// stepTurn resolves a move that the board allows and reports whether the turn is legal.
func stepTurn(t *traits, p *pos, m move) (board.Turn, bool) {
	var a checkInfo
	a.start(p)
	if wing, ok := m.Castles(p); ok {
		c, _ := castlingOf(p, a.us, wing)
		if !a.freeWay(&c) {
			return board.Turn{Move: m}, false
		}
	}
	var buffer [1]board.Turn
	turns := a.tryStep(buffer[:0], t, m)
	if len(turns) == 0 {
		return board.Turn{Move: m}, false
	}
	return turns[0], true
}

// stepPlay plays a move that the board allows and, if it is legal, writes the position after it.
func (r Rules) stepPlay(p *pos, m move, after *pos) (board.Turn, bool) {
	t, legal := stepTurn(&stepTraits[r], p, m)
	if legal {
		*after = *p
		r.stepAdvance(after, &t, rightsSquares(&p.Rights))
		rekey(p, after, &t)
	}

	return t, legal
}

// stepAdvance makes a turn on the board, hands the move to the other side and leaves the key alone.
func (r Rules) stepAdvance(p *pos, t *board.Turn, rights bits) {
	us := p.Turn & 1
	home := board.At(4, us.FirstRank())
	comes := t.To == home && p.Kings.Has(t.From) && !p.Colours[us].Has(t.To)
	orthodoxAdvance(p, t, rights)
	if !stepTraits[r].gains {
		return
	}
	if comes {
		p.Rights.SetKingCame(us)
	}
	const corners = bits(0x8100000000000081)
	if t.Converted&corners != 0 {
		p.GainRights(t.Converted)
	}
}

// stepWins reports whether a turn mates.
func (w *WinSearch) stepWins() (move, bool) {
	w.turns = w.AppendTurns(w.turns[:0])
	for i := range w.turns {
		if w.stepMates(&w.turns[i]) {
			return w.turns[i].Move, true
		}
	}

	return move{}, false
}

// stepMates reports whether a legal turn mates.
func (w *WinSearch) stepMates(t *board.Turn) bool {
	q := *w.p
	w.rules.stepAdvance(&q, t, rightsSquares(&q.Rights))
	w.replies.start(&q)
	if w.replies.checkers == 0 {
		return false
	}
	w.replies.first = true
	w.plainTurns = w.replies.appendStepTurns(w.plainTurns[:0], &stepTraits[w.rules])
	w.replies.first = false
	w.Resolved += uint64(len(w.plainTurns))
	return len(w.plainTurns) == 0
}
