package main

import (
	"bytes"
	"context"
	"fmt"

	"turncoat/puzzle/proof"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// solveForWin looks for a forced win in two turns. It writes a proof of the answer and lets the
// verifier check it, which shares no code with the search.
func solveForWin(ctx context.Context, variant *rules.Variant, p *board.Position) error {
	solver := solve.New(variant, solve.Options{})
	win, err := solver.Solve(ctx, p, solve.Win, 2)
	if err != nil {
		return err
	}

	var text bytes.Buffer
	if err := solver.WriteProof(ctx, &text, win, true); err != nil {
		return err
	}
	if _, err := proof.Verify(ctx, &text, "", 1); err != nil {
		return err
	}
	fmt.Printf("  before the last turn: %v (proved)\n", win)
	return nil
}
