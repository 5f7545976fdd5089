package puzzle

import (
	"reflect"
	"testing"

	"turncoat/rules/ruleset"
)

// Of the other moves that win, the fastest come first, and some are as fast as the line.
func TestStudyMoves(t *testing.T) {
	p := Puzzle{FEN: "7k/8/8/6K1/8/8/8/R7 w - - 0 1", In: 2, Keys: []string{"g5g6"},
		Line:     []string{"Kg6", "Kg8", "Ra8#"},
		Solution: `["g5g6",[["h8g8"],["a1a8"]]]`,
		Study:    Study{{"g5h6": 9}, {"a1b1": 4, "a1c1": 2, "g6h6": 2, "a1d1": 1}}}
	p.Rules, _ = ruleset.Builtin("chess")
	if first, second := p.Study.AsFast(0), p.Study.AsFast(1); first != nil ||
		!reflect.DeepEqual(second, []string{"a1d1"}) {
		t.Errorf("as fast: %v, %v", first, second)
	}

	tree, err := p.Tree()
	if err != nil {
		t.Fatal(err)
	}
	var others []string
	var in []int
	for _, c := range tree.Keys[0].Defences[0].Continuations[1:] {
		others, in = append(others, c.Turn.Move.String()), append(in, c.In)
	}
	if !reflect.DeepEqual(others, []string{"a1d1", "a1c1", "g6h6", "a1b1"}) ||
		!reflect.DeepEqual(in, []int{1, 2, 2, 4}) {
		t.Errorf("others %v in %v", others, in)
	}
}
