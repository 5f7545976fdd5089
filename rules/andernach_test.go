package rules

import (
	"context"
	"testing"

	"turncoat/internal/testing/longtest"
)

// The counts that cutechess publishes for Andernach Chess, from the start and from a position with
// a capture en passant. Both are too shallow for a rook to gain a right, the one thing in which
// cutechess plays otherwise (AND-9).
func TestPerftOfCutechess(t *testing.T) {
	tests := []struct {
		fen    string
		depth  int
		want   uint64
		longer bool
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197410, false},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4870137, false},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119527044, true},
		{"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 4, 523348, false},
		{"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 5, 16330793, true},
	}
	variant := named(t, "andernach")
	for _, test := range tests {
		if test.longer && longtest.Short() {
			continue
		}
		p := position(t, variant, test.fen)
		got, err := variant.Perft(context.Background(), &p, test.depth, 1, nil)
		if err != nil || got != test.want {
			t.Errorf("perft %d of %s is %d (%v), want %d", test.depth, test.fen, got, err, test.want)
		}
	}
}
