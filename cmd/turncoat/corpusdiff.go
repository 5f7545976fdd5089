package main

import "github.com/urfave/cli/v2"

import "turncoat/corpus"

func corpusDiffCommand(s *session) *cli.Command {
	return helped(&cli.Command{
		Name: "diff", Usage: "say what changed between two corpora", ArgsUsage: "OLD NEW",
		Description: `Compares two corpus files case by case: "+" stands before the id of a case that only NEW has, "-"
before one that only OLD has, "~" before one that asks the same and answers otherwise, with the
turns and the misreadings that came and went. Status 1 when something changed.`,
		Flags:  []cli.Flag{jsonFlag()},
		Action: s.corpusDiff,
	}, `
$ turncoat corpus diff corpus/golden/chess-smoke.jsonl corpus/golden/chess-smoke.jsonl
0 added, 0 dropped, 0 changed, …
`)
}

func (s *session) corpusDiff(c *cli.Context) error {
	files, err := arguments(c, 2, 2)
	if err != nil {
		return err
	}
	var sides [2][]corpus.Case
	for i, file := range files {
		cases, err := s.readCases(file)
		if err != nil {
			for _, problem := range unjoined(err) {
				s.raise(statusUnusable)
				s.say(inputError(problem))
			}
			continue
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
