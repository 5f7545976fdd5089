package solve

import (
	"slices"

	"turncoat/rules/board"
)

// A nullMoveThreat is what would reach the goal next if the enemy could pass.
type nullMoveThreat struct {
	in   int // turns; 0: there is none
	keys []board.Move
}

// survives reports whether a defence fails to meet the threat, the ways that are fastest after it
// being known: they are shorter than the threat, or all its keys are among them. Then it returns
// the index of the first threat, otherwise 0. Popeye tells the
// variations that it prints in the same way.
func (t nullMoveThreat) survives(in int, ways []board.Move) (first int, is bool) {
	if t.in == 0 || in != t.in {
		return 0, in < t.in
	}
	for _, m := range slices.Backward(t.keys) {
		first = slices.Index(ways, m)
		if first < 0 {
			return 0, false
		}
	}

	return first, true
}
