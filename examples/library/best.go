package main

import (
	"context"
	"fmt"

	"turncoat/engine"
	"turncoat/rules"
	"turncoat/rules/board"
)

// findBest asks the engine for the best turn. A limit of depth gives the same answer everywhere; to
// play against people, limit the time or use a level.
func findBest(ctx context.Context, variant *rules.Variant, p *board.Position) error {
	player := engine.New(variant, engine.Options{})
	result, err := player.Search(ctx, engine.At(*p), engine.Limits{Depth: 4})
	if err != nil {
		return err
	}

	best := result.Lines[0]
	san := variant.SAN(p, variant.Play(p, best.Turns[0].Move))
	fmt.Printf("  best: %s%s (%v)\n", p.MoveNumber(), san, best.Score)
	return nil
}
