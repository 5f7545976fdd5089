package fast

import "turncoat/rules/board"

// AppendMovesTo appends the legal moves, castlings apart, of the mover's pieces of one kind to one
// square: what a record's "Nf5" can mean. Of a pawn that promotes all four promotions are given.
func (r Rules) AppendMovesTo(moves []board.Move, p *board.Position, kind board.Kind, to board.Square) []board.Move {
	var buffer [128]board.Move
	for _, m := range r.AppendMoves(buffer[:0], p) {
		if m.To == to && p.Of(kind)&bit(m.From) != 0 && !p.Colours[p.Turn&1].Has(m.To) {
			moves = append(moves, m)
		}
	}
	return moves
}

// possible tells whether a move can be made on the board, what it would do to kings apart.
func (r Rules) possible(p *pos, m move) bool {
	var buffer [128]board.Move
	for _, one := range r.AppendMoves(buffer[:0], p) {
		if one == m {
			return true
		}
	}
	return false
}
