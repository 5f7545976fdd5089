package corpuscmd

import (
	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/corpus"
	"turncoat/internal/plural"
)

func corpusExportCommand(s *command.Session) *cli.Command {
	return &cli.Command{
		Name: "export", Usage: "write cases as slim test vectors for unit tests in any language", ArgsUsage: "[FILE…]",
		Flags: []cli.Flag{rulesFilter(), sizeFlag(""),
			command.OneOf("to", "`FORM` of the cases", "json", corpus.ExportForms()...),
			command.OutputFlag(),
		},
		Action: func(c *cli.Context) error { return corpusExport(s, c) },
	}
}

func corpusExport(s *command.Session, c *cli.Context) error {
	form := c.String("to")
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
		s.Say(plural.Count(left, "case") + " left out: a FEN cannot express their positions")
	}
	return out.Commit()
}
