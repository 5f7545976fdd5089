package main

import (
	"github.com/urfave/cli/v2"

	"turncoat/corpus"
)

func corpusDiffCommand(s *session) *cli.Command {
	return helped(&cli.Command{
		Name: "diff", Usage: "say what changed between two corpora", ArgsUsage: "OLD NEW",
		Description: `Compares two corpus files case by case: "+" stands before the id of a case that only NEW has, "-"
before one that only OLD has, "~" before one that asks the same and answers otherwise, with the
turns and the misreadings that came and went. Status 1 when something changed.`,
		Flags:  []cli.Flag{jsonFlag()},
		Action: s.corpusDiff,
	}, `
$ turncoat corpus diff examples/two-kings.jsonl examples/two-kings-misread.jsonl
~ pacifist1-4d060f1a: turns
    - a1a2 (Ka2#) to 8/8/8/8/8/K7/K7/8 b
    - a1b2 (Kb2#) to 8/8/8/8/8/K7/1K6/8 b
0 added, 0 dropped, 1 changed, 0 the same
`)
}

func (s *session) corpusDiff(c *cli.Context) error {
	var sides [2][]corpus.Case
	for i, file := range c.Args().Slice() {
		cases, err := s.readCases(file)
		for _, problem := range unjoined(err) {
			s.report(unreadable(problem))
		}
		sides[i] = cases
	}
	if s.statusSoFar() == statusUnusable {
		return nil
	}
	delta := corpus.Diff(sides[0], sides[1])
	if !delta.None() {
		s.raise(statusFound)
	}
	if c.Bool("json") {
		return s.json(delta)
	}
	return delta.WriteText(s.out)
}
