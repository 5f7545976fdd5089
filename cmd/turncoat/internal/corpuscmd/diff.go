package corpuscmd

import (
	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/corpus"
)

func corpusDiffCommand(s *command.Session) *cli.Command {
	return &cli.Command{
		Name: "diff", Usage: "say what changed between two corpora", ArgsUsage: "OLD NEW",
		Flags:  []cli.Flag{command.JSONFlag()},
		Action: func(c *cli.Context) error { return corpusDiff(s, c) },
	}
}

func corpusDiff(s *command.Session, c *cli.Context) error {
	var sides [2][]corpus.Case
	for i, file := range c.Args().Slice() {
		cases, err := readCases(s, file)
		for _, problem := range command.Unjoined(err) {
			s.Report(command.Unreadable(problem))
		}
		sides[i] = cases
	}
	if s.StatusSoFar() == command.StatusUnusable {
		return nil
	}
	delta := corpus.Diff(sides[0], sides[1])
	if !delta.None() {
		s.Raise(command.StatusFound)
	}
	if c.Bool("json") {
		return s.JSON(delta)
	}
	return delta.WriteText(s.Out)
}
