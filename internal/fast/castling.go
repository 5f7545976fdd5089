package fast

import "turncoat/rules/board"

// A castling is one castling that the board allows: the right is held, king and rook have the
// side's colour and every square that must be empty is (PAC-13). Whether the enemy allows it, each
// family asks in its own way.
type castling struct {
	right            board.Right
	kingEnd, rookEnd square
	kingWay          bits // squares between the king's first and last
}

func (c *castling) move() move { return board.NewMove(c.right.King, c.right.Rook) }

// castlingOf returns the castling of a side to a wing and whether the board allows it.
func castlingOf(p *pos, side board.Colour, wing board.CastlingSide) (castling, bool) {
	right := p.Rights[board.RightIndex(side, wing)&3]
	if !right.Held() || between[right.King&63][right.Rook&63]&p.Occupied() != 0 {
		return castling{}, false
	}
	kingEnd, rookEnd := board.CastlingEnds(side, wing)
	both := bit(right.King) | bit(right.Rook)
	c := castling{right, kingEnd, rookEnd, between[right.King&63][kingEnd&63]}
	ways := c.kingWay | bit(kingEnd) | between[right.Rook&63][rookEnd&63] | bit(rookEnd)
	return c, p.Colours[side&1]&both == both && ways&^both&p.Occupied() == 0
}

// castle moves king and rook of a side on the board.
func castle(p *pos, side board.Colour, c *castling) {
	king, rook := bit(c.right.King)^bit(c.kingEnd), bit(c.right.Rook)^bit(c.rookEnd)
	p.Kings ^= king
	p.Rooks ^= rook
	p.Colours[side&1] ^= king ^ rook
}

// kingGone returns the board for the test of a square on the castling king's way: the king stands
// there, its first square is empty, and a castling rook that stands on the way is gone (PAC-14,
// CON-9).
func (c *castling) kingGone(p *pos, side board.Colour, s square) pos {
	q := *p
	q.Kings ^= bit(c.right.King) ^ bit(s)
	q.Colours[side&1] = q.Colours[side&1]&^bit(c.right.King) | bit(s)
	if rook := bit(c.right.Rook); c.kingWay&rook != 0 {
		q.Rooks &^= rook
		q.Colours[side&1] = q.Colours[side&1]&^rook | bit(s)
	}

	return q
}

// rightsSquares returns the squares of king and rook of every right. Where a right is missing a1 is
// among them, which does no harm: a right not held is lost again.
func rightsSquares(r *board.Rights) (squares bits) {
	if *r == (board.Rights{}) {
		return 0
	}
	for i := range r {
		squares |= bit(r[i].King) | bit(r[i].Rook)
	}
	return squares
}

// several reports whether a set holds more than one square.
func several(b bits) bool { return b&(b-1) != 0 }
