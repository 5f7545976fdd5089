// Command library shows how a program of your own uses Turncoat: copy what you need. It reads game
// records from standard input and validates them (record.go). In the position before the last turn
// of each game it looks for a forced win, whose proof it verifies (win.go), and for the best turn
// (best.go). It draws the board after the last turn (picture.go).
//
//	go run ./examples/library < examples/grand-prix-1993.pgn
package main

import (
	"context"
	"log"
	"os"

	"turncoat/pgn"
)

func main() {
	ctx := context.Background()
	err := pgn.Each(os.Stdin, pgn.FormPGN, func(item pgn.Item) error { return show(ctx, &item) })
	if err != nil {
		log.Fatal(err)
	}
}

// show prints what the packages say about one game.
func show(ctx context.Context, item *pgn.Item) error {
	judge(item)

	game, _ := pgn.Replay(item.Game, pgn.Options{})
	printConversions(game)
	if len(game.Main.Turns) == 0 {
		return nil
	}
	last := game.Main.Turns[len(game.Main.Turns)-1]
	if err := solveForWin(ctx, game.Variant, &last.Before); err != nil {
		return err
	}
	if err := findBest(ctx, game.Variant, &last.Before); err != nil {
		return err
	}
	draw(&last.Played)
	return nil
}
