package publish

import (
	"fmt"
	"io"
	"strings"

	"turncoat/pgn"
	"turncoat/puzzle"
	"turncoat/puzzle/solution"
)

// writePGN writes each puzzle as a game from its position: see [solution.Tree.Record].
func writePGN(w io.Writer, puzzles []puzzle.Puzzle) error {
	for i := range puzzles {
		p := &puzzles[i]
		tree, err := p.Tree()
		if err == nil {
			err = write(w, record(p, tree))
		}
		for j := 0; j < len(p.Twins) && err == nil; j++ {
			err = writeTwin(w, p, j)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", p.ID, err)
		}
	}
	return nil
}

// writeTwin writes a twin as a game of its own, with the title, the authors and the like of the puzzle.
func writeTwin(w io.Writer, p *puzzle.Puzzle, i int) error {
	twin, err := p.Twin(i)
	if err != nil {
		return err
	}
	tree, err := twin.Tree()
	if err != nil {
		return err
	}
	twin.Words = p.Words
	list := append(tags(&twin), pgn.Tag{Name: "Twin", Value: fmt.Sprintf("%c) %s", 'b'+i, p.Twins[i].Change)})
	return write(w, tree.Record(twin.Variant(), list))
}

// record returns the record of a puzzle; its comments follow the key.
func record(p *puzzle.Puzzle, tree *solution.Tree) *pgn.PlayedGame {
	r := tree.Record(p.Variant(), tags(p))
	if len(r.Main.Turns) > 0 {
		r.Main.Turns[0].Comments = append(r.Main.Turns[0].Comments, comments(p)...)
	}
	return r
}

func write(w io.Writer, r *pgn.PlayedGame) error {
	text, err := pgn.AppendPGN(nil, r, true)
	if err == nil {
		_, err = w.Write(text)
	}
	return err
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
	for _, t := range []pgn.Tag{
		{Name: "Title", Value: p.Title}, {Name: "Author", Value: strings.Join(p.Authors, ", ")},
		{Name: "Dedication", Value: p.Dedication},
		{Name: "Source", Value: p.Published}, {Name: "Published", Value: p.Date}, {Name: "Prize", Value: p.Prize},
	} {
		if t.Value != "" {
			list = append(list, t)
		}
	}
	return list
}
