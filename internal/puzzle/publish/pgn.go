package publish

import (
	"cmp"
	"io"
	"strings"

	"turncoat/internal/puzzle/solution"
	"turncoat/pgn"
	"turncoat/puzzle"
)

// writePGN writes each puzzle and each twin as a game from its position: see
// [solution.Tree.Record]. The comments on a puzzle follow its key.
func writePGN(w io.Writer, puzzles []puzzle.Puzzle) (written int, err error) {
	return eachSingle(puzzles, func(s *single) error { return writeGame(w, s) })
}

func writeGame(w io.Writer, s *single) error {
	tree, err := s.Tree()
	err = cmp.Or(err, s.gameErr())
	if err != nil {
		return err
	}
	list := tags(&s.Puzzle)
	if s.Name != "" {
		list = append(list, pgn.Tag{Name: "Twin", Value: s.twin()})
	}
	r := solution.Record(s.Variant(), tree, list)
	if s.Name == "" && len(r.Main.Turns) > 0 {
		r.Main.Turns[0].Comments = append(r.Main.Turns[0].Comments, comments(&s.Puzzle)...)
	}
	text, err := pgn.AppendPGN(nil, r, true)
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}

// tags returns the tags of a puzzle's record.
func tags(p *puzzle.Puzzle) []pgn.Tag {
	list := []pgn.Tag{{Name: "Event", Value: p.Instruction()}, {Name: "Site", Value: p.ID},
		{Name: "Round", Value: "-"}}
	if len(p.Themes) > 0 {
		list = append(list, pgn.Tag{Name: "Themes", Value: oneLine(strings.Join(p.Themes, " "))})
	}
	if p.Grade != nil {
		list = append(list, pgn.Tag{Name: "Grade", Value: graded(p)})
	}
	for name, value := range wordList(p, "Title", "Author", "Dedication", "Source", "Published",
		"Prize") {
		list = append(list, pgn.Tag{Name: name, Value: oneLine(value)})
	}

	return list
}
