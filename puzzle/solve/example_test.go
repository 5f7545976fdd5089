package solve_test

import (
	"context"
	"fmt"

	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
)

// The shortest forced win, and every first turn that forces it: the last of the worked examples in
// docs/RULES.md.
func Example() {
	variant, err := rules.Named("pacifist1")
	if err != nil {
		panic(err)
	}
	p, err := variant.ParseFEN("1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN w")
	if err != nil {
		panic(err)
	}
	result, err := solve.Find(context.Background(), variant, &p, 2, solve.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Status, "in", result.In, "by", variant.SAN(&p,
		variant.Play(&p, result.Keys[0])))
	// Output: won in 1 by Qb6#
}

// The solution as a tree, with every defence: king and rook against king. 1...Kh7 does not parry
// the threat, which is carried out.
func ExampleSolver_Solution() {
	variant, err := rules.Named("chess")
	if err != nil {
		panic(err)
	}
	p, err := variant.ParseFEN("7k/8/5K2/8/8/8/8/R7 w")
	if err != nil {
		panic(err)
	}
	solver := solve.New(variant, solve.Options{})
	result, err := solver.Solve(context.Background(), &p, solve.Win, 2)
	if err != nil {
		panic(err)
	}
	tree, err := solver.Solution(context.Background(), result, solve.Wanted{})
	if err != nil {
		panic(err)
	}

	names := map[puzzle.Role]string{
		puzzle.RoleKey: "key", puzzle.RoleThreat: "  threat", puzzle.RoleDefence: "  defence",
		puzzle.RoleContinuation: "    continuation",
	}
	walker := puzzle.Walker{Visit: func(n *puzzle.Node, follow func()) {
		if name := names[n.Role]; name != "" {
			fmt.Println(name, variant.SAN(n.Before, *n.Turn))
		}
		follow()
	}}
	walker.Keys(tree)
	// Output:
	// key Kf7
	//   threat Rh1#
	//   defence Kh7
	//     continuation Rh1#
	// key Kg6
	//   threat Ra8#
	//   defence Kg8
	//     continuation Ra8#
}
