package lazyregexp_test

import (
	"fmt"

	"turncoat/internal/lazyregexp"
)

func ExampleNew() {
	square := lazyregexp.New(`[a-h][1-8]`)
	fmt.Println(square().FindString("Nf5#"))
	// Output: f5
}
