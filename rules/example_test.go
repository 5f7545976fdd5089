package rules_test

import (
	"context"
	"errors"
	"fmt"

	"turncoat/rules"
	"turncoat/rules/board"
)

// Three lines are enough to play a move and see what it converts.
func Example() {
	variant, _ := rules.Named("pacifist1")
	position, _ := variant.ParseFEN("rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR")
	turn, _ := variant.Parse(&position, "Nf5")

	fmt.Println(turn.Waves)
	fmt.Println(variant.FEN(&turn.After))
	// Output:
	// [e7,g7 f8 d8,g8 f7,h7]
	// rkqN1RB1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR b - - 0 1
}

func ExampleVariant_Turns() {
	variant, _ := rules.Named("pacifist1")
	position, _ := variant.ParseFEN("nbr1b1qr/ppppKppp/7n/4pN2/K3P3/P7/QPPP1PPP/B1R1RBN1 b")
	for turn := range variant.Turns(&position) {
		fmt.Println(variant.SAN(&position, turn), "converts", turn.Waves)
	}
	// Unordered output:
	// Nb6 converts [a4]
	// b5 converts [a4]
	// d6 converts [a4]
	// g6 converts [f5 e7]
}

func ExampleVariant_Outcome() {
	variant, _ := rules.Named("pacifist1")
	position, _ := variant.ParseFEN("1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN")
	turn, _ := variant.Parse(&position, "Qb6#")
	fmt.Println(variant.Outcome(&turn.After))
	// Output: 1-0 (claimless)
}

// An illegal move says which rules it breaks.
func ExampleIllegalError() {
	variant, _ := rules.Named("pacifist-number")
	position, _ := variant.ParseFEN("4k1r1/6r1/8/8/8/8/8/4K2R w K - 0 1")
	_, err := variant.Parse(&position, "O-O")
	var illegal *rules.IllegalError
	if errors.As(err, &illegal) {
		fmt.Println(illegal.Rules(), errors.Is(err, rules.ErrIllegal))
	}
	// Output: [PAC-14 PAC-11] true
}

func ExampleVariant_Weigh() {
	variant, _ := rules.Named("pacifist1")
	position, _ := variant.ParseFEN("kn6/8/8/8/8/8/1R6/1R5K w - - 0 1")
	weight := variant.Weigh(&position, board.At(1, 7), board.White) // b8
	fmt.Println(weight, weight.By[1].Square, "through", weight.By[1].Through)
	// Output: 2 b2 through []
}

func ExampleVariant_Perft() {
	variant, _ := rules.Named("conversion")
	position := variant.Start()
	nodes, _ := variant.Perft(context.Background(), &position, 3, 1, nil)
	fmt.Println(nodes)
	// Output: 8902
}
