package mine

import (
	"strings"
	"testing"

	"turncoat/internal/puzzle/analysis"
	"turncoat/puzzle/solve"
)

// A sound position fulfils every demand, and has every theme and turn asked for, and its other
// half.
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
