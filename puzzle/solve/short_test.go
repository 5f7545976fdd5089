package solve

import (
	"testing"

	"turncoat/internal/testing/puzzletest"
)

// The search for short wins that proof-number search asks is no part of the work that is limited: a
// no from a search that was stopped would be taken for a proof. The mate in two is one of the
// matetrack collection.
func TestShortWinsHaveNoLimit(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	won := puzzletest.Position(t, variant, "5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - - 0 1")
	start := variant.Start()
	s := New(variant, Options{Jobs: 1, Nodes: 1})
	short := s.shortWins()
	if _, wins := short(&start, 3); wins {
		t.Error("the start position is won in three")
	}
	if _, wins := short(&won, 2); !wins {
		t.Error("after some thousand turns a mate in two is no longer found")
	}
}
