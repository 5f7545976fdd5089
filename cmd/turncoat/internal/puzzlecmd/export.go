package puzzlecmd

import (
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/cmd/internal/exporting"
	"turncoat/internal/puzzle/publish"
	"turncoat/puzzle"
)

type exportOptions struct {
	to            string
	output        string
	allVariations bool
	title         string
	paper         string
	style         string
	solutions     string
}

// Export returns the command that publishes puzzles.
func Export(s *command.Session) *cli.Command {
	o := exportOptions{paper: "a4", solutions: "end"}
	return &cli.Command{
		Name:      "export",
		Usage:     "publish puzzles",
		ArgsUsage: "FILE…",
		Flags: []cli.Flag{
			exporting.FormFlag(&o.to, "`FORM` of the puzzles"),
			command.OutputFlag(&o.output),
			&cli.BoolFlag{
				Name:        "all-variations",
				Usage:       "show defences that do not parry the threat, too",
				Destination: &o.allVariations,
			},
			&cli.StringFlag{
				Name:        "title",
				Usage:       "the `TITLE` of html and latex (default: the game, and \"puzzles\")",
				Destination: &o.title,
			},
			command.ChoiceFlag(&o.paper, "paper", "paper `SIZE` of html and latex", "a4", "a5",
				"letter"),
			command.StyleFlag(&o.style),
			command.ChoiceFlag(&o.solutions, "solutions",
				"`WHERE` html and latex put the solutions: at the end or beside each diagram",
				"end", "place"),
		},
		Action: command.Action(s, &o, puzzleExport),
	}
}

func puzzleExport(s *command.Session, o *exportOptions) error {
	if o.to == "" {
		formats := strings.Join(publish.Formats(), ", ")
		return s.UsageError("--to is missing: name one of %s", formats)
	}
	export := exporting.Export{File: o.output, Format: o.to, Book: o.book(), From: s.Args()}
	return export.Write(s, func() ([]puzzle.Puzzle, error) {
		var all []puzzle.Puzzle
		for _, p := range readPuzzles(s, s.Args()...) {
			all = append(all, p.Puzzle)
		}
		return puzzle.Unique(all), nil
	})
}

// book returns the layout that the flags describe.
func (o *exportOptions) book() publish.Book {
	paper, _ := publish.ParsePaper(o.paper) // one of the choices
	return publish.Book{
		Title: o.title, Paper: paper, Style: command.Style(o.style),
		InPlace: o.solutions == "place", AllVariations: o.allVariations,
	}
}
