package fast

import "turncoat/rules/board"

// pseudoMoves appends the moves of orthodox chess that leave aside the mover's own check.
// Castlings are those that the board allows.
func pseudoMoves(moves []move, p *pos) []move {
	us := p.Turn
	own, occ := p.Colours[us&1], p.Occupied()
	targets := ^own &^ p.Kings
	for on := own &^ p.Pawns; on != 0; on &= on - 1 {
		from := on.First()
		for to := pieceReach(p, from, occ) & targets; to != 0; to &= to - 1 {
			moves = append(moves, board.NewMove(from, to.First()))
		}
	}
	prey := p.Colours[us&1^1] &^ p.Kings
	if p.EnPassant != board.NoSquare {
		prey |= bit(p.EnPassant)
	}
	for on := own & p.Pawns; on != 0; on &= on - 1 {
		from := on.First()
		for to := pawnSteps[us&1][from&63] & prey; to != 0; to &= to - 1 {
			moves = appendPawnMove(moves, from, to.First(), us)
		}
		one := forward(bit(from), us) &^ occ
		if one == 0 {
			continue
		}
		moves = appendPawnMove(moves, from, one.First(), us)
		if two := forward(one, us) &^ occ; two != 0 && secondRank(us)&bit(from) != 0 {
			moves = append(moves, board.NewMove(from, two.First()))
		}
	}
	for _, wing := range [...]board.Wing{board.AWing, board.HWing} {
		if c, ok := castlingOf(p, us, wing); ok {
			moves = append(moves, c.move())
		}
	}
	return moves
}

// orthodoxMake makes a move on the board and nothing else, captures and en passant included, and
// gives what it captures.
func orthodoxMake(p *pos, m move) bits {
	us := p.Turn
	if _, ok := m.Castles(p); ok {
		pacifistMake(p, m)
		return 0
	}
	to := bit(m.To)
	if p.Pawns&bit(m.From) != 0 && m.To == p.EnPassant {
		to = forward(to, us^1)
	}
	captured := to & p.Colours[us&1^1]
	p.Colours[us&1^1] &^= captured
	p.Pawns &^= captured
	p.Knights &^= captured
	p.Rooks &^= captured
	p.Bishops &^= captured
	p.Kings &^= captured
	pacifistMake(p, m)
	return captured
}

// orthodoxApply writes the position after a turn of conversion or chess.
func orthodoxApply(p *pos, t board.Turn, after *pos, converts bool) {
	q := *p
	us := p.Turn
	pawn := p.Pawns&bit(t.From) != 0
	captured := orthodoxMake(&q, t.Move)
	convert(&q, t.Converted)
	if q.Rights != (board.Rights{}) {
		q.Rights.Strike(bit(t.From) | bit(t.To) | t.Converted)
		if p.Kings&bit(t.From) != 0 {
			q.Rights.StrikeSide(us)
		}
	}
	q.EnPassant = board.NoSquare
	if pawn && (t.To-t.From == 16 || t.From-t.To == 16) {
		passed := forward(bit(t.From), us)
		if pawnSteps[us&1][passed.First()&63]&q.Pawns&q.Colours[us&1^1] != 0 {
			q.EnPassant = passed.First()
		}
	}
	pass(&q, pawn || captured != 0)
	rekey(p, &q)
	*after = q
}

// chessMoves appends the legal moves of orthodox chess.
func chessMoves(moves []move, p *pos) []move {
	first := len(moves)
	moves = pseudoMoves(moves, p)
	legal := moves[:first]
	var after pos
	for _, m := range moves[first:] {
		if _, ok := chessTry(p, m, &after); ok {
			legal = append(legal, m)
		}
	}
	return legal
}

// chessTry plays a possible move and tells whether it is legal.
func chessTry(p *pos, m move, after *pos) (board.Turn, bool) {
	us := p.Turn
	if wing, ok := m.Castles(p); ok {
		c, _ := castlingOf(p, us, wing)
		for on := c.kingWay | bit(m.From); on != 0; on &= on - 1 {
			q := c.kingGone(p, us, on.First())
			if attacked(&q, on.First(), us, q.Occupied()) {
				return board.Turn{}, false
			}
		}
	}
	t := board.Turn{Move: m}
	orthodoxApply(p, t, after, false)
	return t, !attacked(after, (after.Kings & after.Colours[us&1]).First(), us, after.Occupied())
}
