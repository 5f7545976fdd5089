package mine

import (
	"math"
	"strings"
	"testing"

	"turncoat/internal/puzzle/analysis"
	"turncoat/puzzle/solve"
)

// How faulty a position is, by hand: two fifths for each piece, less three for each turn of the
// attacker's in the solution, sixty where the enemy has no choice, forty for each key too many and
// where there is one legal turn, fifty for each theme and turn that is missing.
func TestJudge(t *testing.T) {
	// a variable, so that the sum is rounded as that of a position
	three := 3.
	const cooked = "k7/8/2K5/8/8/8/8/7R w - - 0 1" // 1.Kb6 Kb8 2.Rh8# and 1.Kc7 Ka7 2.Ra1#
	for _, test := range []struct {
		fen        string
		in         int
		themes     string
		key, final string
		limit      float64
		want       float64
	}{
		{cornerMate, 2, "", "", "", hopeless, 1.2 + 60 - 6},
		{cornerMate, 1, "", "", "", hopeless, hopeless},
		{cornerMate, 3, "", "", "", hopeless, hopeless},
		// Rxe8#, the only turn
		{cooked, 2, "", "", "", hopeless, 1.2 + 40 + 60 - 6},
		{"K3r2k/P5pp/8/n7/8/8/8/4R3 w - - 0 1", 1, "", "", "", hopeless, 3.2 + 40 + 60 - 3},
		{cornerMate, 2, "quiet-key", "K", "R@a8", hopeless, 1.2 + 60 - 6},
		{cornerMate, 2, "castling", "", "", hopeless, 1.2 + 60 - 6 + 50},
		{cornerMate, 2, "castling switchback quiet-key", "", "", hopeless, 1.2 + 60 - 6 + 100},
		{cornerMate, 2, "", "R", "K", hopeless, 1.2 + 60 - 6 + 100},
		{cornerMate, 2, "castling", "R", "R", hopeless, 1.2 + 60 - 6 + 100},
		// Above the limit nobody looks for themes; far above it not even for a solution.
		{cornerMate, 2, "castling", "", "", 55, 1.2 + 60 - 6},
		{cornerMate, 2, "castling", "", "", 56, 1.2 + 60 - 6 + 50},
		{cornerMate, 2, "", "", "", -34.7, 1.2 + 60 - 6},
		{cornerMate, 2, "", "", "", -34.9, hopeless},
		{cooked, 2, "", "", "", 5.3, 1.2 + 40 + 60 - 6}, {cooked, 2, "", "", "", 5.1, hopeless},
		{cooked, 2, "", "", "", faultPiece*three + 40 - 36, 1.2 + 40 + 60 - 6},
	} {
		for _, strict := range []bool{false, true} {
			w, at, _ := workerOf(t, &Mine{Least: 2, Most: 2, Key: test.key, Final: test.final,
				Demands: analysis.Demands{Strict: strict}}, test.fen)
			w.improver.themes, w.improver.shape = strings.Fields(test.themes), w.mine.shape()
			got, _, err := w.improver.judge(t.Context(), &at, test.in, test.limit)
			if err != nil || math.Abs(got-test.want) > 1e-9 || w.improver.screened != 1 {
				t.Errorf("%s in %d, %q %s %s up to %v: %v, %v, want %v", test.fen, test.in,
					test.themes, test.key, test.final, test.limit, got, err, test.want)
			}

			if want := map[bool]float64{true: 25, false: 0.25}[strict]; w.improver.perDual() != want {
				t.Errorf("a dual weighs %v", w.improver.perDual())
			}
		}
	}
}

// Of a help-win with two solutions: nothing where two are wanted, twenty for each doubling of those
// wanted and for each that is missing; eighty where it has no other half.
func TestJudgeHelp(t *testing.T) {
	for _, test := range []struct {
		lines  int
		duplex bool
		themes string
		want   float64
	}{
		{2, false, "", 1.2}, {1, false, "", 1.2 + 20}, {3, false, "", 1.2 + 20},
		{4, false, "", 1.2 + 40},
		{2, true, "", 1.2 + 80}, {2, false, "promotion", 1.2 + 50},
		{1, true, "promotion castling", 1.2 + 20 + 80 + 100},
	} {
		m := &Mine{Least: 1, Most: 1, Goal: solve.HelpWin, Half: true, Duplex: test.duplex,
			Demands: analysis.Demands{Lines: test.lines}}
		w, at, found := workerOf(t, m, "7k/8/5K2/8/8/8/8/R7 w - - 0 1")
		w.improver.themes = strings.Fields(test.themes)
		got, _, err := w.improver.judge(t.Context(), &at, 1, hopeless)
		if err != nil || math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%+v: %v, %v", test, got, err)
		}
		found.Claims.FirstTurns = 1
		w.improver.demands.Lines = 2
		if got := w.improver.faultOfLines(&found); got != faultKey {
			t.Errorf("one first turn: %v", got)
		}
		found.Claims.FirstTurns = 2
		if got := w.improver.faultOfLines(&found); got != 0 {
			t.Errorf("two first turns: %v", got)
		}
	}
}

// What is sound lacks nothing: no demand, no theme, no turn, no other half.
func TestSound(t *testing.T) {
	for _, test := range []struct {
		demands analysis.Demands
		themes  string
		key     string
		want    bool
	}{
		{analysis.Demands{}, "", "", true},
		{analysis.Demands{OneKey: true, Strict: true}, "quiet-key", "K@g6", true},
		{analysis.Demands{Choice: true}, "", "", false},
		{analysis.Demands{}, "castling", "", false},
		{analysis.Demands{}, "quiet-key castling", "", false}, {analysis.Demands{}, "", "R", false},
	} {
		w, at, found := workerOf(t, &Mine{Least: 2, Most: 2, Key: test.key, Demands: test.demands},
			cornerMate)
		w.improver.themes, w.improver.shape = strings.Fields(test.themes), w.mine.shape()
		if got, err := w.improver.sound(t.Context(), &at, &found); err != nil || got != test.want {
			t.Errorf("%+v: %t, %v", test, got, err)
		}
	}

	w, at, found := workerOf(t, &Mine{Least: 1, Most: 1, Goal: solve.HelpWin, Half: true,
		Duplex: true}, "7k/8/5K2/8/8/8/8/R7 w - - 0 1")
	if got, err := w.improver.sound(t.Context(), &at, &found); err != nil || got {
		t.Errorf("without another half: %t, %v", got, err)
	}
}
