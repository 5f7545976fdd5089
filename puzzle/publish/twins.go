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

// caption names a twin beneath the diagram; empty where the stipulation does.
func (t *twin) caption() string {
	if t.change == "" {
		return ""
	}
	return t.name + " " + t.change
}

// isDuplex reports whether the only twin of a puzzle is its other half, in which the other side begins.
func isDuplex(p *puzzle.Puzzle) bool {
	return len(p.Twins) == 1 && p.Twins[0].Change == puzzle.DuplexChange
}

// A single is a puzzle or one of its twins, for formats in which each position stands by itself.
type single struct {
	puzzle.Puzzle
	twin string // "b) duplex"; empty for the puzzle itself
}

// singles returns a puzzle and its twins, with the words of the puzzle and identifiers that end with their letters.
func singles(p *puzzle.Puzzle) ([]single, error) {
	list := []single{{*p, ""}}
	for i := range p.Twins {
		z, err := p.Twin(i)
		if err != nil {
			return nil, err
		}
		z.ID, z.Words = fmt.Sprintf("%s-%c", p.ID, 'b'+i), p.Words
		list = append(list, single{z, fmt.Sprintf("%c) %s", 'b'+i, p.Twins[i].Change)})
	}
	return list, nil
}

// eachSingle calls write with each puzzle and each twin until it fails.
func eachSingle(puzzles []puzzle.Puzzle, write func(*single) error) error {
	for i := range puzzles {
		list, err := singles(&puzzles[i])
		for j := 0; j < len(list) && err == nil; j++ {
			err = write(&list[j])
		}
		if err != nil {
			return err
		}
	}
	return nil
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
		name := fmt.Sprintf("%c)", 'b'+i)
		if isDuplex(p) {
			name, change = "duplex:", "" // the stipulation says it
		}
		list = append(list, twin{z, name, change, tree})
	}
	return list, nil
}
