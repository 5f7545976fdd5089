package puzzlecmd

import (
	"errors"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/puzzle"
	"turncoat/puzzle/publish"
)

func puzzleExportCommand(s *command.Session) *cli.Command {
	return &cli.Command{
		Name: "export", Usage: "publish puzzles", ArgsUsage: "FILE…",
		Flags: append([]cli.Flag{
			command.OneOf("to", "`FORM` of the puzzles", "", publish.Formats()...),
			command.OutputFlag(),
		}, bookFlags()...),
		Action: func(c *cli.Context) error { return puzzleExport(s, c) },
	}
}

func puzzleExport(s *command.Session, c *cli.Context) error {
	files := c.Args().Slice()
	format := c.String("to")
	if format == "" {
		return command.UsageError(c, "--to is missing: name one of %s", strings.Join(publish.Formats(), ", "))
	}
	book := askedBook(c)
	out, err := s.Create("--output", c.String("output"))
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

// bookFlags are the flags that say how a booklet is set.
func bookFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "title", Usage: "the `TITLE` of a booklet", Value: "Conversion chess puzzles"},
		command.OneOf("paper", "paper `SIZE` of html and latex", publish.A4.String(), publish.Papers()...),
		command.StyleFlag(),
		command.OneOf("solutions", "`WHERE` html and latex put the solutions: at the end or beside each diagram", "end", "end", "place"),
	}
}

// askedBook reads the flags that say how a booklet is set.
func askedBook(c *cli.Context) publish.Book {
	paper, _ := publish.ParsePaper(c.String("paper"))
	return publish.Book{Title: c.String("title"), Paper: paper, Style: command.Style(c),
		InPlace: c.String("solutions") == "place"}
}
