package golden_test

import (
	"bufio"
	"fmt"
	"slices"

	"turncoat/corpus"
)

// The cases of a rule set, each with every legal turn of its position: here the smallest that tells
// whether kings can be converted.
func Example_cases() {
	cases, err := corpus.Golden(corpus.Smoke, "pacifist1")
	if err != nil {
		panic(err)
	}
	for _, c := range cases {
		if slices.Contains(c.Tells, "king-converts=no") {
			turn := c.Turns[0]
			fmt.Println(c.FEN, turn.SAN, "converts", turn.Waves)
			break
		}
	}
	// Output: kK6/8/8/8/8/8/8/8 b - - 0 1 Ka7# converts [[b8]]
}

// Perft counts come as EPD. Those of the first position of chess are published everywhere.
func Example_open() {
	file, err := corpus.OpenGolden("chess-perft.epd")
	if err != nil {
		panic(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Scan()
	fmt.Println(lines.Text())
	// Output: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902 ;D4 197281 ;D5 4865609
}
