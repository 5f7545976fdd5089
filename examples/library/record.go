package main

import (
	"fmt"

	"turncoat/pgn"
	"turncoat/rules/board"
	"turncoat/validate"
)

// judge validates a record and prints what is wrong with it.
func judge(item *pgn.Item) {
	verdict := validate.Judge(item.Text, item.Game, validate.Rules{})
	fmt.Printf("%s: %d plies, %d findings\n", verdict.Rules, verdict.Plies, len(verdict.Findings))
	for _, finding := range verdict.Findings {
		fmt.Printf("  %s: %s\n", finding.Code, finding.Message)
	}
}

// printConversions prints the turns of a game in which pieces change sides.
func printConversions(game *pgn.PlayedGame) {
	for _, turn := range game.Main.Turns {
		if turn.Played.Converted == 0 {
			continue
		}
		number := turn.Before.MoveNumber()
		san := game.Variant.SAN(&turn.Before, turn.Played)
		fmt.Printf("  %s%s converts %s\n", number, san, board.JoinWaves(turn.Played.Waves))
	}
}
