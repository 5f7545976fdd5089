package puzzlecmd

import (
	"testing"

	"turncoat/cmd/internal/command"
)

// Half a turn more stands at both ends of a range, or at none: what has it at one end is left as it
// is, and refused as no range.
func TestHalfTurns(t *testing.T) {
	for text, want := range map[string]struct {
		whole string
		half  bool
	}{
		"3": {"3", false}, "2.5": {"2", true}, "2..4": {"2..4", false}, "1.5..3.5": {"1..3", true},
		"1.5..3": {"1.5..3", false}, "1..3.5": {"1..3.5", false},
	} {
		if whole, half := wholeTurns(text); whole != want.whole || half != want.half {
			t.Errorf("%s: %s %t, want %s %t", text, whole, half, want.whole, want.half)
		}
	}

	for text, want := range map[string][2]int{"3": {3, 3}, "2..4": {2, 4}, "2..2": {2, 2}} {
		if least, most, err := command.ParseRange(text); err != nil || least != want[0] ||
			most != want[1] {
			t.Errorf("%s: %d to %d, %v, want %v", text, least, most, err, want)
		}
	}

	for _, text := range []string{"", "0", "4..2", "0..3", "1.5..3", "1..3.5", "2..", "..3", "x"} {
		if least, most, err := command.ParseRange(text); err == nil {
			t.Errorf("%q: %d to %d, want an error", text, least, most)
		}
	}
}
