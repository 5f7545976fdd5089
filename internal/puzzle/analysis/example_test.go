package analysis_test

import (
	"context"
	"errors"
	"fmt"

	"turncoat/internal/puzzle/analysis"
	"turncoat/puzzle"
)

// All that a puzzle claims is worked out anew: a dual that is not there is noticed.
func ExampleVerify() {
	const before, after = `{"id":"pacifist1-2-be9fe1d5","rules":"pacifist1","fen":"8/P7/8/6P1/N4K2/5P2/7n/7k w - - 0 1","in":2,"keys":["a7a8q"],` +
		`"line":["a8=Q","Kg1","Qa7#"],"solution":["a7a8q",[["h1g1"],["a8a7"]],[["h1g2"],["f4g3"]],[["h2f1","h2g4"],["a8h8"]]],` +
		`"claims":{"firstTurns":15,"defences":4,"choice":true,"duals":`,
		`,"lineDuals":0},"themes":["needs-claim-duty","needs-king-to-persuade","needs-moved-piece","promotion","quiet-key","switchback","waves-2","zugzwang"],"source":{"from":"composed","unit":65}}`
	for _, duals := range []string{"0", "1"} {
		p, err := puzzle.Parse([]byte(before + duals + after))
		if err != nil {
			panic(err)
		}
		_, err = analysis.Verify(context.Background(), &p, 1, nil)
		fmt.Println(duals, "duals: unsound is", errors.Is(err, puzzle.ErrUnsound))
	}
	// Output:
	// 0 duals: unsound is false
	// 1 duals: unsound is true
}
