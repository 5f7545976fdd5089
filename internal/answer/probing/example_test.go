package probing_test

import (
	"context"
	"os"
	"strings"

	"turncoat/internal/answer/probing"
	"turncoat/internal/tablebase/embedded"
	"turncoat/protocol"
)

// Black has one move, and is mated after it: the position is lost in two plies, the one after it
// won in one.
func Example() {
	const request = `{"id":1,"ask":"probe","rules":"chess","fen":"7k/8/5K2/8/8/8/8/6Q1 b"}` + "\n"
	tables := probing.NewTableSet(embedded.Opener("")) // the tables that come with the program
	defer tables.Close()
	var server protocol.Server
	tables.Add(&server)
	if err := server.Serve(context.Background(), strings.NewReader(request), os.Stdout); err != nil {
		panic(err)
	}
	// Output: {"id":1,"probe":{"class":"KKQ","value":"loss","plies":2,"turns":[{"uci":"h8h7","san":"Kh7","reclaimed":[],"value":"win","plies":1}]}}
}
