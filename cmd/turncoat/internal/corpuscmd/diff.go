package corpuscmd

import (
	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/corpus"
)

func corpusDiffCommand(s *command.Session) *cli.Command {
	return command.Helped(&cli.Command{
		Name: "diff", Usage: "say what changed between two corpora", ArgsUsage: "OLD NEW",
		Description: `Compares two corpus files case by case: "+" stands before the id of a case that only NEW has, "-"
before one that only OLD has, "~" before one that asks the same and answers otherwise, with the
turns and the misreadings that came and went. Status 1 when something changed.`,
		Flags:  []cli.Flag{command.JSONFlag()},
		Action: func(c *cli.Context) error { return corpusDiff(s, c) },
	}, `
$ turncoat corpus diff examples/two-kings.jsonl examples/two-kings-misread.jsonl
~ pacifist1-4d060f1a: turns
    - a1a2 (Ka2#) to 8/8/8/8/8/K7/K7/8 b
    - a1b2 (Kb2#) to 8/8/8/8/8/K7/1K6/8 b
0 added, 0 dropped, 1 changed, 0 the same
`)
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
