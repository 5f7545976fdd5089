package reading_test

import (
	"context"
	"os"
	"strings"

	"turncoat/internal/answer/reading"
	"turncoat/internal/answer/searching"
)

// A record as somebody typed it, written anew as canonical PGN.
func Example() {
	const request = `{"id":1,"ask":"convert","text":"1. e4 e5 2. Ng1-f3 *","to":"pgn"}` + "\n"
	server := reading.Server(searching.Options{})
	if err := server.Serve(context.Background(), strings.NewReader(request),
		os.Stdout); err != nil {
		panic(err)
	}
	// Output: {"id":1,"text":"[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n"}
}
