package puzzlecmd

import (
	"fmt"
	"iter"
	"os"

	"turncoat/cmd/internal/command"
	"turncoat/internal/puzzle/problemfile"
	"turncoat/puzzle/solve"
	"turncoat/rules"
)

// readProblems yields the problems of a file, each with what is asked for: by the problem, or by a
// flag where it does not say so. Problems that cannot be read are reported.
func readProblems(s *command.Session, goal *goalFlags, set, file string) (
	iter.Seq2[*problemfile.Problem, stipulation], error) {
	flags, err := goal.read(s)
	if err == nil && flags.flag != "" {
		err = flags.check(solve.MaxTurns)
	}
	if err != nil {
		return nil, s.UsageError("%w", err)
	}
	variant, err := rules.Named("chess")
	if set != "" || os.Getenv("TURNCOAT_RULES") != "" {
		variant, err = s.Variant(set)
	}
	if err != nil {
		return nil, err
	}
	in, err := s.Open(file)
	if err != nil {
		return nil, command.Unreadable(err)
	}

	return func(yield func(*problemfile.Problem, stipulation) bool) {
		defer in.Close()
		for p, err := range problemfile.Read(in, flags.goal.Variant(variant)) {
			asked := flags
			if p.IsStated() {
				asked = stipulation{flag: "goal", goal: p.Goal, n: p.In, half: p.Half}
			}
			if err == nil {
				err = asked.check(solve.MaxTurns)
				if err != nil {
					err = fmt.Errorf("line %d: %w", p.Line, err)
				}
			}
			if err != nil {
				s.Report(command.Unusable("%s: %w", file, err))
				continue
			}

			for _, note := range p.Notes {
				s.Say(fmt.Sprintf("%s: line %d: %s", file, p.Line, note))
			}
			if s.Context.Err() != nil || !yield(&p, asked) {
				return
			}
		}
	}, nil
}
