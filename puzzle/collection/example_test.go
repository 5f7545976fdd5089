package collection_test

import (
	"fmt"

	"turncoat/puzzle"
)

// The first puzzle of a rule set that is won in two turns.
func Example() {
	file, err := puzzle.Collection().Open("pacifist1.jsonl")
	if err != nil {
		panic(err)
	}
	defer file.Close()
	puzzles, err := puzzle.Read(file, "pacifist1.jsonl")
	if err != nil {
		panic(err)
	}
	for _, p := range puzzles {
		if p.In == 2 {
			fmt.Println(p.Instruction())
			break
		}
	}
	// Output: White to move wins in 2 turns
}
