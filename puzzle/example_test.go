package puzzle_test

import (
	"fmt"
	"strings"

	"turncoat/puzzle"
)

// A puzzle is a line of JSON; its solution can be played through.
func Example() {
	const line = `{"id":"pacifist1-2-be9fe1d5","rules":"pacifist1","fen":"8/P7/8/6P1/N4K2/5P2/7n/7k w - - 0 1","in":2,"keys":["a7a8q"],` +
		`"line":["a8=Q","Kg1","Qa7#"],"solution":["a7a8q",[["h1g1"],["a8a7"]],[["h1g2"],["f4g3"]],[["h2f1","h2g4"],["a8h8"]]],` +
		`"claims":{"firstTurns":15,"defences":4,"choice":true,"duals":0,"lineDuals":0},"themes":["promotion","zugzwang"],"source":{"from":"composed","unit":65}}`
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
