package puzzlecmd

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/plural"
	"turncoat/internal/puzzle/publish"
	"turncoat/puzzle"
)

type exportOptions struct {
	to            string
	output        string
	allVariations bool
	book          bookOptions
}

// Export returns the command that publishes puzzles.
func Export(s *command.Session) *cli.Command {
	var o exportOptions
	return &cli.Command{
		Name:      "export",
		Usage:     "publish puzzles",
		ArgsUsage: "FILE…",
		Flags: append([]cli.Flag{
			formFlag(&o.to, "`FORM` of the puzzles"),
			command.OutputFlag(&o.output),
			&cli.BoolFlag{
				Name:        "all-variations",
				Usage:       "show defences that do not parry the threat, too",
				Destination: &o.allVariations,
			},
		}, o.book.flags()...),
		Action: command.Action(s, &o, puzzleExport),
	}
}

func puzzleExport(s *command.Session, o *exportOptions) error {
	files := s.Args()
	if o.to == "" {
		return s.UsageError(
			"--to is missing: name one of %s",
			strings.Join(publish.Formats(), ", "),
		)
	}

	book := o.book.read()
	book.AllVariations = o.allVariations
	return writeForm(s, o.output, o.to, book, func() (all []puzzle.Puzzle, err error) {
		for _, p := range readPuzzles(s, files...) {
			all = append(all, p.Puzzle)
		}
		return puzzle.Unique(all), nil
	}, files...)
}

// writeForm writes puzzles in another form to a file, and says how many: each to a file of its own
// where there is {id} in the name. An output that cannot be written is refused before the puzzles
// are read, and so is one of the files that they come from.
func writeForm(
	s *command.Session,
	file, format string,
	book publish.Book,
	read func() ([]puzzle.Puzzle, error),
	from ...string,
) error {
	const id = "{id}"
	write := func(name string, read func() ([]puzzle.Puzzle, error)) error {
		out, err := s.Create("--output", name, from...)
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

		if err := out.Commit(); err != nil || command.ToStdout(name) || strings.Contains(file, id) {
			return err
		}
		s.Say(fmt.Sprintf("%s: %s written", name, plural.Count(len(puzzles), "puzzle")))
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

// formFlag names the form in which puzzles are published.
func formFlag(to *string, usage string) cli.Flag {
	return command.ChoiceFlag(to, "to", usage, publish.Formats()...)
}

// bookOptions say how booklets and pictures look.
type bookOptions struct {
	title     string
	paper     string
	style     string
	solutions string
}

func (o *bookOptions) flags() []cli.Flag {
	o.paper, o.solutions = "a4", "end"
	return []cli.Flag{
		&cli.StringFlag{
			Name: "title", Usage: "the `TITLE` of a booklet",
			Value: "Conversion chess puzzles", Destination: &o.title,
		},
		command.ChoiceFlag(
			&o.paper,
			"paper",
			"paper `SIZE` of html and latex",
			"a4",
			"a5",
			"letter",
		),
		command.StyleFlag(&o.style),
		command.ChoiceFlag(
			&o.solutions,
			"solutions",
			"`WHERE` html and latex put the solutions: at the end or beside each diagram",
			"end",
			"place",
		),
	}
}

func (o *bookOptions) read() publish.Book {
	paper, _ := publish.ParsePaper(o.paper)
	return publish.Book{
		Title: o.title, Paper: paper, Style: command.Style(o.style), InPlace: o.solutions == "place",
	}
}
