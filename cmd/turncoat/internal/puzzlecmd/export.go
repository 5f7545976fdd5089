package puzzlecmd

import (
	"errors"
	"strings"

	"turncoat/cmd/turncoat/internal/command"
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
	out, err := s.Output(files...)
	if err != nil {
		return err
	}
	defer out.Discard()
	var all []puzzle.Puzzle
	for _, p := range readPuzzles(s, files...) {
		all = append(all, p.Puzzle)
	}
	if len(all) == 0 {
		return nil // said already
	}
	all = puzzle.Unique(all)
	switch err := publish.Export(out, format, book, all); {
	case errors.Is(err, publish.ErrFormat):
		s.Report(command.Found("left out:\n%w", err))
	case err != nil:
		return err
	}
	return out.Commit()
}

// askedBook reads the flags that say how a booklet is set.
func askedBook(s *command.Session) publish.Book {
	paper, _ := publish.ParsePaper(s.String("paper"))
	return publish.Book{Title: s.String("title"), Paper: paper, Style: s.Style(),
		InPlace: s.String("solutions") == "place"}
}
