package fast

import "turncoat/rules/board"

// conversionMoves appends the legal moves of Conversion Chess.
func conversionMoves(moves []move, p *pos) []move {
	first := len(moves)
	moves = pseudoMoves(moves, p)
	legal := moves[:first]
	var after pos
	for _, m := range moves[first:] {
		if _, ok := conversionTry(p, m, &after); ok {
			legal = append(legal, m)
		}
	}
	return legal
}

// conversionTry plays a possible move and tells whether it is legal.
func conversionTry(p *pos, m move, after *pos) (board.Turn, bool) {
	us := p.Turn
	if wing, ok := m.Castles(p); ok {
		c, _ := castlingOf(p, us, wing)
		if conversionCheck(p, us) {
			return board.Turn{}, false
		}
		for on := c.kingWay; on != 0; on &= on - 1 {
			q := c.kingGone(p, us, on.First())
			if conversionCheck(&q, us) {
				return board.Turn{}, false
			}
		}
	}
	t := board.Turn{Move: m}
	q := *p
	orthodoxMake(&q, m)
	t.Converted = conversions(p, &q, m)
	orthodoxApply(p, t, after, true)
	return t, !conversionCheck(after, us)
}

// coSquares gives the co-squares that a piece just moved to a square makes with partners (CON-3).
func coSquares(to square, partners bits) bits {
	var on bits
	for partners &^= files[to&63] | ranks[to&63]; partners != 0; partners &= partners - 1 {
		s := partners.First()
		on |= files[to&63]&ranks[s&63] | files[s&63]&ranks[to&63]
	}
	return on
}

// partners gives the pieces of a side that make a co-pair with its piece on a square (CON-2).
func partners(p *pos, s square, c board.Colour) bits {
	own, b := p.Colours[c&1], bit(s)
	queens := p.Rooks & p.Bishops
	switch {
	case p.Knights&b != 0:
		return p.Knights & own &^ b
	case p.Kings&b != 0:
		return queens & own
	case queens&b != 0:
		return (queens | p.Kings) & own &^ b
	case p.Rooks&b != 0:
		return p.Rooks &^ p.Bishops & own &^ b
	case p.Bishops&b != 0:
		return p.Bishops &^ p.Rooks & own &^ b
	}
	return 0
}

// conversions gives what a move converts, p being the board before it and q after it (CON-4 to CON-6).
func conversions(p, q *pos, m move) bits {
	us := p.Turn
	var on bits
	switch wing, castles := m.Castles(p); {
	case castles:
		kingEnd, rookEnd := board.CastlingEnds(us, wing)
		on = coSquares(kingEnd, partners(q, kingEnd, us)) | coSquares(rookEnd, partners(q, rookEnd, us))
	case m.Promotion < board.NoKind:
		return 0
	default:
		on = coSquares(m.To, partners(q, m.To, us))
	}
	return on & q.Colours[us&1^1]
}

// conversionCheck tells whether a side's king is in check (CON-7): whether the enemy, if it were to
// move, could capture or convert it.
func conversionCheck(p *pos, c board.Colour) bool {
	king := (p.Kings & p.Colours[c&1]).First()
	if king == board.NoSquare {
		return false
	}
	if attacked(p, king, c, p.Occupied()) {
		return true
	}
	them := c ^ 1
	occ, enemy := p.Occupied(), p.Colours[them&1]
	for on := enemy &^ p.Pawns; on != 0; on &= on - 1 {
		from := on.First()
		mates := partners(p, from, them)
		if mates&(files[king&63]|ranks[king&63]) == 0 {
			continue
		}
		for to := pieceReach(p, from, occ) &^ enemy & (files[king&63] | ranks[king&63]); to != 0; to &= to - 1 {
			if coSquares(to.First(), mates)&bit(king) != 0 {
				return true
			}
		}
	}
	for _, wing := range [...]board.Wing{board.AWing, board.HWing} {
		if k, ok := castlingOf(p, them, wing); ok {
			q := *p
			castle(&q, them, &k)
			if (coSquares(k.kingEnd, partners(&q, k.kingEnd, them))|coSquares(k.rookEnd, partners(&q, k.rookEnd, them)))&bit(king) != 0 {
				return true
			}
		}
	}
	return false
}
