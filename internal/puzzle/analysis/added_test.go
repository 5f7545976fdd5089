package analysis

import (
	"errors"
	"strings"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
)

// Stalemates, series, reflex play and a helpmate without a white king are made into puzzles,
// written, read and solved again; what is changed in the text is noticed. The keys and lines are
// Popeye's.
func TestAddedGoals(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	for _, c := range []struct{ asked, fen, line, from, to string }{
		{"=2", "8/k4N2/8/8/6K1/8/8/5Q2 w - - 0 1", "Qb5 Ka8 Qb6", `["b5b6"]`, `["b5c6"]`},
		// 1...Kh1 has 13 answers, not that
		{"=2", "8/6N1/8/8/3K4/1Q6/8/6k1 w - - 0 1", "Qg3+ Kf1 Kd3", `["d4c3"]`, `["g3g4"]`},
		{"ser-h#3", "8/8/3k1K2/8/8/1R3p1B/4n3/8 b - - 0 1", "Kc7 Kd8 Ke8 Rb8#", `"b3b8"`, `"b3a3"`},
		{"ser-#3", "8/7K/5R2/8/8/5npk/8/1B6 w - - 0 1", "Be4 Bxf3 Rh6#", `"f6h6"`, `"f6f4"`},
		{"h=2", "8/8/8/pp6/k1P5/1p6/pK6/8 b - - 0 1", "a1=B+ Kxa1 b4 Kb2",
			`,["a2a1r","b2a1","b5b4","a1b2"]`, ``},
		{"h#2", "8/k7/8/P7/3p4/R7/8/7R b - - 0 1", "Ka6 Rb3 Kxa5 Ra1#", `"a3b3"`, `"a3c3"`},
		{"r#2", "8/6p1/6pk/6p1/8/1p6/1P1p4/2KR4 w - - 0 1", "Kb1", `"keys":["c1b1"`,
			`"keys":["c1b1","c1d2"`},
	} {
		goal, in, _, _ := puzzle.ParseStipulation(c.asked)
		g := goal.Variant(variant)
		a := New(g, Options{Goal: goal})
		at := puzzletest.Position(t, g, c.fen)
		found, err := a.Analyse(t.Context(), &at, in)
		if err != nil || found.In != in {
			t.Fatalf("%s: in %d, %v", c.asked, found.In, err)
		}
		p, err := a.Make(t.Context(), &at, &found)
		if line := strings.Join(p.Line, " "); err != nil ||
			!strings.HasPrefix(line+" ", c.line+" ") {
			t.Errorf("%s: %s, %v", c.asked, line, err)
		}

		p.Source.From = "given"
		var text strings.Builder
		if err := puzzle.Write(&text, []puzzle.Puzzle{p}); err != nil {
			t.Fatal(err)
		}
		read, err := puzzle.Parse([]byte(text.String()))
		if err != nil || read.Symbol() != c.asked {
			t.Fatalf("%s: %v", text.String(), err)
		}
		if _, err := Verify(t.Context(), &read, 1, nil); err != nil {
			t.Errorf("%s: %v", text.String(), err)
		}
		bad := strings.Replace(text.String(), c.from, c.to, 1)
		read, err = puzzle.Parse([]byte(bad))
		if err == nil {
			_, err = Verify(t.Context(), &read, 1, nil)
		}
		if bad == text.String() || !errors.Is(err, puzzle.ErrUnsound) && !errors.Is(err,
			puzzle.ErrSyntax) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
