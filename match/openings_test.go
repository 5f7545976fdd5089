package match

import (
	"testing"

	"turncoat/rules/board"
)

// After a random opening the side to move cannot win at once.
func TestRandomOpenings(t *testing.T) {
	for _, set := range []string{"pacifist1", "pacifist-value"} {
		v := mustVariant(set)
		for index := uint64(40); index < 56; index++ { // first drawn at 43 or 53: one that is won already
			o := RandomOpening(v, 6, 4, index)
			if len(o.Turns) != 6 {
				t.Fatalf("%s, opening %d: %d turns", set, index, len(o.Turns))
			}
			p := o.Turns[5].After
			for _, m := range v.Moves(&p) {
				if after := v.Full(&p, m).After; v.Outcome(&after).Result != board.Ongoing {
					t.Errorf("%s, opening %d: over after %s", set, index, m)
				}
			}
		}
	}
}
