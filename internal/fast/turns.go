package fast

import "turncoat/rules/board"

// appendTurns appends the turn of every legal move. In the inventor's forms Reclaimed holds what
// the enemy can take back first: the turn with none of it, and further ones, see Choices.
func (n *node) appendTurns(turns []board.Turn) []board.Turn {
	p := &n.p
	if n.plain {
		return n.rules.appendPlainTurns(turns, p)
	}
	var l lifted
	queens := p.Rooks & p.Bishops
	turns = n.appendPieceTurns(turns, &l, board.Knight, p.Knights&n.own)
	turns = n.appendPieceTurns(turns, &l, board.Rook, p.Rooks&n.own&^queens)
	turns = n.appendPieceTurns(turns, &l, board.Bishop, p.Bishops&n.own&^queens)
	turns = n.appendPieceTurns(turns, &l, board.Queen, queens&n.own)
	turns = n.appendPawnTurns(turns, &l, ^n.occ)
	if n.enough(turns) {
		return turns
	}
	return n.appendKingTurns(turns, &l, ^n.occ)
}

// appendPieceTurns appends the turns of the mover's pieces of one kind, knights or sliders.
func (n *node) appendPieceTurns(turns []board.Turn, l *lifted, kind board.Kind,
	pieces bits) []board.Turn {
	var touching bits
	sliders := (n.p.Rooks | n.p.Bishops) & n.own
	for on := pieces; on != 0 && !n.enough(turns); on &= on - 1 {
		from := on.First() & 63
		reach := n.reach[from]
		targets := reach
		if reach&sliders != 0 { // through which it may bear, but not move
			targets = reachOf(kind, from, n.occ, n.occ)
		}
		targets &^= n.occ
		if targets == 0 {
			continue
		}
		if touching == 0 {
			touching = n.touching(kind)
		}
		busy := targets & n.busy(from, kind, reach, touching)
		turns = appendQuiet(turns, from, targets&^busy)
		if busy == 0 {
			continue
		}
		n.lift(l, from, kind, reach)
		turns = n.appendLandings(turns, l, kind, busy)
	}

	return turns
}

// appendLandings appends the legal turns of a lifted piece of a kind, no pawn, to some squares.
func (n *node) appendLandings(turns []board.Turn, l *lifted, kind board.Kind,
	targets bits) []board.Turn {
	for ; targets != 0; targets &= targets - 1 {
		m := board.NewMove(l.from, targets.First())
		if converted, can, legal := n.land(l, m, n.reachFrom(kind, m.To)); legal {
			turns = append(turns, board.Turn{Move: m, Converted: converted, Reclaimed: can})
		}
	}

	return turns
}

// enough reports whether the first turn, wanted alone, has been found.
func (n *node) enough(turns []board.Turn) bool { return n.first && len(turns) > 0 }

// touching returns the squares from which a piece of a kind would bear on an enemy piece that it
// would over-persuade, and perhaps more. It means something in calm nodes only.
func (n *node) touching(kind board.Kind) (from bits) {
	if !n.calm {
		return ^bits(0)
	}
	hot := n.with[kind] & n.enemy
	if n.rules == pacifistAverage { // more support may weigh less
		hot |= n.own &^ n.with[kind]
	}
	if kind == board.Pawn {
		a, h := pawnReach(hot, n.us^1)
		return a | h
	}

	if kind == board.Knight {
		for ; hot != 0; hot &= hot - 1 {
			from |= knightSteps[hot.First()&63]
		}
		return from
	}

	for i := 0; hot != 0; hot, i = hot&(hot-1), i+1 {
		if i == 6 { // looking from each target would cost less
			return ^bits(0)
		}
		if kind != board.Bishop {
			from |= rookReach(hot.First(), n.rookOcc[0])
		}
		if kind != board.Rook {
			from |= bishopReach(hot.First(), n.bishopOcc[0])
		}
	}

	return from
}

// busy returns the squares where a landing piece may convert something, or expose what has to be
// safe: one of the mover's kings, in the inventor's forms all that it owns. In a calm node a move
// converts nothing that touches no piece that it would over-persuade, cuts off no support and bares
// nothing to persuasion.
func (n *node) busy(from square, kind board.Kind, reach, touching bits) bits {
	b := bit(from)
	if !n.calm || n.baring&b != 0 {
		return ^bits(0)
	}
	safe := n.without[kind]&reach | n.over&^reach
	if !n.rules.inventor() {
		if safe&n.own&n.p.Kings == 0 {
			return ^bits(0)
		}
		return touching | n.cutting
	}

	if n.shot&b&^n.p.Knights != 0 || (n.own&^safe|n.enemy&safe)&^b != 0 {
		return ^bits(0)
	}
	return touching | n.cutting | n.faced | ^safe
}

// appendQuiet appends turns that convert nothing.
func appendQuiet(turns []board.Turn, from square, targets bits) []board.Turn {
	for ; targets != 0; targets &= targets - 1 {
		turns = append(turns, board.Turn{Move: board.NewMove(from, targets.First())})
	}
	return turns
}

// appendPawnTurns appends the turns of pawns.
func (n *node) appendPawnTurns(turns []board.Turn, l *lifted, empty bits) []board.Turn {
	us := n.us
	pawns := n.p.Pawns & n.own
	kings := n.own & n.p.Kings
	single := forward(pawns, us) & empty
	double := forward(single&forward(secondRank(us), us)&n.over, us) & empty // PAC-3
	up := square(8) - square(us)<<4                                          // modulo 256
	if n.calm && n.over&kings != 0 {
		shot, exposing := bits(0), bits(0)
		if n.rules.inventor() {
			kings, shot, exposing = n.own, n.shot, ^n.over|n.faced
		}
		// whose leaving matters
		a, h := pawnReach(kings&^n.without[board.Pawn]|n.enemy&n.without[board.Pawn], us^1)
		still := single &^ (forward(n.baring|shot|a|h, us) | lastRank(us))
		busy := n.touching(board.Pawn) | n.cutting | exposing
		for on := still &^ busy; on != 0; on &= on - 1 {
			to := on.First()
			turns = append(turns, board.Turn{Move: board.NewMove(to-up, to)})
		}

		for on := forward(still, us) & double &^ busy; on != 0; on &= on - 1 {
			to := on.First()
			turns = append(turns, board.Turn{Move: board.NewMove(to-2*up, to)})
		}

		double &^= forward(still, us) &^ busy
		single &^= still &^ busy
	}

	last := square(64)
	for on := single | double; on != 0 && !n.enough(turns); on &= on - 1 {
		to := on.First() & 63
		from := to - up
		if double&bit(to) != 0 {
			from -= up
		}
		if from != last {
			n.lift(l, from, board.Pawn, pawnSteps[us][from&63])
			last = from
		}

		if bit(to)&lastRank(us) != 0 {
			turns = n.appendPromotions(turns, l, to)
			continue
		}

		m := board.NewMove(from, to)
		if converted, can, legal := n.land(l, m, pawnSteps[us][to]); legal {
			turns = append(turns, board.Turn{Move: m, Converted: converted, Reclaimed: can})
		}
	}

	return turns
}

// appendPromotions appends the promotions of the lifted pawn.
func (n *node) appendPromotions(turns []board.Turn, l *lifted, to square) []board.Turn {
	for kind := board.Queen; kind >= board.Knight; kind-- {
		m := move{From: l.from, To: to, Promotion: kind}
		if converted, can, legal := n.land(l, m, n.promote(l, kind, to)); legal {
			turns = append(turns, board.Turn{Move: m, Converted: converted, Reclaimed: can})
		}
	}

	return turns
}

// appendKingTurns appends the turns of kings, castlings too.
func (n *node) appendKingTurns(turns []board.Turn, l *lifted, empty bits) []board.Turn {
	for on := n.p.Kings & n.own; on != 0 && !n.enough(turns); on &= on - 1 {
		from := on.First()
		targets := kingSteps[from&63] & empty
		if targets == 0 {
			continue
		}
		n.lift(l, from, board.King, kingSteps[from&63])
		turns = n.appendLandings(turns, l, board.King, targets)
	}

	if n.p.Rights == (board.Rights{}) {
		return turns
	}
	for wing := range board.KingSide + 1 {
		if c, ok := castlingOf(&n.p, n.us, wing); ok && n.rules.mayCastle(&n.p, &c) {
			if t, legal := n.rules.plainTurn(&n.p, c.move()); legal {
				turns = append(turns, t)
			}
		}
	}

	return turns
}

// safeAt reports whether the moved piece is not over-persuaded where a move takes it.
func (n *node) safeAt(m move, to square) bool {
	q := n.p
	pacifistMake(&q, m)
	return !n.rules.overpersuaded(&q, to, n.us, 0)
}
