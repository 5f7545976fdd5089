// Command library reads games from a PGN file, validates them, prints their conversions, and looks
// for a forced win before the last turn of each, whose proof it verifies:
//
//	go run ./examples/library examples/grand-prix-1993.pgn
package main

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"

	"turncoat/pgn"
	"turncoat/puzzle/proof"
	"turncoat/puzzle/solve"
	"turncoat/rules/board"
	"turncoat/validate"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	check(err)
	for _, game := range pgn.ParseText(text) {
		verdict := validate.Judge(text, game, validate.Rules{})
		fmt.Printf("%s: %d plies, %d findings\n", verdict.Rules, verdict.Plies, len(verdict.Findings))
		played, _ := pgn.Replay(game, pgn.Options{})
		var before board.Position // the last turn
		for _, t := range played.Main.Turns {
			before = t.Before
			if t.Played.Converted != 0 {
				fmt.Printf("  %s%s converts %s\n", before.MoveNumber(), played.Variant.SAN(&before, t.Played),
					board.JoinWaves(t.Played.Waves))
			}
		}

		solver := solve.New(played.Variant, solve.Options{})
		win, err := solver.Solve(context.Background(), &before, solve.Win, 2)
		check(err)
		var text bytes.Buffer
		check(solver.WriteProof(context.Background(), &text, win, true))
		_, err = proof.Verify(context.Background(), &text, "", 1)
		check(err)
		fmt.Printf("  before the last turn: %v (proved)\n", win)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
