package publish

import (
	"errors"
	"strings"
	"testing"

	"turncoat/puzzle"
)

// A series is printed and goes to Popeye, whose line it is; where the sides take turns it cannot be
// written. A game that ends in stalemate is a draw.
func TestSeriesAndStalemates(t *testing.T) {
	const claims = `"claims":{"firstTurns":1,"defences":0,"choice":false,"duals":0,"lineDuals":0},"themes":[],"source":{"from":"given","unit":0}}`
	read := func(text string) []puzzle.Puzzle {
		p, err := puzzle.Parse([]byte(text + claims))
		if err != nil {
			t.Fatal(err)
		}
		return []puzzle.Puzzle{p}
	}
	series := read(`{"id":"a","rules":"chess","fen":"8/7K/5R2/8/8/5npk/8/1B6 w - - 0 1","stipulation":"series-win","in":3,` +
		`"keys":["b1e4"],"line":["Be4","Bxf3","Rh6#"],"lines":[["b1e4","e4f3","f6h6"]],`)
	for format, want := range map[string]string{"text": "1.Be4 2.Bxf3 3.Rh6#",
		"popeye": "Stipulation ser-#3\n",
		"latex":  "ser-{}\\#3", "epd": "series-win in 3", "html": "2.Bxf3"} {
		var text strings.Builder
		if _, err := Export(&text, format, Book{}, series); err != nil ||
			!strings.Contains(text.String(), want) {
			t.Errorf("%s: %v\n%s", format, err, text.String())
		}
	}

	for _, format := range []string{"pgn", "csv"} {
		if _, err := Export(&strings.Builder{}, format, Book{}, series); !errors.Is(err, ErrFormat) {
			t.Errorf("%s: %v", format, err)
		}
	}

	var game strings.Builder
	stalemate := read(`{"id":"b","rules":"chess","fen":"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1","stipulation":"stalemate","in":1,` +
		`"keys":["g1g6"],"line":["Qg6"],"solution":["g1g6"],`)
	if _, err := Export(&game, "pgn", Book{}, stalemate); err != nil ||
		!strings.Contains(game.String(), "1. Qg6 $1 1/2-1/2") {
		t.Errorf("%v\n%s", err, game.String())
	}
}
