package fast

import "turncoat/rules/board"

// Benedict Chess: every move that the board allows is legal, and converts what the moved piece
// attacks from where it lands (BEN-1, BEN-2). Moves are made as in the Pacifist family
// ([Rules.advance]).

// appendBenedictTurns appends the turn of every legal move.
func (r Rules) appendBenedictTurns(turns []board.Turn, p *pos) []board.Turn {
	us := p.Turn & 1
	if p.Kingless(us) { // BEN-4
		return turns
	}
	own, occ := p.Colours[us], p.Occupied()
	queens := p.Rooks & p.Bishops
	turns = appendAttacking(turns, p, board.Knight, p.Knights&own, occ)
	turns = appendAttacking(turns, p, board.Rook, p.Rooks&own&^queens, occ)
	turns = appendAttacking(turns, p, board.Bishop, p.Bishops&own&^queens, occ)
	turns = appendAttacking(turns, p, board.Queen, queens&own, occ)
	turns = appendAttackingPawns(turns, p, occ)
	turns = appendAttacking(turns, p, board.King, p.Kings&own, occ)
	if p.Rights == (board.Rights{}) {
		return turns
	}
	for wing := range board.KingSide + 1 {
		if c, ok := castlingOf(p, us, wing); ok {
			turns = append(turns, r.benedictTurn(p, c.move()))
		}
	}

	return turns
}

// appendAttacking appends the turns of the mover's pieces of one kind, no pawns.
func appendAttacking(turns []board.Turn, p *pos, kind board.Kind, pieces, occ bits) []board.Turn {
	enemy := p.Colours[p.Turn&1^1]
	for ; pieces != 0; pieces &= pieces - 1 {
		from := pieces.First() & 63
		left := occ &^ bit(from)
		for targets := reachOf(kind, from, occ, occ) &^ occ; targets != 0; targets &= targets - 1 {
			to := targets.First()
			turns = append(turns, board.Turn{Move: board.NewMove(from, to),
				Converted: reachOf(kind, to, left, left) & enemy})
		}
	}

	return turns
}

// appendAttackingPawns appends the turns of pawns.
func appendAttackingPawns(turns []board.Turn, p *pos, occ bits) []board.Turn {
	us := p.Turn & 1
	enemy := p.Colours[us^1]
	up := square(8) - square(us)<<4 // modulo 256
	single, double := pawnSingles(p, occ), pawnDoubles(p, occ)
	for on := single &^ lastRank(us); on != 0; on &= on - 1 {
		to := on.First()
		turns = append(turns, board.Turn{Move: board.NewMove(to-up, to),
			Converted: pawnSteps[us][to&63] & enemy})
	}

	for on := double; on != 0; on &= on - 1 {
		to := on.First()
		turns = append(turns, board.Turn{Move: board.NewMove(to-2*up, to),
			Converted: pawnSteps[us][to&63] & enemy})
	}

	for on := single & lastRank(us); on != 0; on &= on - 1 {
		to := on.First()
		left := occ &^ bit(to-up)
		for kind := board.Queen; kind >= board.Knight; kind-- {
			turns = append(turns, board.Turn{Move: move{From: to - up, To: to, Promotion: kind},
				Converted: reachOf(kind, to, left, left) & enemy})
		}
	}

	return turns
}

// pawnSingles returns where the mover's pawns may go by one step.
func pawnSingles(p *pos, occ bits) bits {
	us := p.Turn & 1
	return forward(p.Pawns&p.Colours[us], us) &^ occ
}

// pawnDoubles returns where they may go by two.
func pawnDoubles(p *pos, occ bits) bits {
	us := p.Turn & 1
	return forward(pawnSingles(p, occ)&forward(secondRank(us), us), us) &^ occ
}

// benedictTurn returns the turn of a move that the board allows.
func (r Rules) benedictTurn(p *pos, m move) board.Turn {
	t := board.Turn{Move: m}
	us := p.Turn & 1
	if wing, ok := m.Castles(p); ok {
		t.Converted = r.castlingAttacks(p, m, wing)
	} else {
		kind := p.KindAt(m.From)
		if m.Promotion < board.NoKind {
			kind = m.Promotion
		}
		left := p.Occupied() &^ bit(m.From)
		if kind == board.Pawn {
			t.Converted = pawnSteps[us][m.To&63]
		} else {
			t.Converted = reachOf(kind, m.To, left, left)
		}
	}

	t.Converted &= p.Colours[us^1]
	return t
}

// castlingAttacks returns what king and rook attack when castling is done, those of the two that
// have left their squares (BEN-3).
func (r Rules) castlingAttacks(p *pos, m move, wing board.CastlingSide) (attacks bits) {
	king, rook := board.CastlingEnds(p.Turn, wing)
	if king != m.From {
		attacks |= kingSteps[king&63]
	}
	if rook != m.To && r == benedict {
		occ := p.Occupied()&^bit(m.From)&^bit(m.To) | bit(king) | bit(rook)
		attacks |= rookReach(rook, occ)
	}

	return attacks
}

// benedictPlay plays a move that the board allows and writes the position after it. It reports
// whether the mover still plays (BEN-4).
func (r Rules) benedictPlay(p *pos, m move, after *pos) (board.Turn, bool) {
	if p.Kingless(p.Turn) {
		return board.Turn{}, false
	}
	t := r.benedictTurn(p, m)
	*after = *p
	r.advance(after, &t, rightsSquares(&p.Rights))
	rekey(p, after, &t)
	return t, true
}

// benedictCount counts the legal moves.
func benedictCount(p *pos) int {
	us := p.Turn & 1
	if p.Kingless(us) {
		return 0
	}
	n := countSteps(p, p.Colours[us])
	n += pawnDoubles(p, p.Occupied()).Count()
	n += 3 * (pawnSingles(p, p.Occupied()) & lastRank(us)).Count()
	if p.Rights == (board.Rights{}) {
		return n
	}
	for wing := range board.KingSide + 1 {
		if _, ok := castlingOf(p, us, wing); ok {
			n++
		}
	}

	return n
}

// benedictWins reports whether a turn converts the enemy's king, which wins at once (BEN-4). From
// the king one sees the squares from where a piece of a kind attacks it.
func (w *WinSearch) benedictWins() (move, bool) {
	p := w.p
	us := p.Turn & 1
	own, occ := p.Colours[us], p.Occupied()
	king := (p.Kings &^ own).First()
	if p.Kingless(us) || king == board.NoSquare {
		return move{}, false
	}
	w.Resolved++
	if m, ok := pawnAttacking(p, king); ok {
		return m, true
	}
	for on := own &^ p.Pawns; on != 0; on &= on - 1 {
		from := on.First()
		left := occ &^ bit(from)
		targets := pieceReach(p, from, occ, occ) &^ occ
		targets &= reachOf(p.KindAt(from), king, left, left)
		if targets != 0 {
			return board.NewMove(from, targets.First()), true
		}
	}

	for wing := range board.KingSide + 1 {
		c, ok := castlingOf(p, us, wing)
		if ok && w.rules.castlingAttacks(p, c.move(), wing).Has(king) {
			return c.move(), true
		}
	}

	return move{}, false
}

// pawnAttacking returns a pawn's move that attacks a square, as what the pawn becomes if it
// promotes.
func pawnAttacking(p *pos, target square) (move, bool) {
	us := p.Turn & 1
	up := square(8) - square(us)<<4 // modulo 256
	occ := p.Occupied()
	single, double := pawnSingles(p, occ), pawnDoubles(p, occ)
	from := pawnSteps[us^1][target&63] &^ lastRank(us)
	if on := from & single; on != 0 {
		return board.NewMove(on.First()-up, on.First()), true
	}
	if on := from & double; on != 0 {
		return board.NewMove(on.First()-2*up, on.First()), true
	}
	for on := single & lastRank(us); on != 0; on &= on - 1 {
		to := on.First()
		left := occ &^ bit(to-up)
		for kind := board.Queen; kind >= board.Knight; kind-- {
			if reachOf(kind, to, left, left).Has(target) {
				return move{From: to - up, To: to, Promotion: kind}, true
			}
		}
	}

	return move{}, false
}
