package publish

import (
	"testing"

	"turncoat/puzzle"
	"turncoat/rules/ruleset"
)

// Parts of a booklet have their length in words up to six.
func TestPartTitles(t *testing.T) {
	for _, c := range []struct {
		name, stipulation string
		in                int
		half              bool
		want              string
	}{
		{"chess", "", 1, false, "Chess: mate in one"},
		{"pacifist2", "", 6, false, "Pacifist 2: win in six"},
		{"conversion", "self-win", 7, false, "Conversion Chess: self-win in 7"},
		{"chess", "help-win", 2, true, "Chess: helpmate in 2½"},
		{"mine", "claim", 3, false, "mine: claim in three"},
	} {
		set, err := ruleset.Builtin(c.name)
		if err != nil {
			set.Name = c.name // rules of one's own
		}
		p := puzzle.Puzzle{Rules: set, Stipulation: c.stipulation, In: c.in, Half: c.half}
		if got := partTitle(&p); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
