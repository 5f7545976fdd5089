package endgame

import (
	"slices"
	"strings"

	"turncoat/rules/board"
	"turncoat/tablebase"
)

// winningMoves returns the first moves that win a won position whatever the enemy takes back, all or those that
// win in the fewest turns, sorted as UCI text.
func winningMoves(t *tablebase.Tables, p *board.Position, quickest bool) ([]board.Move, error) {
	list, err := t.Turns(p)
	if err != nil || len(list) == 0 || !list[0].Value.Loses() {
		return nil, err
	}
	best := list[0].Value
	var moves []board.Move
	for i, turn := range list {
		// The first turn of a move has the enemy's best choice.
		if first := i == 0 || list[i-1].Move != turn.Move; first && turn.Value.Loses() && (turn.Value == best ||
			!quickest) {
			moves = append(moves, turn.Move)
		}
	}
	slices.SortFunc(moves, func(a, b board.Move) int { return strings.Compare(a.UCI(p), b.UCI(p)) })
	return moves, nil
}
