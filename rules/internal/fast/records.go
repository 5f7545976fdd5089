package fast

import (
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
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
		return ok && m == c.move() && (r.family() != ruleset.Pacifist || r.mayCastle(p, &c))
	}
	kind := p.KindAt(m.From)
	return promotesRightly(p, kind, m.To, m.Promotion) && r.origins(p, kind, m.To).Has(m.From)
}

// origins returns the squares from which a piece of the mover's of a kind could go to a square.
func (r Rules) origins(p *pos, kind board.Kind, to square) bits {
	occ, us := p.Occupied(), p.Turn
	pacifist := r.family() == ruleset.Pacifist
	if pacifist && occ.Has(to) || (p.Colours[us&1] | p.Kings).Has(to) {
		return 0
	}
	if kind != board.Pawn {
		return reachOf(kind, to, occ, occ)
	}
	if !pacifist && (occ.Has(to) || to == p.EnPassant) {
		return pawnSteps[us&1^1][to&63]
	}
	if occ.Has(to) {
		return 0
	}
	one := forward(bit(to), us^1)
	if one&occ != 0 {
		return one
	}
	if two := forward(one, us^1); two&secondRank(us) != 0 && (!pacifist || !r.overpersuaded(p,
		one.First(), us, 0)) {
		return two
	}
	return 0
}
