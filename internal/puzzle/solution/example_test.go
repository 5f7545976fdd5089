package solution_test

import (
	"os"

	"turncoat/internal/puzzle/solution"
	"turncoat/puzzle"
	"turncoat/rules"
)

// The compact form of a solution becomes a tree, which is written for people and as Popeye does:
// king and rook mate in two.
func Example() {
	variant, err := rules.Named("chess")
	if err != nil {
		panic(err)
	}
	p, err := variant.ParseFEN("7k/8/4K3/8/8/8/8/6R1 w")
	if err != nil {
		panic(err)
	}
	tree, err := puzzle.Solution(`["e6f7",[["h8h7"],["g1h1"]]]`).Tree(variant, &p, puzzle.Win)
	if err != nil {
		panic(err)
	}
	if err := solution.WriteText(os.Stdout, variant, tree); err != nil {
		panic(err)
	}
	if err := solution.WritePopeye(os.Stdout, variant, tree, solution.PopeyeForm{}); err != nil {
		panic(err)
	}
	// Output:
	// chess, white to move: win in 2
	// 1.Kf7!
	//   1...Kh7 2.Rh1#
	// 1 key, 0 duals
	//    1.Ke6-f7 !
	//       1...Kh8-h7
	//           2.Rg1-h1 #
}
