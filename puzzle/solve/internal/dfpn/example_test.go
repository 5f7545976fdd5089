package dfpn_test

import (
	"context"
	"fmt"

	"turncoat/puzzle"
	"turncoat/puzzle/solve/internal/dfpn"
	"turncoat/rules"
)

// The third worked example of docs/RULES.md: Qb6 wins at once, for no king can be claimed back.
func Example() {
	variant, err := rules.Named("pacifist1")
	if err != nil {
		fmt.Println(err)
		return
	}

	const fen = "1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN w - - 0 1"
	p, err := variant.ParseFEN(fen)
	if err != nil {
		fmt.Println(err)
		return
	}

	s := dfpn.New(variant, dfpn.Options{})
	a, err := s.Find(context.Background(), &p, puzzle.Win, 60, 100_000)
	if err != nil {
		fmt.Println(err)
		return
	}

	fmt.Println(a.Status == dfpn.Won, a.Turns, a.Move.UCI(&p))
	// Output: true 1 g1b6
}
