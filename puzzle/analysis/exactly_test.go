package analysis

import (
	"bytes"
	"slices"
	"testing"

	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/proof"
	"turncoat/puzzle/solve"
)

// Of a help-win the themes are those of its lines: after 1...Kh8 the pawn mates as a queen or a rook.
func TestThemesOfHelp(t *testing.T) {
	g := puzzletest.Named(t, "chess")
	at := puzzletest.Position(t, g, "6k1/P7/6K1/8/8/8/8/8 b - - 0 1")
	a := New(g, Options{Goal: solve.HelpWin})
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

// What was checked is counted: the wins of the solution, by the key and behind the one defence, and what the
// proof of the search states besides.
func TestCheckedIsCounted(t *testing.T) {
	p := solved(t, corner)
	at := puzzletest.Position(t, p.Variant(), p.FEN)
	solver := solve.New(p.Variant(), solve.Options{Jobs: 1})
	result, err := solver.Solve(t.Context(), at, solve.Win, 2)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := solver.WriteProof(t.Context(), &text, at, solve.Win, result, 2, true); err != nil {
		t.Fatal(err)
	}
	report, err := proof.Verify(t.Context(), &text, "", 1)
	if err != nil || report.Wins == 0 || report.Holds == 0 {
		t.Fatalf("%+v, %v", report, err)
	}
	checked, err := Verify(t.Context(), &p, 1)
	if want := (Checked{Wins: 2 + report.Wins, Holds: report.Holds}); err != nil || checked != want {
		t.Errorf("%+v, %v; want %+v", checked, err, want)
	}
}
