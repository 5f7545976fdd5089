package analysis

import (
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
)

// Black's king on a7 is over-persuaded by rook and bishop, two against one, and White is to move:
// under PAC-10 Black cannot have left it so; under PAC-11 it can, for nothing else protects a king
// there.
const hanging = "3r1b2/k1R5/8/2B5/q7/4K3/1b6/5q2 w - - 0 1"

func TestLastTurn(t *testing.T) {
	for _, c := range []struct{ rules, fen, want string }{
		{"pacifist1", hanging, ""},
		{"chess", "k7/8/8/8/8/8/8/7K w - - 0 1", "a7a8"},
		// With any turn of Black's the pawn on a5 would have come over to it.
		{"pacifist1", "r6k/8/8/P7/8/8/8/7K w - - 0 1", ""},
		// Black's king is over-persuaded: White had a reclaim and left it.
		{"pacifist-number", "8/p7/8/6P1/5P2/1R1p3k/3K4/8 w - - 0 1", "d4d3~-"},
		// The pawn that gives check can only have come by a capture.
		{"chess", "k7/8/8/8/8/3P4/3p4/4K3 w - - 0 1", "c3d2"},
	} {
		variant := puzzletest.Named(t, c.rules)
		at := puzzletest.Position(t, variant, c.fen)
		before, turn, ok := LastTurn(variant, &at)
		if !ok {
			if c.want != "" {
				t.Errorf("%s %s: no last turn", c.rules, c.fen)
			}
			continue
		}

		got := puzzle.TurnWord(variant, &before, &turn)
		after := turn.After
		if got != c.want || bareOf(&after) != bareOf(&at) {
			t.Errorf("%s %s: the last turn is %s, which leads to %s", c.rules, c.fen, got,
				variant.FEN(&after))
		}
	}
}
