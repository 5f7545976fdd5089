package grade_test

import (
	"context"
	"fmt"
	"strings"

	"turncoat/internal/puzzle/grade"
	"turncoat/puzzle"
)

// A win in two is harder to find than a win in one.
func Example() {
	const lines = `{"id":"pacifist1-1-c39c9e5b","rules":"pacifist1","fen":"1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN w - - 0 1","in":1,` +
		`"keys":["g1b6"],"line":["Qb6#"],"solution":["g1b6"],"claims":{"firstTurns":22,"defences":0,"choice":false,"duals":0,"lineDuals":0},"themes":[],"source":{"from":"given","unit":0}}
{"id":"pacifist1-2-be9fe1d5","rules":"pacifist1","fen":"8/P7/8/6P1/N4K2/5P2/7n/7k w - - 0 1","in":2,` +
		`"keys":["a7a8q"],"line":["a8=Q","Kg1","Qa7#"],"solution":["a7a8q",[["h1g1"],["a8a7"]],[["h1g2"],["f4g3"]],[["h2f1","h2g4"],["a8h8"]]],` +
		`"claims":{"firstTurns":15,"defences":4,"choice":true,"duals":0,"lineDuals":0},"themes":["promotion"],"source":{"from":"composed","unit":65}}`
	read, err := puzzle.Read(strings.NewReader(lines), "two.jsonl")
	if err != nil {
		panic(err)
	}
	puzzles := []puzzle.Puzzle{read[0].Puzzle, read[1].Puzzle}
	if err := grade.Each(context.Background(), puzzles, 1, 1); err != nil {
		panic(err)
	}
	fmt.Println(puzzles[0].Grade.Rating < puzzles[1].Grade.Rating)
	// Output: true
}
