package analysis

import (
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// LastTurn finds a turn of the enemy's that could have led to a position: a piece stands one move
// further back, and moving it gives the position again. The first such turn by square is taken, a move to
// an empty square before a capture; where the rules let the attacker choose, all of its reclaim or nothing is
// taken back. Moves that convert or promote are not looked for.
func LastTurn(game *rules.Variant, at *board.Position) (board.Position, board.Played, bool) {
	kinds := []board.Kind{board.NoKind}
	if game.Set().Family != ruleset.Pacifist {
		kinds = append(kinds, board.Pawn, board.Knight, board.Bishop, board.Rook, board.Queen)
	}
	for _, taken := range kinds {
		for to := range at.Colours[at.Turn.Other()].All {
			if taken == board.Pawn && (to.Rank() == 0 || to.Rank() == 7) {
				continue
			}
			for from := range board.NoSquare {
				if before, t, ok := moveBack(game, at, from, to, taken); ok {
					return before, t, true
				}
			}
		}
	}
	return board.Position{}, board.Played{}, false
}

// moveBack moves an enemy's piece from to back to from, puts a piece of the attacker's where it stood if it
// is to have taken one, and reports whether the move leads to the position again.
func moveBack(game *rules.Variant, at *board.Position, from, to board.Square, taken board.Kind) (board.Position, board.Played, bool) {
	piece := at.PieceAt(to)
	if at.Occupied().Has(from) || piece.Kind == board.Pawn && (from.Rank() == 0 || from.Rank() == 7) {
		return board.Position{}, board.Played{}, false
	}
	before := *at
	before.Put(to, board.NoPiece)
	if taken != board.NoKind {
		before.Put(to, board.Piece{Kind: taken, Colour: at.Turn})
	}
	before.Put(from, piece)
	before.Turn, before.EnPassant, before.Clock, before.Number = at.Turn.Other(), board.NoSquare, 0, 1
	before.Rekey()
	m := board.NewMove(from, to)
	if _, err := game.ParseFEN(game.FEN(&before)); err != nil || !game.Legal(&before, m) {
		return board.Position{}, board.Played{}, false
	}
	for _, reclaimed := range []*board.Bits{nil, new(board.Bits)} {
		t, err := game.TryPlay(&before, m, reclaimed)
		if err != nil {
			continue
		}
		after := t.After
		if after.EnPassant = at.EnPassant; bareOf(&after) == bareOf(at) {
			return before, t, true
		}
	}
	return board.Position{}, board.Played{}, false
}

// bareOf returns a position without clocks and key.
func bareOf(p *board.Position) board.Position {
	q := bare(p)
	q.Key = 0
	return q
}
