package puzzlecmd

import (
	"slices"
	"strings"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/plural"
	"turncoat/puzzle/mine"
)

// shorterPuzzles reads the puzzles that a mine makes longer: those of its rules and its stipulation, each once
// and in an order of their own, so that it does not matter how they stood in the files. What cannot be read is
// reported, and the rest is read all the same.
func shorterPuzzles(s *command.Session, m *mine.Mine, files []string) error {
	for _, p := range readPuzzles(s, files...) {
		if p.Rules == m.Rules && p.Goal() == m.Goal {
			m.Bases = append(m.Bases, p.FEN)
		}
	}
	slices.Sort(m.Bases)
	m.Bases = slices.Compact(m.Bases)
	if len(m.Bases) == 0 {
		return command.Unusable(
			"--longer: no puzzles of these rules (%s) and this stipulation in %s",
			m.Rules.Name,
			strings.Join(files, ", "),
		)
	}
	if len(m.Bases) > mine.MaxBases {
		return command.Unusable("--longer: %s: at most %d", plural.Count(len(m.Bases), "puzzle"), mine.MaxBases)
	}
	return nil
}
