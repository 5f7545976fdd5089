package solve

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
)

// The search that knows what a mate or a stalemate needs finds the lines of the one that does not.
func TestPicturesLoseNoLine(t *testing.T) {
	variant, random := puzzletest.Named(t, "chess"), rand.New(rand.NewPCG(62, 3))
	asked := []struct {
		goal   Goal
		plies  int
		pieces int
	}{
		{HelpWin, 5, 5}, {HelpWin, 4, 8}, {HelpWin, 6, 3}, {HelpWin | puzzle.Stalemate, 4, 5},
		{HelpWin | puzzle.Series, 5, 6}, {HelpWin | puzzle.Series | puzzle.Stalemate, 5, 5},
		{Win | puzzle.Series, 4, 5}, {Win | puzzle.Series | puzzle.Stalemate, 4, 4},
	}
	found, cut := 0, false
	for i := range 12 * len(asked) {
		a := asked[i%len(asked)]
		p := scattered(variant, random, a.pieces)
		plain := New(variant, Options{Jobs: 2})
		plain.orthodox = false
		want, err := plain.Lines(t.Context(), &p, a.goal, a.plies)
		if err != nil {
			t.Fatal(err)
		}
		got, err := New(variant, Options{Jobs: 2}).Lines(t.Context(), &p, a.goal, a.plies)
		if err != nil {
			t.Fatal(err)
		}

		if got.Status != want.Status || got.In != want.In || got.LineCount != want.LineCount ||
			!reflect.DeepEqual(got.Lines, want.Lines) {
			t.Errorf("%s, %s in %d plies: %s with %d lines, want %s with %d", variant.FEN(&p), a.goal,
				a.plies, got, got.LineCount, want, want.LineCount)
		}
		found += min(len(want.Lines), 1)
		cut = cut || got.Nodes < want.Nodes/4
	}

	if found < 20 || !cut {
		t.Errorf("%d positions have lines; the search is cut short: %t", found, cut)
	}
}
