package fast

import "turncoat/rules/board"

// Wins in one, and single turns, of vchess.club's forms of Pacifist.

// pacifistTurn returns the turn of a move and reports whether it is legal.
func (w *WinSearch) pacifistTurn(m board.Move) (t board.Turn, legal bool) {
	n := &w.n
	p := &n.p
	if n.plain {
		return w.plainTurn(m)
	}
	switch allowed, simple := w.rules.steps(p, m); {
	case !simple:
		return w.plainTurn(m)
	case !allowed:
		return t, false
	}

	var l lifted
	reach := pawnSteps[n.us][m.To&63]
	if p.Pawns.Has(m.From) {
		n.lift(&l, m.From, board.Pawn, pawnSteps[n.us][m.From&63])
	} else {
		kind := p.KindAt(m.From)
		reach = n.reachFrom(kind, m.To)
		n.lift(&l, m.From, kind, n.reach[m.From&63])
	}

	w.Resolved++
	t.Move = m
	t.Converted, _, legal = n.land(&l, m, reach)
	return t, legal
}

// steps reports whether the board allows a move, any move. It is not simple where that may castle
// or promote, and has to be asked otherwise.
func (r Rules) steps(p *pos, m move) (allowed, simple bool) {
	us := p.Turn & 1
	own, occ := p.Colours[us], p.Occupied()
	from, to := bit(m.From), bit(m.To)
	pawn := p.Pawns&from != 0
	switch {
	case own&from == 0:
		return false, true
	case own&to != 0 || m.Promotion != board.NoKind || pawn && lastRank(us)&to != 0:
		return false, false
	case occ&to != 0:
		return false, true
	case pawn:
		one := forward(from, us)
		// PAC-3
		return to == one || one&occ == 0 && from&secondRank(us) != 0 && to == forward(one, us) &&
			!r.overpersuaded(p, one.First(), us, 0), true
	}

	return pieceReach(p, m.From, occ, occ)&to != 0, true
}

// pacifistWins reports whether a turn leaves the enemy kingless without a legal turn (PAC-12).
func (w *WinSearch) pacifistWins() (move, bool) {
	kings := w.n.p.Kings & w.n.enemy
	if w.n.plain || kings == 0 {
		w.n.start(w.rules, w.p)
		w.plainTurns = w.AppendTurns(w.plainTurns[:0])
		for i := range w.plainTurns {
			if t := &w.plainTurns[i]; kings&^t.Converted == 0 && w.final(t) {
				return t.Move, true
			}
		}

		return move{}, false
	}

	w.filter.begin(&w.n, kings, false)
	return w.tryMovers(&w.filter)
}

// final reports whether the enemy, left kingless by a turn, can claim no king.
func (w *WinSearch) final(t *board.Turn) bool {
	q := w.n.p
	w.n.rules.advance(&q, t, q.Rights.Squares())
	w.Resolved++
	for _, m := range w.claims {
		if w.rules.claimsAtOnce(&q, m) {
			return false
		}
	}

	w.answer.startLeaf(w.n.rules, &q)
	kings := q.Kings & w.answer.enemy
	if w.answer.plain || kings == 0 {
		w.answer.start(w.n.rules, &q)
		w.turns = w.answer.appendTurns(w.turns[:0])
		return len(w.turns) == 0
	}

	w.claimFilter.begin(&w.answer, kings, true)
	m, claims := w.tryMovers(&w.claimFilter)
	if claims {
		w.claims[1], w.claims[0] = w.claims[0], m
	}
	return !claims
}

// claimsAtOnce reports whether a move of a kingless mover, neither castling nor promotion nor a
// pawn's two-step, is possible and converts a king in its first wave. (Such a turn is legal: what
// follows only helps the king.)
func (r Rules) claimsAtOnce(p *pos, m move) bool {
	from, to := bit(m.From), bit(m.To)
	us := p.Turn & 1
	if m.From == m.To || p.Colours[us]&from == 0 || p.Occupied()&to != 0 ||
		m.Promotion != board.NoKind {
		return false
	}

	if p.Pawns&from != 0 {
		if forward(from, us) != to || lastRank(us)&to != 0 {
			return false
		}
	} else if pieceReach(p, m.From, p.Occupied(), p.Occupied())&to == 0 {
		return false
	}

	q := *p
	pacifistMake(&q, m)
	for on := q.Kings & q.Colours[us^1]; on != 0; on &= on - 1 {
		if r.overpersuaded(&q, on.First(), us^1, 0) {
			return true
		}
	}

	return false
}

// tryMovers tries the moves that may convert the kings, and returns the first that does: all of
// them for a win, or any one of them as the legal turn of a kingless mover.
func (w *WinSearch) tryMovers(s *winFilter) (move, bool) {
	n := s.n
	sliders := (n.p.Rooks | n.p.Bishops) & n.own
	for i := range s.movers[:s.count] {
		d := &s.movers[i]
		targets := d.targets & s.goodFor(d.kind, d.from)
		if targets == 0 {
			continue
		}
		reach := pawnSteps[n.us][d.from&63]
		if d.kind != board.Pawn {
			reach = n.reach[d.from&63]
			if reach&sliders != 0 { // it may bear through one of its own, but not go there
				targets &= pieceReach(&n.p, d.from, n.occ, n.occ)
				if targets == 0 {
					continue
				}
			}
		}

		if m, ok := w.tryMover(s, d.kind, d.from, reach, targets); ok {
			return m, true
		}
	}

	for last := s.promoting; last != 0; last &= last - 1 {
		if m, ok := w.tryPromotions(s, last.First()); ok {
			return m, true
		}
	}

	for wing := range board.KingSide + 1 {
		c, ok := castlingOf(&n.p, n.us, wing)
		if !ok || !n.rules.mayCastle(&n.p, &c) {
			continue
		}
		w.Resolved++
		if t, legal := n.rules.plainTurn(&n.p, c.move()); legal && w.succeeds(s, &t) {
			return t.Move, true
		}
	}

	return move{}, false
}

// tryMover tries the moves of one piece.
func (w *WinSearch) tryMover(s *winFilter, kind board.Kind, from square, reach, targets bits) (move,
	bool) {
	n := s.n
	var l lifted
	n.lift(&l, from, kind, reach)
	for ; targets != 0; targets &= targets - 1 {
		to := targets.First() & 63
		if kind == board.Pawn {
			reach = pawnSteps[n.us][to]
		} else {
			reach = n.reachFrom(kind, to)
		}

		w.Resolved++
		wave := (l.base | l.gained&reach) & n.enemy
		if l.closing&bit(to) != 0 {
			wave = n.drop(&l, to, reach) & n.enemy
		}
		if wave == 0 || !s.canFall(wave, &l, to, reach) {
			continue
		}
		t := board.Turn{Move: board.NewMove(from, to)}
		t.Converted = n.convertedBy(t.Move, wave)
		if w.succeeds(s, &t) {
			return t.Move, true
		}
	}

	return move{}, false
}

// tryPromotions tries the promotions on a square.
func (w *WinSearch) tryPromotions(s *winFilter, to square) (move, bool) {
	n := s.n
	var l lifted
	from := forward(bit(to), n.us^1).First()
	n.lift(&l, from, board.Pawn, pawnSteps[n.us][from&63])
	for kind := board.Queen; kind >= board.Knight; kind-- {
		w.Resolved++
		reach := n.promote(&l, kind, to)
		wave := n.drop(&l, to, reach) & n.enemy
		if wave == 0 || !s.canFall(wave, &l, to, reach) {
			continue
		}
		t := board.Turn{Move: move{From: from, To: to, Promotion: kind}}
		t.Converted = n.convertedBy(t.Move, wave)
		if w.succeeds(s, &t) {
			return t.Move, true
		}
	}

	return move{}, false
}

// convertedBy returns what a move converts, wave holding at least the first wave. Whether the turn
// is legal is not asked: it is if a king is converted, for that one is outweighed by its new side.
func (n *node) convertedBy(m move, wave bits) (converted bits) {
	q := n.p
	pacifistMake(&q, m)
	converted, _ = n.rules.waves(&q, n.rules.judge(&q, wave, n.us^1, 0), n.us^1, 0, nil)
	return converted
}

// succeeds reports whether a legal turn converts what is pursued, and for a win that the enemy has
// no answer.
func (w *WinSearch) succeeds(s *winFilter, t *board.Turn) bool {
	if s.any {
		return s.kings&t.Converted != 0
	}
	return s.kings&^t.Converted == 0 && w.final(t)
}
