package engine_test

import (
	"context"
	"fmt"
	"log"

	"turncoat/engine"
	"turncoat/rules"
)

// The rook gives mate on the last rank: the king's own pawns shut it in.
const backRank = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"

func Example() {
	variant, err := rules.Named("chess")
	if err != nil {
		log.Fatal(err)
	}
	position, err := variant.ParseFEN(backRank)
	if err != nil {
		log.Fatal(err)
	}

	e := engine.New(variant, engine.Options{})
	result, err := e.Search(context.Background(), engine.At(position), engine.Limits{Depth: 4})
	if err != nil {
		log.Fatal(err)
	}
	best := result.Lines[0]
	fmt.Println(best.Turns[0].From, best.Turns[0].To, best.Score)
	// Output: a1 a8 win in 1
}

func ExampleLevel() {
	variant, err := rules.Named("chess")
	if err != nil {
		log.Fatal(err)
	}
	position, err := variant.ParseFEN(backRank)
	if err != nil {
		log.Fatal(err)
	}

	e := engine.New(variant, engine.Options{})
	strongest := engine.Level(engine.Levels, 1)
	result, err := e.Search(context.Background(), engine.At(position), strongest)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Lines[0].Turns[0].From, result.Lines[0].Turns[0].To)
	// Output: a1 a8
}

func ExampleDecided() {
	fmt.Println(engine.Decided(3)) // the side to move wins with its second turn
	fmt.Println(engine.Decided(2)) // its enemy wins with its first
	// Output:
	// win in 2
	// loss in 1
}
