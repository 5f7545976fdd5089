package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/puzzle"
	"turncoat/puzzle/publish"
)

func puzzleExportCommand(s *session) *cli.Command {
	return helped(&cli.Command{
		Name: "export", Usage: "publish puzzles", ArgsUsage: "FILE…",
		Description: `Writes the puzzles of the files in another form: PGN with the solution as main line and variations; EPD
with bm, dm, id and c0; JSON Lines; CSV with the columns of the Lichess puzzle database; an HTML
booklet to read and to print, with nothing outside of it; or the fields of vchess.club's problems.
A puzzle that stands in the files twice, with the same position or the same idea, is written once.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "to", Usage: "the `FORM`: " + strings.Join(publish.Formats(), ", ")},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE` instead of standard output (-)"},
			&cli.StringFlag{Name: "title", Usage: "the `TITLE` of a booklet", Value: "Conversion chess puzzles"},
		},
		Action: s.puzzleExport,
	}, `
$ turncoat puzzle export --to epd mine/puzzles.jsonl
4N3/7r/7r/N1B5/8/6k1/2K5/8 w - - bm Bf2+; dm 2; id "pacifist1-2-3b2a2e32"; c0 "rules pacifist1; …
…
`)
}

func (s *session) puzzleExport(c *cli.Context) error {
	files, err := arguments(c, 1, -1)
	if err != nil {
		return err
	}
	format := c.String("to")
	if !slices.Contains(publish.Formats(), format) {
		return badCall(c.Command.HelpName, fmt.Errorf("--to is one of %s, not %q", strings.Join(publish.Formats(), ", "), format))
	}
	out, err := s.create("--output", c.String("output"))
	if err != nil {
		return err
	}
	defer out.Discard()
	var all []puzzle.Puzzle
	for _, name := range files {
		puzzles, err := s.readPuzzles(name)
		if err != nil {
			s.report(err)
		}
		for _, p := range puzzles {
			all = append(all, p.Puzzle)
		}
	}
	if len(all) == 0 {
		return nil // said already
	}
	all = puzzle.Unique(all)
	switch err := publish.Export(out, format, c.String("title"), all); {
	case errors.Is(err, publish.ErrFormat):
		s.report(found("left out:\n%w", err))
	case err != nil:
		return err
	}
	return out.Commit()
}
