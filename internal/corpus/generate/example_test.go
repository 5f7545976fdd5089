package generate_test

import (
	"context"
	"fmt"
	"slices"

	"turncoat/corpus"
	"turncoat/internal/corpus/generate"
	"turncoat/rules/ruleset"
)

// A case made of one position, the first of the worked examples in docs/RULES.md: Nf5 sets off four
// waves, so that whoever stops after the first gives another answer.
func Example() {
	set, err := ruleset.Builtin("pacifist1")
	if err != nil {
		panic(err)
	}
	made, err := generate.Generate(context.Background(), set, generate.Options{
		Size:  corpus.Smoke,
		Seeds: []corpus.Seed{{FEN: "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w - - 0 1"}},
		Only:  true, // no positions but these
	})
	if err != nil {
		panic(err)
	}
	for _, c := range made[0].Cases {
		fmt.Println(c.FEN, slices.Contains(c.Tells, "rounds=first"))
	}
	// Output: rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w - - 0 1 true
}

// The published numbers of orthodox chess.
func ExampleCountPerft() {
	set, err := ruleset.Builtin("chess")
	if err != nil {
		panic(err)
	}
	seeds := []corpus.Seed{{FEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}}
	counted, err := generate.CountPerft(context.Background(), set, seeds,
		generate.PerftOptions{Depth: 4, Jobs: 1})
	if err != nil {
		panic(err)
	}
	fmt.Println(counted[0].Counts)
	// Output: [20 400 8902 197281]
}
