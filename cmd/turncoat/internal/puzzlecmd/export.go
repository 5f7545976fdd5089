package puzzlecmd

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/plural"
	"turncoat/internal/puzzle/publish"
	"turncoat/puzzle"
)

func puzzleExport(s *command.Session) error {
	files := s.Args()
	format := s.String("to")
	if format == "" {
		return s.UsageError("--to is missing: name one of %s", strings.Join(publish.Formats(), ", "))
	}
	book := askedBook(s)
	book.AllVariations = s.Bool("all-variations")
	return writeForm(s, format, book, func() (all []puzzle.Puzzle, err error) {
		for _, p := range readPuzzles(s, files...) {
			all = append(all, p.Puzzle)
		}
		return puzzle.Unique(all), nil
	}, files...)
}

// writeForm writes puzzles in another form where --output says, and says how many: each to a file of its own where
// there is {id} in its name. An output that cannot be written is refused before the puzzles are read, and so is one of
// the files that they come from.
func writeForm(s *command.Session, format string, book publish.Book, read func() ([]puzzle.Puzzle, error),
	from ...string) error {
	const id = "{id}"
	file := s.String("output")
	write := func(file string, read func() ([]puzzle.Puzzle, error)) error {
		out, err := s.Create("--output", file, from...)
		if err != nil {
			return err
		}
		defer out.Discard()
		puzzles, err := read()
		if err != nil || len(puzzles) == 0 {
			return err // why there are none has been said
		}
		switch err := publish.Export(out, format, book, puzzles); {
		case errors.Is(err, publish.ErrFormat):
			s.Report(command.Found("left out:\n%w", err))
		case err != nil:
			return err
		}
		if err := out.Commit(); err != nil || command.ToStdout(file) || strings.Contains(s.String("output"), id) {
			return err
		}
		s.Say(fmt.Sprintf("%s: %s written", file, plural.Count(len(puzzles), "puzzle")))
		return nil
	}
	if !strings.Contains(file, id) {
		return write(file, read)
	}
	all, err := read()
	if err != nil {
		return err
	}
	for i := range all {
		one := func() ([]puzzle.Puzzle, error) { return all[i : i+1], nil }
		if err := write(strings.ReplaceAll(file, id, fileName(all[i].ID)), one); err != nil {
			return err
		}
	}
	s.Say(fmt.Sprintf("%s: %s written", file, plural.Count(len(all), "file")))
	return nil
}

func fileName(id string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return '_'
	}, id)
}

func askedBook(s *command.Session) publish.Book {
	paper, _ := publish.ParsePaper(s.String("paper"))
	return publish.Book{Title: s.String("title"), Paper: paper, Style: s.Style(),
		InPlace: s.String("solutions") == "place"}
}
