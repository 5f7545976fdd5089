package fast

import (
	"turncoat/rules/board"
)

// promotesRightly reports whether a piece of the mover's of a kind that goes to a square promotes
// as it must (PAC-2).
func promotesRightly(p *pos, kind board.Kind, to square, promotion board.Kind) bool {
	if to >= board.NoSquare {
		return false
	}
	if kind == board.Pawn && lastRank(p.Turn)&bit(to) != 0 {
		return promotion >= board.Knight && promotion <= board.Queen
	}
	return promotion == board.NoKind
}

// PlayTo plays what a record's "Nf5" means with the full reclaim and writes the position after it:
// the legal move, castlings apart, of the mover's piece of a kind that stands on one of some
// squares, to a square, with a promotion or [board.NoKind]. Not ok is a move that is not legal, or
// not the only one.
func (r Rules) PlayTo(p *board.Position, kind board.Kind, from board.Bitboard, to board.Square, promotion board.Kind,
	after *board.Position) (turn board.Turn, ok bool) {
	if !promotesRightly(p, kind, to, promotion) {
		return turn, false
	}
	on := p.Pieces(kind) & p.Colours[p.Turn&1] & from & r.origins(p, kind, to)
	if several(on) { // one is meant where the others are not legal
		on = r.legalFrom(p, on, to, promotion)
	}
	if on == 0 || several(on) {
		return turn, false
	}
	return r.try(p, move{From: on.First(), To: to, Promotion: promotion}, after)
}

// legalFrom returns the squares among some from which the move to a square is legal.
func (r Rules) legalFrom(p *pos, on bits, to square, promotion board.Kind) (legal bits) {
	for ; on != 0; on &= on - 1 {
		if _, ok := r.resolve(p, move{From: on.First(), To: to, Promotion: promotion}); ok {
			legal |= on & -on
		}
	}

	return legal
}

// PlayCastling plays the mover's castling to a side and writes the position after it. Not ok is a
// castling that is not legal.
func (r Rules) PlayCastling(p *board.Position, side board.CastlingSide, after *board.Position) (t board.Turn, ok bool) {
	right := p.Rights[board.RightIndex(p.Turn, side)&3]
	m := board.NewMove(right.King, right.Rook)
	if !right.Held() || !r.possible(p, m) {
		return t, false
	}
	return r.try(p, m, after)
}

// AppendMovesTo appends the legal moves, castlings apart, of the mover's pieces of one kind to one
// square: what a record's "Nf5" can mean. Of a pawn that promotes all four promotions are given.
func (r Rules) AppendMovesTo(moves []board.Move, p *board.Position, kind board.Kind,
	to board.Square) []board.Move {
	if to >= board.NoSquare {
		return moves
	}
	var buffer [4]move
	for on := p.Pieces(kind) & p.Colours[p.Turn&1] & r.origins(p, kind, to); on != 0; on &= on - 1 {
		list := append(buffer[:0], board.NewMove(on.First(), to))
		if kind == board.Pawn {
			list = appendPawnMove(buffer[:0], on.First(), to, p.Turn)
		}
		for _, m := range list {
			if _, legal := r.resolve(p, m); legal {
				moves = append(moves, m)
			}
		}
	}

	return moves
}

// possible reports whether the board allows a move, what would become of kings apart.
func (r Rules) possible(p *pos, m move) bool {
	if m.From >= board.NoSquare || m.To >= board.NoSquare || !p.Colours[p.Turn&1].Has(m.From) {
		return false
	}
	if wing, ok := m.Castles(p); ok {
		c, ok := castlingOf(p, p.Turn, wing)
		return ok && m == c.move() && (!r.isPacifist() || r.mayCastle(p, &c))
	}

	kind := p.KindAt(m.From)
	return promotesRightly(p, kind, m.To, m.Promotion) && r.origins(p, kind, m.To).Has(m.From)
}

// origins returns the squares from which a piece of the mover's of a kind could go to a square.
func (r Rules) origins(p *pos, kind board.Kind, to square) bits {
	occ, us := p.Occupied(), p.Turn
	captures := r.captures()
	if !captures && occ.Has(to) || (p.Colours[us&1] | p.Kings).Has(to) {
		return 0
	}
	if kind != board.Pawn {
		return reachOf(kind, to, occ, occ)
	}
	if captures && (occ.Has(to) || to == p.EnPassant) {
		return pawnSteps[us&1^1][to&63]
	}
	if occ.Has(to) {
		return 0
	}
	one := forward(bit(to), us^1)
	if one&occ != 0 {
		return one
	}
	if two := forward(one, us^1); two&secondRank(us) != 0 && (!r.isPacifist() || !r.overpersuaded(p,
		one.First(), us, 0)) {
		return two
	}

	return 0
}
