package reference_test

import (
	"fmt"

	"turncoat/internal/reference"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// The first worked example of docs/RULES.md, one wave after the other.
func ExampleCascade() {
	set, err := ruleset.Builtin("pacifist1")
	if err != nil {
		panic(err)
	}
	p, err := board.ParseFEN("rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w - - 0 1", set)
	if err != nil {
		panic(err)
	}
	c := reference.Begin(set, p, board.NewMove(board.At(4, 2), board.At(5, 4)))
	for wave := c.Next(); wave != 0; wave = c.Next() {
		fmt.Println(wave.Names())
		c.Convert(wave)
	}
	// Output:
	// [e7 g7]
	// [f8]
	// [d8 g8]
	// [f7 h7]
}
