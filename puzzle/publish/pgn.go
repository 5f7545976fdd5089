package publish

import (
	"fmt"
	"io"
	"strings"

	"turncoat/pgn"
	"turncoat/puzzle"
)

// writePGN writes each puzzle as a game from its position: see [solution.Tree.Record].
func writePGN(w io.Writer, puzzles []puzzle.Puzzle) error {
	for i := range puzzles {
		p := &puzzles[i]
		tree, err := p.Tree()
		if err == nil {
			err = tree.WritePGN(w, p.Variant(), tags(p))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", p.ID, err)
		}
	}
	return nil
}

// tags returns the tags of a puzzle's record.
func tags(p *puzzle.Puzzle) []pgn.Tag {
	list := []pgn.Tag{{Name: "Event", Value: p.Instruction()}, {Name: "Site", Value: p.ID}, {Name: "Round", Value: "-"}}
	if len(p.Themes) > 0 {
		list = append(list, pgn.Tag{Name: "Themes", Value: strings.Join(p.Themes, " ")})
	}
	if p.Grade != nil {
		list = append(list, pgn.Tag{Name: "Grade", Value: graded(p)})
	}
	return list
}
