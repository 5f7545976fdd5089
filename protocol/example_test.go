package protocol_test

import (
	"context"
	"os"
	"strings"

	"turncoat/protocol"
)

// A server answers one line after the other. After 1.e4 f5 the pawn on e4, which nobody supports,
// has changed sides.
func Example() {
	requests := `{"id":1,"ask":"perft","rules":"conversion","fen":"start","depth":2}
{"id":2,"ask":"play","rules":"pacifist1","fen":"start","moves":["e4","f5"]}
`
	var server protocol.Server
	if err := server.Serve(context.Background(), strings.NewReader(requests),
		os.Stdout); err != nil {
		panic(err)
	}
	// Output: {"id":1,"nodes":400}
	// {"id":2,"turn":{"uci":"f7f5","san":"f5","waves":[["e4"]],"reclaimed":[],"fen":"rnbqkbnr/ppppp1pp/8/5p2/4p3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2","outcome":"*"},"fen":"rnbqkbnr/ppppp1pp/8/5p2/4p3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2","outcome":"*"}
}
