package solution

import (
	"slices"

	"turncoat/puzzle"
)

// LeaveOutShort leaves out the defences after which the goal is reached sooner than the stipulation
// allows, wherever they are.
func LeaveOutShort(t *puzzle.Tree) {
	for _, plays := range [][]puzzle.Play{t.Keys, t.Tries} {
		for i := range plays {
			plays[i].Defences = longDefences(plays[i].Defences)
		}
	}
	t.Set = longDefences(t.Set)
}

// longDefences returns the defences that are not short, with what follows them treated alike. The
// lists themselves stay as they are, since plays share them.
func longDefences(list []puzzle.Defence) []puzzle.Defence {
	var long []puzzle.Defence
	for _, d := range list {
		if d.Short {
			continue
		}
		d.Continuations = slices.Clone(d.Continuations)
		for i := range d.Continuations {
			next := &d.Continuations[i]
			next.Defences = longDefences(next.Defences)
		}
		long = append(long, d)
	}
	return long
}
