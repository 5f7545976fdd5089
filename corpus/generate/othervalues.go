package generate

import (
	"fmt"

	"turncoat/corpus/internal/probe"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// told names the values of pieces near those of the rules under which a position is answered otherwise
// (PAC-4).
func told(values []valued, c *candidate) []string {
	var list []string
	for _, v := range values {
		key, _, err := c.Key(v.variant, probe.MostTurns)
		if err == nil && key != c.Base && key != probe.Refused {
			list = append(list, v.name)
		}
	}
	return list
}

// A valued variant gives one kind of piece another value.
type valued struct {
	name    string
	variant *rules.Variant
}

// otherValues returns the variants of a rule set with a value that is one more or less; of kings, with
// values that are in use. A rule set that weighs by number has none.
func otherValues(set ruleset.Set) []valued {
	if set.Family != ruleset.Pacifist || set.Weigh == ruleset.ByNumber {
		return nil
	}
	var list []valued
	add := func(kind int, value int32) {
		other := set
		other.Values[kind] = value
		if value >= 0 && other.Values != set.Values {
			list = append(list, valued{fmt.Sprintf("a %s of %d told", ruleset.KindName(kind), value), rules.New(other)})
		}
	}
	for kind := range set.Values {
		if kind == ruleset.King {
			for _, value := range []int32{0, 3, 4, 10} {
				add(kind, value)
			}
			continue
		}
		add(kind, set.Values[kind]-1)
		add(kind, set.Values[kind]+1)
	}
	return list
}
