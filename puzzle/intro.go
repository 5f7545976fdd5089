package puzzle

import (
	"turncoat/rules"
	"turncoat/rules/board"
)

// lastTurn finds a turn of the enemy's that could have led to a position: a piece stands one move
// further back, and moving it, with all that this converts, gives the position again. The first such turn by
// square is taken; moves that convert, capture or promote are not looked for.
func lastTurn(game *rules.Game, at *board.Position) (board.Position, board.Move, bool) {
	enemy := at.Turn.Other()
	for to := range at.Colours[enemy].All {
		piece := at.PieceAt(to)
		for from := range board.NoSquare {
			if at.Occupied().Has(from) || piece.Kind == board.Pawn && (from.Rank() == 0 || from.Rank() == 7) {
				continue
			}
			before := *at
			before.Put(to, board.NoPiece)
			before.Put(from, piece)
			before.Turn, before.EnPassant, before.Clock, before.Number = enemy, board.NoSquare, 0, 1
			before.Rekey()
			m := board.NewMove(from, to)
			if _, err := game.ParseFEN(game.FEN(&before)); err != nil || !game.Legal(&before, m) {
				continue
			}
			after := game.Full(&before, m).After
			if after.EnPassant = at.EnPassant; bareOf(&after) == bareOf(at) {
				return before, m, true
			}
		}
	}
	return board.Position{}, board.Move{}, false
}

// bareOf gives a position without clocks and key.
func bareOf(p *board.Position) board.Position {
	q := bare(p)
	q.Key = 0
	return q
}
