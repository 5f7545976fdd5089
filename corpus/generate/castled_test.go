package generate

import (
	"math/rand/v2"
	"strings"
	"testing"

	"turncoat/corpus/internal/probe"
	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

func TestCastledFirst(t *testing.T) {
	for _, test := range []struct{ rules, fen, moves, shows string }{
		{"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O played first, written as the king's move"},
		{"pacifist1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1 e8e7", "O-O-O played first, written as the king's move"},
		{"pacifist1", "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", "e1b1", "O-O-O played first, written as king takes rook"},
		{"conversion", "8/8/4k3/8/8/8/8/2K2R2 w K - 0 1", "c1f1", "O-O played first, written as king takes rook"},
		{"chess", "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1", "e1g1 e8c8", "O-O played first, written as the king's move; O-O-O played first, written as the king's move"},
		{"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1e2", ""},
		// The king ends where the rook stood: c1g1 is both.
		{"conversion", "8/8/4k3/8/8/8/8/2K3R1 w K - 0 1", "c1g1", ""},
		// Castling mates: two rooks hold the e- and the g-file, and the third comes to the f-file.
		{"chess", "5k2/8/8/4R1R1/8/8/8/4K2R w K - 0 1", "e1g1", ""},
		{"chess", "5k2/8/8/4R3/8/8/8/4K2R w K - 0 1", "e1g1", "O-O played first, written as the king's move"},
	} {
		v, err := rules.Named(test.rules)
		if err != nil {
			t.Fatal(err)
		}
		q := probe.Question{FEN: test.fen, Moves: strings.Fields(test.moves)}
		if got := strings.Join(castledFirst(q, v), "; "); got != test.shows {
			t.Errorf("%s %s %s shows %q, want %q", test.rules, test.fen, test.moves, got, test.shows)
		}
	}
}

// Castlings of both wings, written in both ways, are found among some hundred composed positions of every rule set.
func TestCastledFirstComposed(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		set := rulestest.Builtin(t, name)
		c := composer{variant: rules.New(set), family: set.Family}
		shown := map[string]bool{}
		for i := range 300 {
			if q, ok := c.castledFirst(rand.New(rand.NewPCG(7, uint64(i))), i); ok {
				for _, name := range castledFirst(q, c.variant) {
					shown[name] = true
				}
			}
		}
		if len(shown) != 4 {
			t.Errorf("%s: %v", name, shown)
		}
	}
}
