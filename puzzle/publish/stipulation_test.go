package publish

import (
	"testing"

	"turncoat/puzzle"
	"turncoat/rules"
)

// Rights that the diagram does not show are named beneath it.
func TestStipulation(t *testing.T) {
	chess, err := rules.Named("chess")
	if err != nil {
		t.Fatal(err)
	}
	for fen, want := range map[string]string{
		"4k2r/8/5B1P/3R1KpP/8/8/8/8 w k - 0 1":  "#2, castling k",
		"4k3/8/5B1P/3R1KpP/8/8/8/8 w - g6 0 1":  "#2, e.p. g6",
		"4k3/8/5B1P/3R1KpP/8/8/8/8 w - - 0 1":   "#2",
		"4k2r/8/5B1P/3R1KpP/8/8/8/8 b k - 0 1":  "#2, Black to move, castling k",
		"4k2r/8/5B1P/3R1KpP/8/8/8/8 w k g6 0 1": "#2, castling k, e.p. g6",
	} {
		p := puzzle.Puzzle{Rules: chess.Set(), FEN: fen, In: 2}
		if got := stipulation(&p); got != want {
			t.Errorf("%s: %q, want %q", fen, got, want)
		}
	}
}

func TestLengthTheme(t *testing.T) {
	for want, p := range map[string]puzzle.Puzzle{
		"winIn3":       {In: 3},
		"selfWinIn2":   {In: 2, Stipulation: "self-win"},
		"claimIn1":     {In: 1, Stipulation: "claim"},
		"helpWinIn2":   {In: 2, Stipulation: "help-win"},
		"helpWinIn2.5": {In: 2, Stipulation: "help-win", Half: true},
	} {
		if got := lengthTheme(&p); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
