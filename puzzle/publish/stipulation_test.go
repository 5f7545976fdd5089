package publish

import (
	"testing"

	"turncoat/puzzle"
)

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
