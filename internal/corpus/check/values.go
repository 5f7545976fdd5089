package check

import (
	"fmt"

	"turncoat/corpus"
	"turncoat/rules/ruleset"
)

// otherValues are piece values that games of chess are known to use, and that somebody who weighs
// by value may have taken (PAC-4). A diagnosis tries them.
var otherValues = []struct {
	kind   int
	name   string
	values []int32
}{
	{ruleset.King, "king", []int32{0, 1, 2, 3, 4, 5, 8, 10, 20, 50, 100, 200}},
	{ruleset.Queen, "queen", []int32{8, 10}},
	{ruleset.Rook, "rook", []int32{4, 6}},
	{ruleset.Bishop, "bishop", []int32{2, 4}},
	{ruleset.Knight, "knight", []int32{2, 4}},
	{ruleset.Pawn, "pawn", []int32{0, 2}},
}

// valued lists the misreadings of a rule set that give a kind of piece another value. A rule set
// that weighs by number has none.
func valued(set ruleset.Set) []corpus.Misreading {
	if !set.Family.HasWeights() || set.Weigh == ruleset.ByNumber {
		return nil
	}
	var list []corpus.Misreading
	for _, o := range otherValues {
		for _, v := range o.values {
			if set.Values[o.kind] == v {
				continue
			}
			m := corpus.Misreading{Name: fmt.Sprintf("values.%s=%d", o.name, v), Set: set}
			m.Set.Values[o.kind] = v
			m.Changes = []corpus.Change{{Setting: "values." + o.name, Value: fmt.Sprint(v),
				Means: fmt.Sprintf("a %s has the value %d", o.name, v), Rules: []string{"PAC-4"}}}
			list = append(list, m)
		}
	}

	return list
}
