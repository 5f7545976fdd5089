package solve

import (
	"context"

	"turncoat/rules/board"
)

func (s *Solver) help(ctx context.Context, p board.Position, n int) (Result, error) {
	return Result{}, nil
}
