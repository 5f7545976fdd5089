package match

import (
	"testing"

	"turncoat/rules/board"
)

// After a random opening the side to move cannot win at once.
func TestRandomOpenings(t *testing.T) {
	for _, set := range []string{"pacifist1", "pacifist-value"} {
		variant := mustVariant(set)
		// Among these are 43 and 53, whose first random games leave a win in one.
		for index := uint64(40); index < 56; index++ {
			o := RandomOpening(variant, 6, 4, index)
			if len(o.Turns) != 6 {
				t.Fatalf("%s, opening %d: %d turns", set, index, len(o.Turns))
			}
			p := o.Turns[5].After
			for _, m := range variant.Moves(&p) {
				if after := variant.Play(&p,
					m).After; variant.Outcome(&after).Result == board.Win(p.Turn) {
					t.Errorf("%s, opening %d: %s wins", set, index, m)
				}
			}
		}
	}
}
