package endgame

import (
	"slices"
	"strings"

	"turncoat/rules/board"
	"turncoat/tablebase"
)

// Keys returns the first moves that win a won position as quickly as can be, whatever the enemy takes back, sorted as UCI
// text; none where the side to move does not win.
func Keys(t *tablebase.Tables, p *board.Position) ([]board.Move, error) {
	return winningMoves(t, p, true)
}

// winningMoves returns the moves that win, or those that win in the fewest turns.
func winningMoves(t *tablebase.Tables, p *board.Position, quickest bool) ([]board.Move, error) {
	list, err := t.Turns(p)
	if err != nil || len(list) == 0 || !list[0].Value.Loses() {
		return nil, err
	}
	best := list[0].Value
	var moves []board.Move
	for i, turn := range list {
		// The first turn of a move has the enemy's best choice.
		if first := i == 0 || list[i-1].Move != turn.Move; first && turn.Value.Loses() && (turn.Value == best || !quickest) {
			moves = append(moves, turn.Move)
		}
	}
	slices.SortFunc(moves, func(a, b board.Move) int { return strings.Compare(a.UCI(p), b.UCI(p)) })
	return moves, nil
}
