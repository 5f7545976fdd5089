package tablebase_test

import (
	"fmt"

	"turncoat/internal/tablebase/embedded"
	"turncoat/rules"
)

// Who wins this position, how soon, and by which turn? The tables of up to three pieces come with
// the program; a directory adds those that were built.
func Example() {
	variant, err := rules.Named("pacifist1")
	if err != nil {
		panic(err)
	}
	p, err := variant.ParseFEN("n7/8/8/4K3/8/8/8/7k w - - 0 1")
	if err != nil {
		panic(err)
	}
	tables, err := embedded.Open(variant.Set(), "")
	if err != nil {
		panic(err)
	}
	defer tables.Close()

	value, err := tables.Probe(&p)
	if err != nil {
		panic(err)
	}
	turns, err := tables.Turns(&p)
	if err != nil {
		panic(err)
	}
	fmt.Println(value)
	fmt.Println(turns[0].UCI(&p), "leads to a", turns[0].Value)
	// Output:
	// win in 25 plies
	// e5d6 leads to a loss in 24 plies
}
