package analysis

import (
	"slices"
	"strings"
	"testing"

	"turncoat/puzzle"
)

// Reciprocal play: 1...Kg8 is answered by Ra7 and 1...Kh7 by Rb1 in set play, and the other way
// round after the key. The turns are legal, and that is all.
func TestReciprocalPlay(t *testing.T) {
	c := critic2(t, "chess", "7k/8/8/6K1/8/8/8/R7 w - - 0 1",
		`["g5f5",[["h8g8"],["a1b1"]],[["h8h7"],["a1a7"]]]`)
	tree := c.found.Tree
	tree.Set = slices.Clone(tree.Keys[0].Defences)
	tree.Set[0].Continuations, tree.Set[1].Continuations = tree.Set[1].Continuations,
		tree.Set[0].Continuations
	if got := strings.Join(PhaseThemes(tree), " "); got != "changed-play reciprocal-play" {
		t.Errorf("%s", got)
	}
	tree.Set[1].Continuations = nil
	if got := strings.Join(PhaseThemes(tree), " "); got != "changed-play transferred-play" {
		t.Errorf("%s", got)
	}
	tree.Tries, tree.Set = []puzzle.Play{tree.Keys[0]}, nil
	if got := PhaseThemes(tree); got != nil {
		t.Errorf("a try like the key shows %v", got)
	}
}
