package puzzlecmd

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/diagram"
	"turncoat/puzzle"
	"turncoat/puzzle/publish"
)

func puzzleExportCommand(s *command.Session) *cli.Command {
	return &cli.Command{
		Name: "export", Usage: "publish puzzles", ArgsUsage: "FILE…",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "to", Usage: "the `FORM`: " + strings.Join(publish.Formats(), ", ")},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE` instead of standard output (-)"},
		}, bookFlags()...),
		Action: func(c *cli.Context) error { return puzzleExport(s, c) },
	}
}

func puzzleExport(s *command.Session, c *cli.Context) error {
	files := c.Args().Slice()
	format := c.String("to")
	if !slices.Contains(publish.Formats(), format) {
		return command.BadCall(c.Command.HelpName, fmt.Errorf("--to is one of %s, not %q", strings.Join(publish.Formats(),
			", "), format))
	}
	book, err := askedBook(c)
	if err != nil {
		return err
	}
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
		&cli.StringFlag{Name: "paper", Value: publish.A4.String(), Usage: "the `SIZE` of paper of html and latex: " + strings.Join(publish.Papers(), ", ")},
		&cli.StringFlag{Name: "style", Value: "screen", Usage: "the `STYLE` of a booklet: screen, in colour, or print, in black and white for paper"},
		&cli.StringFlag{Name: "solutions", Value: "end", Usage: "`WHERE` html and latex have the solutions: end, or place, each with its diagram"},
	}
}

// askedBook reads the flags that say how a booklet is set.
func askedBook(c *cli.Context) (publish.Book, error) {
	book := publish.Book{Title: c.String("title")}
	var ok bool
	if book.Paper, ok = publish.ParsePaper(c.String("paper")); !ok {
		return book, command.BadCall(c.Command.HelpName, fmt.Errorf("--paper is one of %s, not %q",
			strings.Join(publish.Papers(), ", "), c.String("paper")))
	}
	switch c.String("style") {
	case "screen":
	case "print":
		book.Style = diagram.Print
	default:
		return book, command.BadCall(c.Command.HelpName, fmt.Errorf("--style cannot be %q: it is screen or print",
			c.String("style")))
	}
	switch c.String("solutions") {
	case "end":
	case "place":
		book.InPlace = true
	default:
		return book, command.BadCall(c.Command.HelpName, fmt.Errorf("--solutions cannot be %q: it is end or place",
			c.String("solutions")))
	}
	return book, nil
}
