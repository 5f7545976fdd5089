package analysis

import (
	"slices"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle/solve"
)

// Of a help-win the themes are those of its lines: after 1...Kh8 the pawn mates as a queen or a
// rook.
func TestThemesOfHelp(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	at := puzzletest.Position(t, variant, "6k1/P7/6K1/8/8/8/8/8 b - - 0 1")
	a := New(variant, Options{Goal: solve.HelpWin})
	found, err := a.Analyse(t.Context(), &at, 1)
	if err != nil || found.In != 1 || len(found.Tree.Keys) != 2 {
		t.Fatalf("%+v, %v", found, err)
	}
	names, err := a.Themes(t.Context(), &at, &found)
	if err != nil || !slices.Contains(names, promotion) || !slices.Contains(names, underpromo) ||
		slices.Contains(names, zugzwang) {
		t.Errorf("%v, %v", names, err)
	}
}
