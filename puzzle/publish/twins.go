package publish

import (
	"fmt"
	"strings"

	"turncoat/puzzle"
	"turncoat/puzzle/solution"
)

// A twin is a twin of a puzzle, with its solution.
type twin struct {
	puzzle.Puzzle
	name, change string // "b)", "Kg1→h1"
	tree         *solution.Tree
}

// twinsOf returns the twins of a puzzle.
func twinsOf(p *puzzle.Puzzle) ([]twin, error) {
	var list []twin
	for i := range p.Twins {
		z, err := p.Twin(i)
		if err != nil {
			return nil, err
		}
		tree, err := z.Tree()
		if err != nil {
			return nil, err
		}
		change := p.Twins[i].Change
		if from, to, ok := strings.Cut(change, "-"); ok && from != "" && !strings.Contains(change, " ") {
			change = from + "→" + to
		}
		list = append(list, twin{z, fmt.Sprintf("%c)", 'b'+i), change, tree})
	}
	return list, nil
}
