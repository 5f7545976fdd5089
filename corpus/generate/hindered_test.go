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

func TestOwnBeyond(t *testing.T) {
	for _, test := range []struct{ rules, fen, shows string }{
		{"pacifist1", "8/8/8/8/8/6k1/8/5NKR w K - 0 1", "O-O refused over an own piece where king or rook ends"},
		{"chess", "7k/8/8/8/8/8/8/RK1B4 w Q - 0 1", "O-O-O refused over an own piece where king or rook ends"},
		{"chess", "7k/8/8/8/8/8/8/1KRN4 w K - 0 1", "O-O refused over an own piece on the way"}, // the king passes d1 on its way to g1
		{"chess", "7k/8/8/8/8/8/8/1KRn4 w K - 0 1", ""},                                         // the enemy's
		{"chess", "7k/8/8/8/8/8/8/4KN1R w K - 0 1", ""},                                         // between the two
		{"pacifist1", "8/8/8/8/8/6k1/8/6KR w K - 0 1", ""},
	} {
		v, err := rules.Named(test.rules)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(ownBeyond(probe.Question{FEN: test.fen}, v), "; "); got != test.shows {
			t.Errorf("%s %s shows %q, want %q", test.rules, test.fen, got, test.shows)
		}
	}
}

// Both wings and both kinds of squares are found among some thousand composed positions of every rule set.
func TestOwnBeyondComposed(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		set := rulestest.Builtin(t, name)
		c := composer{variant: rules.New(set), family: set.Family}
		shown := map[string]bool{}
		for i := range 2400 {
			if q, ok := c.beyond(rand.New(rand.NewPCG(7, uint64(i)))); ok {
				for _, name := range ownBeyond(q, c.variant) {
					shown[name] = true
				}
			}
		}
		if len(shown) != 4 {
			t.Errorf("%s: %v", name, shown)
		}
	}
}
