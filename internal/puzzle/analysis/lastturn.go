package analysis

import (
	"iter"

	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// LastTurn returns the first of [LastTurns], and whether there is one.
func LastTurn(variant *rules.Variant, at *board.Position) (before board.Position, turn board.Played,
	ok bool) {
	for before, turn := range LastTurns(variant, at) {
		return before, turn, true
	}
	return board.Position{}, board.Played{}, false
}

// LastTurns yields turns of the enemy's that could have led to a position, each with the position
// before it: a piece is moved one move back, and moving it forward leads to the position. They come
// in the order of the squares to which and from which they go, captures last; where the rules let
// the attacker choose its reclaim, only the full one and none are tried. Moves that convert or
// promote are not looked for.
func LastTurns(variant *rules.Variant, at *board.Position) iter.Seq2[board.Position, board.Played] {
	kinds := []board.Kind{board.NoKind}
	if variant.Set().Family.Captures() {
		kinds = append(kinds, board.Pawn, board.Knight, board.Bishop, board.Rook, board.Queen)
	}
	return func(yield func(board.Position, board.Played) bool) {
		for _, taken := range kinds {
			for to := range at.Colours[at.Turn.Other()].All {
				if taken == board.Pawn && (to.Rank() == 0 || to.Rank() == 7) {
					continue
				}
				for from := range board.NoSquare {
					if before, t, ok := moveBack(variant, at, from, to, taken); ok &&
						!yield(before, t) {
						return
					}
				}
			}
		}
	}
}

// moveBack moves an enemy's piece from to back to from, leaves a piece of the attacker's of the
// kind taken in its place if there is one, and reports whether the move leads to the position
// again.
func moveBack(variant *rules.Variant, at *board.Position, from, to board.Square,
	taken board.Kind) (board.Position,
	board.Played, bool) {
	piece := at.PieceAt(to)
	if at.Occupied().Has(from) || piece.Kind == board.Pawn && (from.Rank() == 0 ||
		from.Rank() == 7) {
		return board.Position{}, board.Played{}, false
	}

	before := *at
	before.Put(to, board.NoPiece)
	if taken != board.NoKind {
		before.Put(to, board.Piece{Kind: taken, Colour: at.Turn})
	}
	before.Put(from, piece)
	before.Turn, before.EnPassant, before.Clock, before.Number = at.Turn.Other(), board.NoSquare, 0,
		1
	before.Rekey()
	m := board.NewMove(from, to)
	if _, err := variant.ParseFEN(variant.FEN(&before)); err != nil || !variant.Legal(&before, m) {
		return board.Position{}, board.Played{}, false
	}
	for _, reclaimed := range []*board.Bitboard{nil, new(board.Bitboard)} {
		t, err := variant.TryPlay(&before, m, reclaimed)
		if err != nil {
			continue
		}
		after := t.After
		after.EnPassant = at.EnPassant
		if bareOf(&after) == bareOf(at) {
			return before, t, true
		}
	}

	return board.Position{}, board.Played{}, false
}

// bareOf returns a position without clocks and key.
func bareOf(p *board.Position) board.Position {
	q := puzzle.Bare(p)
	q.Key = 0
	return q
}
