package player_test

import (
	"fmt"
	"math/rand/v2"

	"turncoat/internal/engine/player"
	"turncoat/rules"
)

// A player who looks two plies ahead and misjudges nothing sees a win in one: the third of the worked examples
// in docs/RULES.md.
func Example() {
	game, err := rules.Named("pacifist1")
	if err != nil {
		panic(err)
	}
	p, err := game.ParseFEN("1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN")
	if err != nil {
		panic(err)
	}
	move, ok := player.New(game, 2, 0).Choose(&p, rand.New(rand.NewPCG(1, 0)))
	fmt.Println(game.SAN(&p, game.Full(&p, move)), ok)
	// Output: Qb6# true
}
