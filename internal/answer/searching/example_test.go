package searching_test

import (
	"context"
	"os"
	"strings"

	"turncoat/internal/answer/searching"
)

// A win of the rules page of vchess.club: after Qb6 no king can be claimed back.
func Example() {
	const request = `{"id":1,"ask":"win","rules":"pacifist1","fen":"1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN","in":2}` + "\n"
	server := searching.Server(searching.Options{})
	if err := server.Serve(context.Background(), strings.NewReader(request), os.Stdout); err != nil {
		panic(err)
	}
	// Output: {"id":1,"win":true,"in":1,"keys":["g1b6"]}
}
