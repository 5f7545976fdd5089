package puzzle

import (
	"slices"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
)

// QueensFirst sorts moves by their UCI text, but puts a promotion to a queen before other
// promotions of the same pawn.
func QueensFirst(p *board.Position, moves []board.Move) {
	slices.SortFunc(moves, func(x, y board.Move) int {
		return strings.Compare(strings.TrimSuffix(x.UCI(p), "q"), strings.TrimSuffix(y.UCI(p), "q"))
	})
}

// MayPass reports whether a null move of the side to move is meaningful: it is not in check or, in
// Pacifist, owns a king.
func MayPass(variant *rules.Variant, p *board.Position) bool {
	if variant.Set().Family.KingsConvert() {
		return !p.Kingless(p.Turn)
	}
	return !variant.InCheck(p)
}

// Bare returns a position without its clock and move number, which do not affect the turns that
// follow.
func Bare(p *board.Position) board.Position {
	q := *p
	q.Clock, q.Number = 0, 0
	return q
}

// NullMove returns the position after a null move.
func NullMove(p *board.Position) board.Position {
	q := *p
	q.Turn ^= 1
	q.EnPassant = board.NoSquare
	q.Rekey()
	return q
}

// IsNull reports whether a turn is a null move, as the first turn of a solution is if the key has
// been made before.
func IsNull(t *board.Played) bool { return t.From == t.To }
