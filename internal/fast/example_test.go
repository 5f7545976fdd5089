package fast_test

import (
	"fmt"

	"turncoat/internal/fast"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// The first worked example of docs/RULES.md: one move of a knight, and four waves of conversions.
func Example() {
	set, err := ruleset.Builtin("pacifist1")
	if err != nil {
		fmt.Println(err)
		return
	}

	p, err := board.ParseFEN("rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w - - 0 1", set)
	if err != nil {
		fmt.Println(err)
		return
	}

	r, _ := fast.For(set)
	nf5 := board.NewMove(board.At(4, 2), board.At(5, 4))
	for i, wave := range r.AppendWaves(nil, &p, nf5) {
		fmt.Println(i+1, wave.Names())
	}
	var after board.Position
	r.Play(&p, nf5, &after)
	fmt.Println(after.Board())
	// Output:
	// 1 [e7 g7]
	// 2 [f8]
	// 3 [d8 g8]
	// 4 [f7 h7]
	// rkqN1RB1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR
}
