package puzzlecmd

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/plural"
	"turncoat/puzzle"
	"turncoat/puzzle/publish"
)

func puzzleExport(s *command.Session) error {
	files := s.Args()
	format := s.String("to")
	if format == "" {
		return s.UsageError("--to is missing: name one of %s", strings.Join(publish.Formats(), ", "))
	}
	book := askedBook(s)
	book.AllVariations = s.Bool("all-variations")
	var all []puzzle.Puzzle
	for _, p := range readPuzzles(s, files...) {
		all = append(all, p.Puzzle)
	}
	if len(all) == 0 {
		return nil // said already
	}
	return writeForm(s, format, book, puzzle.Unique(all), files...)
}

// writeForm writes puzzles in another form where --output says, and says how many: each to a file of its own where
// there is {id} in its name. The files that were read are not written over.
func writeForm(s *command.Session, format string, book publish.Book, all []puzzle.Puzzle, from ...string) error {
	const id = "{id}"
	file := s.String("output")
	write := func(file string, puzzles []puzzle.Puzzle) error {
		out, err := s.Create("--output", file, from...)
		if err != nil {
			return err
		}
		defer out.Discard()
		switch err := publish.Export(out, format, book, puzzles); {
		case errors.Is(err, publish.ErrFormat):
			s.Report(command.Found("left out:\n%w", err))
		case err != nil:
			return err
		}
		return out.Commit()
	}
	if !strings.Contains(file, id) {
		if err := write(file, all); err != nil || command.ToStdout(file) {
			return err
		}
		s.Say(fmt.Sprintf("%s: %s written", file, plural.Count(len(all), "puzzle")))
		return nil
	}
	for i := range all {
		if err := write(strings.ReplaceAll(file, id, fileName(all[i].ID)), all[i:i+1]); err != nil {
			return err
		}
	}
	s.Say(fmt.Sprintf("%s: %s written", file, plural.Count(len(all), "file")))
	return nil
}

// fileName makes a plain file name of an identifier.
func fileName(id string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return '_'
	}, id)
}

// askedBook reads the flags that say how a booklet is set.
func askedBook(s *command.Session) publish.Book {
	paper, _ := publish.ParsePaper(s.String("paper"))
	return publish.Book{Title: s.String("title"), Paper: paper, Style: s.Style(),
		InPlace: s.String("solutions") == "place"}
}
