package board_test

import (
	"testing"

	"turncoat/rules/board"
)

// NOT-4: waves apart by semicolons, squares by commas, each wave by file, then rank. The first is
// its own example.
func TestJoinWaves(t *testing.T) {
	for want, waves := range map[string][][]string{
		"e7,g7;f8;d8,g8;f7,h7": {{"g7", "e7"}, {"f8"}, {"g8", "d8"}, {"h7", "f7"}},
		"a8,b1":                {{"b1", "a8"}},
		"c2,c7":                {{"c7", "c2"}},
		"":                     nil,
	} {
		var list []board.Bitboard
		for _, names := range waves {
			var wave board.Bitboard
			for _, name := range names {
				s, ok := board.ParseSquare(name)
				if !ok {
					t.Fatal(name)
				}
				wave |= s.Bit()
			}

			list = append(list, wave)
		}

		if got := board.JoinWaves(list); got != want {
			t.Errorf("%v is written %q, want %q", waves, got, want)
		}
	}
}
