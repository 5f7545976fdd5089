package analysis

import (
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle/solve"
	"turncoat/rules/board"
)

// Keys of self-mates in two are those that Popeye 4.104 finds, with the colours changed over too;
// each line is a position and its keys.
func TestSelfMatesOfPopeye(t *testing.T) {
	const found = `R2B4/5N2/3n4/8/4Q3/3p4/PP6/K2kr3 e4d3
8/7Q/B7/8/R4qN1/7R/PP1k4/K3N3 h7c2
7N/1Rn5/2B5/1p2q3/1R6/8/PP5k/K4Q2 b4h4
2Q5/5B2/1N6/8/8/R7/PP6/K2k1r2 c8c2
8/4R2q/R7/8/N1N1Q3/8/PP6/K2k3B a6d6 h1f3
3N4/2Q5/7q/1B5R/8/8/PP5R/K2k4 b5a4 c7c2
2N1b3/2q5/p7/4Q3/8/8/PPR3R1/K2kN2B e5d4 e5d5
8/2B5/2R4R/6N1/8/8/PP3Q2/K2kr3 c6c1
5r2/1B3R2/8/3p4/8/8/PP4Q1/K3k3 f7f1
1n6/p3N3/6R1/8/7q/4Q2B/PP5k/K7 g6g2
1B6/8/5pbQ/8/8/4p2R/PP6/K3kr2 h6e3
5b2/8/p7/6NR/3r4/B7/PP1Q1R1p/K5k1 g5f3 g5h3
8/3p4/8/6q1/R6Q/8/PPQ5/K5k1 h4h2
2q5/6Q1/6RP/6Q1/1R6/8/k3P3/N2KN3 b4a4
r6k/6pp/8/1R2Q3/8/8/P1P5/RKR5`
	variant := puzzletest.Named(t, "chess")
	holds := func(fen string, want []string) {
		at := puzzletest.Position(t, variant, fen)
		analysis, err := New(variant, Options{Goal: solve.SelfWin}).Analyse(t.Context(), &at, 2)
		if err != nil {
			t.Fatal(err)
		}
		var keys []string
		for _, m := range analysis.Keys {
			keys = append(keys, m.UCI(&at))
		}
		slices.Sort(keys)
		slices.Sort(want)
		if !slices.Equal(keys, want) || len(want) > 0 && analysis.In != 2 {
			t.Errorf("%s: keys %v in %d, want %v in 2", fen, keys, analysis.In, want)
		}
	}
	for line := range strings.Lines(found) {
		words := strings.Fields(line)
		holds(words[0]+" w - - 0 1", words[1:])
		ranks := strings.Split(words[0], "/")
		slices.Reverse(ranks)
		var changed []string
		for _, key := range words[1:] {
			changed = append(changed, strings.Map(func(r rune) rune {
				if r >= '1' && r <= '8' {
					return '1' + '8' - r
				}
				return r
			}, key))
		}

		holds(strings.Map(changeCase, strings.Join(ranks, "/"))+" b - - 0 1", changed)
	}
}

// changeCase changes the colour of a piece's letter.
func changeCase(letter rune) rune {
	if piece, ok := board.PieceOf(byte(letter)); ok {
		piece.Colour = piece.Colour.Other()
		return rune(piece.Letter())
	}

	return letter
}
