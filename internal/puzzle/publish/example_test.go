package publish_test

import (
	"os"

	"turncoat/internal/puzzle/publish"
	"turncoat/puzzle"
)

// A puzzle as a position of EPD.
func Example() {
	p, err := puzzle.Parse([]byte(`{"id":"pacifist1-2-be9fe1d5","rules":"pacifist1","fen":"8/P7/8/6P1/N4K2/5P2/7n/7k w - - 0 1","in":2,"keys":["a7a8q"],` +
		`"line":["a8=Q","Kg1","Qa7#"],"solution":["a7a8q",[["h1g1"],["a8a7"]],[["h1g2"],["f4g3"]],[["h2f1","h2g4"],["a8h8"]]],` +
		`"claims":{"firstTurns":15,"defences":4,"choice":true,"duals":0,"lineDuals":0},"themes":["promotion","zugzwang"],"source":{"from":"composed","unit":65}}`))
	if err != nil {
		panic(err)
	}
	if _, err := publish.Export(os.Stdout, "epd", publish.Book{}, []puzzle.Puzzle{p}); err != nil {
		panic(err)
	}
	// Output: 8/P7/8/6P1/N4K2/5P2/7n/7k w - - bm a8=Q; dm 2; id "pacifist1-2-be9fe1d5"; c0 "rules pacifist1; not graded; promotion; zugzwang";
}
