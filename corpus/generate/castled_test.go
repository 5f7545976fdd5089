package generate

import (
	"testing"

	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

func TestCastledFirst(t *testing.T) {
	checkShown(t, castledFirst, []showing{
		{"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O played first, written as the king's move"},
		{"pacifist1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1 e8e7",
			"O-O-O played first, written as the king's move"},
		{"pacifist1", "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", "e1b1", "O-O-O played first, written as king takes rook"},
		{"conversion", "8/8/4k3/8/8/8/8/2K2R2 w K - 0 1", "c1f1", "O-O played first, written as king takes rook"},
		{"chess", "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1", "e1g1 e8c8",
			"O-O played first, written as the king's move; O-O-O played first, written as the king's move"},
		{"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1e2", ""},
		// The king ends where the rook stood: c1g1 is both.
		{"conversion", "8/8/4k3/8/8/8/8/2K3R1 w K - 0 1", "c1g1", ""},
		// Castling mates: two rooks hold the e- and the g-file, and the third comes to the f-file.
		{"chess", "5k2/8/8/4R1R1/8/8/8/4K2R w K - 0 1", "e1g1", ""},
		{"chess", "5k2/8/8/4R3/8/8/8/4K2R w K - 0 1", "e1g1", "O-O played first, written as the king's move"},
	})
}

// Castlings of both wings, written in both ways, are found among some hundred composed positions of every rule set.
func TestCastledFirstComposed(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		set := rulestest.Builtin(t, name)
		c := composer{variant: rules.New(set), family: set.Family}
		if shown := shownAmong(&c, 300, c.castledFirst, castledFirst); len(shown) != 4 {
			t.Errorf("%s: %v", name, shown)
		}
	}
}
