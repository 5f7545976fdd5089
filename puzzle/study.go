package puzzle

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"turncoat/rules"
)

// Study means that the solution of a puzzle is only the line of best play, because a complete one
// would be too long to read. For each of the attacker's turns in the line, it has the other moves
// that win, in UCI, and in how many turns. Tablebases prove it.
type Study []map[string]int

// AsFast returns the other moves that win as fast as the i-th of the attacker's turns, counted from
// 0, sorted.
func (s Study) AsFast(i int) []string {
	var list []string
	for _, text := range s.Moves(i) {
		if s[i][text] == len(s)-i {
			list = append(list, text)
		}
	}

	return list
}

// Moves returns the other winning moves at a turn, counted from 0, the fastest first: none at a turn
// that the study has not.
func (s Study) Moves(i int) []string {
	if i < 0 || i >= len(s) {
		return nil
	}
	return slices.SortedFunc(maps.Keys(s[i]), func(a, b string) int {
		return cmp.Or(cmp.Compare(s[i][a], s[i][b]), cmp.Compare(a, b))
	})
}

// add adds the other moves to the tree of the line, except those at the first turn, where the tree
// has the keys.
func (s Study) add(variant *rules.Variant, tree *Tree) error {
	play := &tree.Keys[0]
	for i := 1; i < len(s); i++ {
		if len(play.Defences) != 1 || len(play.Defences[0].Continuations) != 1 {
			return fmt.Errorf("%w: the solution of a study is one line", ErrUnsound)
		}
		d := &play.Defences[0]
		after := d.Continuations[0].After
		for _, text := range s.Moves(i) {
			t, err := PlayMove(variant, &after.After, text, nil)
			if err != nil {
				return fmt.Errorf("%w: the study: %w", ErrUnsound, err)
			}
			d.Continuations = append(d.Continuations, Play{After: after, Turn: t, In: s[i][text]})
		}

		play = &d.Continuations[0]
	}

	return nil
}
