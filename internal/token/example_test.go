package token_test

import (
	"fmt"

	"turncoat/internal/token"
)

// The moves of every game of a text, in the memory of the first.
func ExampleTokenizer() {
	text := []byte("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 {main line} *\n1. d4 *\n")
	var tokenizer token.Tokenizer
	var record token.Record
	for at, ok := 0, false; at < len(text); {
		if at, ok = tokenizer.Read(&record, text, at, true); ok {
			fmt.Println(len(record.Main.Moves))
		}
	}
	// Output:
	// 3
	// 1
}
