package engine

import (
	"context"

	"turncoat/rules/board"
)

// Reclaim chooses what the enemy takes back after a move of the side to move (PAC-8). The score is
// that of the side that chooses, and the first turn of the line is the move.
func (e *Engine) Reclaim(ctx context.Context, g Game, m board.Move, l Limits) (Result, error) {
	l.Only, l.Lines, l.plain = func(other board.Move) bool { return other == m }, 1, true
	if l.level > 0 && l.Depth == 0 {
		l.Depth = LevelDepth(l.level)
	}
	if l.Depth > 0 {
		l.Depth++
	}
	r, err := e.Search(ctx, g, l)
	for i := range r.Lines {
		r.Lines[i].Score = -r.Lines[i].Score
	}
	return r, err
}
