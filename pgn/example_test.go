package pgn_test

import (
	"fmt"
	"strings"

	"turncoat/pgn"
)

// The most that people want of the package: the games of a file, played under the rules that they
// name.
func ExampleEach() {
	file := strings.NewReader(`[White "Anna"]
[Black "Bruno"]
[Variant "Pacifist1"]
[Result "*"]

1. d4 h6 2. Nf3 c5 3. e3 *

[White "Carla"]
[Black "Dario"]

1. f3 e5 2. g4 Qh4# 0-1
`)
	err := pgn.Each(file, pgn.FormPGN, func(item pgn.Item) error {
		game, problems := pgn.Replay(item.Game, pgn.Options{})
		if err := pgn.Err(problems); err != nil {
			return err
		}
		end := game.End()
		fmt.Printf("%s: %s, %s\n", game.Tag("White"), game.Variant.Set().Name,
			game.Variant.FEN(&end))
		return nil
	})
	fmt.Println(err)
	// Output:
	// Anna: pacifist1, rnbqkbnr/pp1pppp1/7p/2P5/3P4/4PN2/PPP2PPP/RNBQKB1R b KQkq - 0 3
	// Carla: chess, rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3
	// <nil>
}

// What a record says is checked against the rules, move by move.
func ExampleReplay() {
	game, _ := pgn.Next([]byte("[Variant \"conversion\"]\n\n1. Nf3 d5 2. d4 Bh3+ *\n"), 0, true)
	_, problems := pgn.Replay(game, pgn.Options{})
	for _, p := range problems {
		fmt.Printf("ply %d, %s: %s (%s, %s)\n", p.Ply, p.Move, p.Message, p.Code, p.Rule)
	}
	// Output:
	// ply 4, Bh3+: f3 changes sides; the record omits it (conversion-mismatch, CON-4)
}

// A record is written again as the rules have it: in Conversion Chess what changes sides follows a
// slash.
func ExampleAppendPGN() {
	record, _ := pgn.Next([]byte("[Variant \"conversion\"]\n\n1. Nf3 d5 2. d4 Bh3+ *\n"), 0, true)
	game, _ := pgn.Replay(record, pgn.Options{})
	text, err := pgn.AppendPGN(nil, game, true)
	_, moves, _ := strings.Cut(string(text), "\n\n")
	fmt.Println(strings.TrimSpace(moves), err)
	// Output:
	// 1. Nf3 d5 2. d4 Bh3/Nf3+ * <nil>
}
