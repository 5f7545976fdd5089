package fast

import "turncoat/rules/board"

// appendTurns appends the turn of every legal move. In the inventor's forms Reclaimed holds what the enemy can
// take back first: the turn with none of it, and further ones, see Choices.
func (n *node) appendTurns(turns []board.Turn) []board.Turn {
	p := &n.p
	if n.plain {
		return n.rules.appendPlainTurns(turns, p)
	}
	empty := ^n.occ
	var l lifted
	if on := p.Knights & n.own; on != 0 {
		touching := n.touching(board.Knight)
		for ; on != 0 && !n.enough(turns); on &= on - 1 {
			from := on.First() & 63
			reach := knightSteps[from]
			targets := reach & empty
			busy := targets & n.busy(from, board.Knight, reach, touching)
			turns = appendQuiet(turns, from, targets&^busy)
			if busy == 0 {
				continue
			}
			n.lift(&l, from, board.Knight, reach)
			for ; busy != 0; busy &= busy - 1 {
				to := busy.First()
				if converted, can, legal := n.land(&l, to, knightSteps[to&63]); legal {
					turns = append(turns, board.Turn{Move: board.NewMove(from, to), Converted: converted, Reclaimed: can})
				}
			}
		}
	}
	if on := p.Rooks &^ p.Bishops & n.own; on != 0 {
		touching := n.touching(board.Rook)
		for ; on != 0 && !n.enough(turns); on &= on - 1 {
			from := on.First() & 63
			targets := rookReach(from, n.occ) & empty
			busy := targets & n.busy(from, board.Rook, n.reach[from], touching)
			turns = appendQuiet(turns, from, targets&^busy)
			if busy != 0 {
				n.lift(&l, from, board.Rook, n.reach[from])
				turns = n.appendSlides(turns, &l, busy, true, false)
			}
		}
	}
	if on := p.Bishops &^ p.Rooks & n.own; on != 0 {
		touching := n.touching(board.Bishop)
		for ; on != 0 && !n.enough(turns); on &= on - 1 {
			from := on.First() & 63
			targets := bishopReach(from, n.occ) & empty
			busy := targets & n.busy(from, board.Bishop, n.reach[from], touching)
			turns = appendQuiet(turns, from, targets&^busy)
			if busy != 0 {
				n.lift(&l, from, board.Bishop, n.reach[from])
				turns = n.appendSlides(turns, &l, busy, false, true)
			}
		}
	}
	if on := p.Bishops & p.Rooks & n.own; on != 0 {
		touching := n.touching(board.Queen)
		for ; on != 0 && !n.enough(turns); on &= on - 1 {
			from := on.First() & 63
			targets := (rookReach(from, n.occ) | bishopReach(from, n.occ)) & empty
			busy := targets & n.busy(from, board.Queen, n.reach[from], touching)
			turns = appendQuiet(turns, from, targets&^busy)
			if busy != 0 {
				n.lift(&l, from, board.Queen, n.reach[from])
				turns = n.appendSlides(turns, &l, busy, true, true)
			}
		}
	}
	if turns = n.appendPawnTurns(turns, empty); n.enough(turns) {
		return turns
	}
	return n.appendKingTurns(turns, empty)
}

// enough reports whether the first turn, wanted alone, has been found.
func (n *node) enough(turns []board.Turn) bool { return n.first && len(turns) > 0 }

// touching returns the squares from which a piece of a kind would bear on an enemy piece that it would over-persuade, and
// perhaps more. It is asked in calm nodes only.
func (n *node) touching(kind board.Kind) (from bits) {
	if !n.calm {
		return ^bits(0)
	}
	hot := n.with[kind] & n.enemy
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

// busy returns the squares where a landing piece may convert something or expose the mover's kings. A calm
// node is one of vchess.club's forms where no enemy piece is over-persuaded yet: a move that touches no line, nor a
// piece that it would over-persuade, converts nothing there.
func (n *node) busy(from square, kind board.Kind, reach, touching bits) bits {
	safe := (n.without[kind]&reach | n.over&^reach) & n.own & n.p.Kings
	if !n.calm || safe == 0 || n.opening&bit(from) != 0 {
		return ^bits(0)
	}
	return touching | n.closing
}

// appendQuiet appends turns that convert nothing.
func appendQuiet(turns []board.Turn, from square, targets bits) []board.Turn {
	for ; targets != 0; targets &= targets - 1 {
		turns = append(turns, board.Turn{Move: board.NewMove(from, targets.First())})
	}
	return turns
}

// appendSlides appends the turns of a lifted slider.
func (n *node) appendSlides(turns []board.Turn, l *lifted, targets bits, rook, bishop bool) []board.Turn {
	for ; targets != 0; targets &= targets - 1 {
		to := targets.First()
		var reach bits
		if rook {
			reach = rookReach(to, n.rookOcc[0])
		}
		if bishop {
			reach |= bishopReach(to, n.bishopOcc[0])
		}
		if converted, can, legal := n.land(l, to, reach); legal {
			turns = append(turns, board.Turn{Move: board.NewMove(l.from, to), Converted: converted, Reclaimed: can})
		}
	}
	return turns
}

// appendPawnTurns appends the turns of pawns.
func (n *node) appendPawnTurns(turns []board.Turn, empty bits) []board.Turn {
	us := n.us
	pawns := n.p.Pawns & n.own
	kings := n.own & n.p.Kings
	single := forward(pawns, us) & empty
	double := forward(single&forward(secondRank(us), us)&n.over, us) & empty // PAC-3
	up := square(8) - square(us)<<4                                          // modulo 256
	if n.calm && n.over&kings != 0 {
		a, h := pawnReach(kings, us^1) // pawns that support a king
		still := single &^ (forward(n.opening|a|h, us) | lastRank(us))
		busy := n.touching(board.Pawn) | n.closing
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
	var l lifted
	last := square(64)
	for on := single | double; on != 0 && !n.enough(turns); on &= on - 1 {
		to := on.First() & 63
		from := to - up
		if double&bit(to) != 0 {
			from -= up
		}
		if from != last {
			n.lift(&l, from, board.Pawn, pawnSteps[us][from&63])
			last = from
		}
		if bit(to)&lastRank(us) != 0 {
			turns = n.appendPromotions(turns, &l, to)
			continue
		}
		if converted, can, legal := n.land(&l, to, pawnSteps[us][to]); legal {
			turns = append(turns, board.Turn{Move: board.NewMove(from, to), Converted: converted, Reclaimed: can})
		}
	}
	return turns
}

// appendPromotions appends the promotions of the lifted pawn.
func (n *node) appendPromotions(turns []board.Turn, l *lifted, to square) []board.Turn {
	for kind := board.Queen; kind >= board.Knight; kind-- {
		reach := n.promotedReach(kind, l.from, to)
		l.weight, l.through = n.units[kind].weight(), throughs[kind]
		m := board.Move{From: l.from, To: to, Promotion: kind}
		var converted, can bits
		var legal bool
		if n.rules >= pacifistNumber {
			converted, can, legal = n.landInventor(l, m, reach)
		} else {
			over := n.drop(l, to, reach)
			converted, legal = over&n.enemy, over&l.kings != 0
			if converted != 0 {
				converted, legal = n.carryOn(m, converted, legal)
			}
		}
		if legal {
			turns = append(turns, board.Turn{Move: m, Converted: converted, Reclaimed: can})
		}
	}
	return turns
}

// promotedReach returns what a pawn of the mover's bears on once it has promoted.
func (n *node) promotedReach(kind board.Kind, from, to square) (reach bits) {
	if kind == board.Knight {
		return knightSteps[to&63]
	}
	if kind != board.Bishop {
		reach = rookReach(to, n.rookOcc[0]&^bit(from))
	}
	if kind != board.Rook {
		reach |= bishopReach(to, n.bishopOcc[0]&^bit(from))
	}
	return reach
}

// appendKingTurns appends the turns of kings, castlings too.
func (n *node) appendKingTurns(turns []board.Turn, empty bits) []board.Turn {
	var l lifted
	for on := n.p.Kings & n.own; on != 0 && !n.enough(turns); on &= on - 1 {
		from := on.First()
		targets := kingSteps[from&63] & empty
		if targets == 0 {
			continue
		}
		n.lift(&l, from, board.King, kingSteps[from&63])
		for ; targets != 0; targets &= targets - 1 {
			to := targets.First()
			reach := kingSteps[to&63]
			m := board.NewMove(from, to)
			var converted, can bits
			var legal bool
			if n.rules >= pacifistNumber {
				converted, can, legal = n.landInventor(&l, m, reach)
			} else {
				over := l.base | l.gained&reach
				if l.closing&bit(to) != 0 {
					over = n.drop(&l, to, reach)
				}
				converted, legal = over&n.enemy, over&l.kings != 0 || n.safeAt(m, to)
				if converted != 0 {
					converted, legal = n.carryOn(m, converted, legal)
				}
			}
			if legal {
				turns = append(turns, board.Turn{Move: m, Converted: converted, Reclaimed: can})
			}
		}
	}
	if n.p.Rights != (board.Rights{}) {
		for _, wing := range [...]board.Wing{board.AWing, board.HWing} {
			if c, ok := castlingOf(&n.p, n.us, wing); ok && n.rules.mayCastle(&n.p, &c) {
				if t, legal := n.rules.plainTurn(&n.p, c.move()); legal {
					turns = append(turns, t)
				}
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
