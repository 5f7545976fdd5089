package puzzle

import (
	"slices"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
)

// QueensFirst sorts moves as UCI text, but a promotion to a queen before those to other pieces.
func QueensFirst(p *board.Position, moves []board.Move) {
	slices.SortFunc(moves, func(x, y board.Move) int {
		return strings.Compare(strings.TrimSuffix(x.UCI(p), "q"), strings.TrimSuffix(y.UCI(p), "q"))
	})
}

// MayPass reports whether it makes sense to let the side to move pass: it is in no check, and in
// Pacifist it owns a king.
func MayPass(game *rules.Variant, p *board.Position) bool {
	if game.Set().Family.KingsConvert() {
		return !p.Kingless(p.Turn)
	}
	return !game.InCheck(p)
}

// Bare returns a position without its clock and move number, which have no part in what can follow.
func Bare(p *board.Position) board.Position {
	q := *p
	q.Clock, q.Number = 0, 0
	return q
}

// NullMove returns the position after a null move: the other side is to move.
func NullMove(p *board.Position) board.Position {
	q := *p
	q.Turn ^= 1
	q.EnPassant = board.NoSquare
	q.Rekey()
	return q
}
