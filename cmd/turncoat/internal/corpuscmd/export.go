package corpuscmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/corpus"
	"turncoat/internal/plural"
)

func corpusExportCommand(s *command.Session) *cli.Command {
	return &cli.Command{
		Name: "export", Usage: "write cases as slim test vectors for unit tests in any language", ArgsUsage: "[FILE…]",
		Flags: []cli.Flag{rulesFilter(), sizeFlag(""),
			&cli.StringFlag{Name: "to", Usage: "the `FORM`: " + strings.Join(corpus.ExportForms(), ", "), Value: "json"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE` instead of standard output"},
		},
		Action: func(c *cli.Context) error { return corpusExport(s, c) },
	}
}

func corpusExport(s *command.Session, c *cli.Context) error {
	form := c.String("to")
	if !slices.Contains(corpus.ExportForms(), form) {
		return command.BadCall(c.Command.HelpName, fmt.Errorf("--to is one of %s, not %q", strings.Join(corpus.ExportForms(),
			", "), form))
	}
	out, err := s.Create("--output", c.String("output"))
	if err != nil {
		return err
	}
	defer out.Discard()
	cases, err := loadCases(s, c, c.Args().Slice())
	if err != nil || len(cases) == 0 { // why there are none is said already
		return err
	}
	left, err := corpus.Export(out, cases, form)
	if err != nil {
		return err
	}
	if left > 0 {
		s.Say(plural.Count(left, "case") + " left out: no FEN shows what their moves have led to")
	}
	return out.Commit()
}
