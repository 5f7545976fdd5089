package corpuscmd

import (
	"turncoat/cmd/turncoat/internal/command"
	"turncoat/corpus"
)

func corpusDiff(s *command.Session) error {
	var sides [2][]corpus.Case
	for i, file := range s.Args() {
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
	if s.Bool("json") {
		return s.JSON(delta)
	}
	return delta.WriteText(s.Out)
}
