package puzzle_test

import (
	"fmt"
	"strings"

	"turncoat/puzzle"
	"turncoat/rules"
)

// A puzzle is a line of JSON; its solution can be played through.
func Example() {
	const line = `{"id":"pacifist1-2-be9fe1d5","rules":"pacifist1",` +
		`"fen":"8/P7/8/6P1/N4K2/5P2/7n/7k w - - 0 1","in":2,"keys":["a7a8q"],` +
		`"line":["a8=Q","Kg1","Qa7#"],"solution":["a7a8q",[["h1g1"],["a8a7"]],` +
		`[["h1g2"],["f4g3"]],[["h2f1","h2g4"],["a8h8"]]],` +
		`"claims":{"firstTurns":15,"defences":4,"choice":true,"duals":0,"lineDuals":0},` +
		`"themes":["promotion","zugzwang"],"source":{"from":"composed","unit":65}}`
	p, err := puzzle.Parse([]byte(line))
	if err != nil {
		panic(err)
	}
	fmt.Println(p.Instruction())

	tree, err := p.Tree()
	if err != nil {
		panic(err)
	}
	key := &tree.Keys[0]
	fmt.Println(strings.Join(puzzle.Line(p.Variant(), &tree.Position, key.Line()), " "))
	for _, g := range key.Groups() {
		fmt.Println(len(g), "defences are answered by", g[0].Continuations[0].Turn.To)
	}
	// Output:
	// White to move wins in 2 turns
	// a8=Q Kg1 Qa7#
	// 1 defences are answered by a7
	// 1 defences are answered by g3
	// 2 defences are answered by h8
}

// The compact form of a solution becomes a tree, and a walker visits its turns. Leaving out follow
// leaves out what follows the turn.
func ExampleWalker() {
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

	walker := puzzle.Walker{Visit: func(n *puzzle.Node, follow func()) {
		text := variant.SAN(n.Before, *n.Turn)
		switch n.Role {
		case puzzle.RoleKey:
			fmt.Printf("%d. %s!\n", n.Number, text)
		case puzzle.RoleDefence:
			fmt.Printf("%d... %s\n", n.Number, text)
		case puzzle.RoleContinuation:
			fmt.Printf("%d. %s\n", n.Number, text)
		}

		follow()
	}}
	walker.Walk(tree)
	// Output:
	// 1. Kf7!
	// 1... Kh7
	// 2. Rh1#
}

// A stipulation as problemists write it.
func ExampleParseStipulation() {
	goal, turns, half, ok := puzzle.ParseStipulation("h#2.5")
	fmt.Println(goal, turns, half, ok)
	fmt.Println(goal.Symbol() + puzzle.LengthText(turns, half))
	// Output:
	// help-win 2 true true
	// h#2.5
}

// A twin: the rook moves before the puzzle is solved again.
func ExampleChange() {
	variant, err := rules.Named("chess")
	if err != nil {
		panic(err)
	}
	p, err := variant.ParseFEN("7k/8/4K3/8/8/8/8/6R1 w - - 0 1")
	if err != nil {
		panic(err)
	}
	change, err := puzzle.ParseChange("Rg1→a1")
	if err != nil {
		panic(err)
	}
	_, twin, err := change.Apply(variant, &p, p.Turn)
	if err != nil {
		panic(err)
	}
	fmt.Println(change, variant.FEN(&twin))
	// Output: Rg1-a1 7k/8/4K3/8/8/8/8/R7 w - - 0 1
}

// The puzzles that come with the program are read like any others.
func ExampleCollection() {
	file, err := puzzle.Collection().Open("pacifist1.jsonl")
	if err != nil {
		panic(err)
	}
	defer file.Close()
	puzzles, err := puzzle.Read(file, "pacifist1.jsonl")
	if err != nil {
		panic(err)
	}
	strict := 0
	for i := range puzzles {
		if puzzles[i].Strict() {
			strict++
		}
	}

	fmt.Println(len(puzzles) > 0, strict > 0)
	// Output: true true
}
