package fast

import "turncoat/rules/board"

// appendPlainTurns appends what node.appendTurns does, by trying one move after the other. It
// serves boards that a node cannot hold.
func (r Rules) appendPlainTurns(turns []board.Turn, p *pos) []board.Turn {
	r.boardMoves(p, func(m move) bool {
		if t, legal := r.plainTurn(p, m); legal {
			turns = append(turns, t)
		}
		return true
	})
	for wing := range board.KingSide + 1 {
		if c, ok := castlingOf(p, p.Turn, wing); ok && r.mayCastle(p, &c) {
			if t, legal := r.plainTurn(p, c.move()); legal {
				turns = append(turns, t)
			}
		}
	}

	return turns
}

// boardMoves yields the moves that the board allows in the Pacifist family, castlings apart, until
// one is refused.
func (r Rules) boardMoves(p *pos, yield func(move) bool) {
	us := p.Turn & 1
	own, empty := p.Colours[us], ^p.Occupied()
	for on := own &^ p.Pawns; on != 0; on &= on - 1 {
		from := on.First()
		for to := pieceReach(p, from, ^empty, ^empty) & empty; to != 0; to &= to - 1 {
			if !yield(board.NewMove(from, to.First())) {
				return
			}
		}
	}

	for on := own & p.Pawns; on != 0; on &= on - 1 {
		from := on.First()
		one := forward(bit(from), us) & empty
		if one&lastRank(us) != 0 {
			for kind := board.Queen; kind >= board.Knight; kind-- {
				if !yield(move{From: from, To: one.First(), Promotion: kind}) {
					return
				}
			}

			continue
		}

		if one == 0 {
			continue
		}
		if !yield(board.NewMove(from, one.First())) {
			return
		}
		two := forward(one, us) & empty
		// PAC-3
		if secondRank(us)&bit(from) != 0 && two != 0 && !r.overpersuaded(p, one.First(), us, 0) &&
			!yield(board.NewMove(from, two.First())) {
			return
		}
	}
}

// pieceReach returns what the piece on a square reaches, pawns apart, the occupied squares being
// given for each axis.
func pieceReach(p *pos, s square, rookOcc, bishopOcc bits) bits {
	b := bit(s)
	switch {
	case p.Knights&b != 0:
		return knightSteps[s&63]
	case p.Kings&b != 0:
		return kingSteps[s&63]
	}

	var reach bits
	if p.Rooks&b != 0 {
		reach = rookReach(s, rookOcc)
	}
	if p.Bishops&b != 0 {
		reach |= bishopReach(s, bishopOcc)
	}
	return reach
}

// reachOf is pieceReach for a piece of a kind.
func reachOf(kind board.Kind, s square, rookOcc, bishopOcc bits) bits {
	switch kind {
	case board.Knight:
		return knightSteps[s&63]
	case board.Bishop:
		return bishopReach(s, bishopOcc)
	case board.Rook:
		return rookReach(s, rookOcc)
	case board.Queen:
		return bishopReach(s, bishopOcc) | rookReach(s, rookOcc)
	}

	return kingSteps[s&63]
}

// forward moves a set of squares one rank ahead for a side.
func forward(b bits, c board.Colour) bits {
	if c == board.White {
		return b << 8
	}
	return b >> 8
}

// secondRank returns the rank from which a side's pawns may take two steps.
func secondRank(c board.Colour) bits { return rank1 << (8 + 40*c) }

// lastRank returns the rank on which a side's pawns promote.
func lastRank(c board.Colour) bits { return rank8 >> (56 * c) }

func appendPawnMove(moves []move, from, to square, us board.Colour) []move {
	if lastRank(us)&bit(to) == 0 {
		return append(moves, board.NewMove(from, to))
	}
	return append(moves, move{From: from, To: to, Promotion: board.Queen}, move{From: from, To: to,
		Promotion: board.Rook},
		move{From: from, To: to, Promotion: board.Bishop}, move{From: from, To: to,
			Promotion: board.Knight})
}

// mayCastle reports whether the enemy allows a castling (PAC-14). The king's end square in
// vchess.club's forms is left to PAC-10.
func (r Rules) mayCastle(p *pos, c *castling) bool {
	us := p.Turn
	if !r.inventor() {
		for on := c.kingWay | bit(c.right.King); on != 0; on &= on - 1 {
			if attacked(p, on.First(), us, p.Occupied()) {
				return false
			}
		}

		return true
	}

	if r.overpersuaded(p, c.right.King, us, 0) {
		return false
	}
	for on := c.kingWay; on != 0; on &= on - 1 {
		q := c.kingGone(p, us, on.First())
		if r.overpersuaded(&q, on.First(), us, 0) {
			return false
		}
	}

	q := *p
	castle(&q, us, c)
	return !r.overpersuaded(&q, c.kingEnd, us, 0)
}

// attacked reports whether a square is attacked, in the orthodox sense, by the enemy of a side.
func attacked(p *pos, s square, c board.Colour, occ bits) bool {
	if s >= board.NoSquare {
		return false
	}
	enemy := p.Colours[c&1^1]
	rooks, bishops := p.Rooks&enemy, p.Bishops&enemy
	return (knightSteps[s]&p.Knights|kingSteps[s]&p.Kings|pawnSteps[c&1][s]&p.Pawns)&enemy != 0 ||
		rookRays[s]&rooks != 0 && rookReach(s, occ)&rooks != 0 ||
		bishopRays[s]&bishops != 0 && bishopReach(s, occ)&bishops != 0
}

// pacifistMake makes a move on the board and nothing else, and returns the squares on which the
// moved pieces stand now.
func pacifistMake(p *pos, m move) bits {
	us := p.Turn & 1
	from, to := bit(m.From), bit(m.To)
	if p.Colours[us]&to != 0 {
		wing, _ := m.Castles(p)
		c := castling{right: board.Right{King: m.From, Rook: m.To}}
		c.kingEnd, c.rookEnd = board.CastlingEnds(us, wing)
		castle(p, us, &c)
		return bit(c.kingEnd) | bit(c.rookEnd)
	}

	p.Colours[us] ^= from | to
	switch {
	case m.Promotion < board.NoKind:
		p.Pawns ^= from
		switch m.Promotion {
		case board.Queen:
			p.Rooks |= to
			p.Bishops |= to
		case board.Rook:
			p.Rooks |= to
		case board.Bishop:
			p.Bishops |= to
		case board.Knight:
			p.Knights |= to
		}
	case p.Pawns&from != 0:
		p.Pawns ^= from | to
	case p.Knights&from != 0:
		p.Knights ^= from | to
	case p.Kings&from != 0:
		p.Kings ^= from | to
	default:
		if p.Rooks&from != 0 {
			p.Rooks ^= from | to
		}
		if p.Bishops&from != 0 {
			p.Bishops ^= from | to
		}
	}

	return to
}

// advance makes a turn of a game without captures on the board, hands the move to the other side and leaves the key alone.
// rights are the squares of king and rook of every right.
func (r Rules) advance(p *pos, t *board.Turn, rights bits) {
	from := bit(t.From)
	pawn, king := p.Pawns&from != 0, p.Kings&from != 0
	pacifistMake(p, t.Move)
	convert(p, t.Converted^t.Reclaimed)
	r.endTurn(p, t, rights, pawn, king)
}

// endTurn ends a turn that has been made on the board: the rights that it costs, the clock, the
// side to move. pawn and king say whether one has moved.
func (r Rules) endTurn(p *pos, t *board.Turn, rights bits, pawn, king bool) {
	if rights != 0 {
		if king {
			p.Rights.StrikeSide(p.Turn)
		}
		lost := bit(t.From) | bit(t.To)
		if r.inventor() {
			lost |= t.Converted | t.Reclaimed
		}
		lost &= rights
		if lost != 0 {
			p.Rights.Strike(lost)
		}
		if (king || (t.Converted|t.Reclaimed)&p.Kings != 0) && (several(p.Kings&rank1) ||
			several(p.Kings&rank8)) {
			p.EndMisreadRights(sets[r])
		}
	}

	p.EnPassant = board.NoSquare
	pass(p, pawn || t.Converted|t.Reclaimed != 0)
}

// pass hands the move to the other side and counts it (PAC-16).
func pass(p *pos, reset bool) {
	clock := min(p.Clock, 1<<16-2) + 1
	if reset {
		clock = 0
	}
	p.Clock = clock
	if p.Number < 1<<16-1 {
		p.Number += uint16(p.Turn & board.Black)
	}
	p.Turn ^= 1
}
