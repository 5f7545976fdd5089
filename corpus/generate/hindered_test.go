package generate

import (
	"math/rand/v2"
	"testing"

	"turncoat/corpus/internal/probe"
	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

func TestOwnBeyond(t *testing.T) {
	checkShown(t, ownBeyond, []showing{
		{"pacifist1", "8/8/8/8/8/6k1/8/5NKR w K - 0 1", "", "O-O refused over an own piece where king or rook ends"},
		{"chess", "7k/8/8/8/8/8/8/RK1B4 w Q - 0 1", "", "O-O-O refused over an own piece where king or rook ends"},
		// the king passes d1 on its way to g1
		{"chess", "7k/8/8/8/8/8/8/1KRN4 w K - 0 1", "", "O-O refused over an own piece on the way"},
		{"chess", "7k/8/8/8/8/8/8/1KRn4 w K - 0 1", "", ""}, // the enemy's
		{"chess", "7k/8/8/8/8/8/8/4KN1R w K - 0 1", "", ""}, // between the two
		{"pacifist1", "8/8/8/8/8/6k1/8/6KR w K - 0 1", "", ""},
	})
}

// Both wings and both kinds of squares are found among some thousand composed positions of every rule set.
func TestOwnBeyondComposed(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		set := rulestest.Builtin(t, name)
		c := composer{variant: rules.New(set), family: set.Family}
		beyond := func(r *rand.Rand, _ int) (probe.Question, bool) { return c.beyond(r) }
		if shown := shownAmong(&c, 2400, beyond, ownBeyond); len(shown) != 4 {
			t.Errorf("%s: %v", name, shown)
		}
	}
}
