package puzzlecmd

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"

	"turncoat/cmd/internal/command"
	"turncoat/internal/printable"
	"turncoat/internal/puzzle/problemfile"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
)

// withoutProblems are the flags that make no sense for the problems of a file.
var withoutProblems = []string{
	"batch",
	"journal",
	"cluster",
	"any-length",
	"all-lengths",
	"prove",
	"refute",
	"key",
	"final",
	"duplex",
	"solutions",
	"time",
	"tables",
}

// readProblems yields the problems of a file, each with what is asked for: by the problem, or by a
// flag where it does not say so. What cannot be read is reported.
func readProblems(s *command.Session, goal *goalOptions, set, file string) (
	iter.Seq2[*problemfile.Problem, stipulation], error,
) {
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
		return nil, command.Unusable("--problems: %s", command.InputError(err))
	}
	return func(yield func(*problemfile.Problem, stipulation) bool) {
		defer in.Close()
		for p, err := range problemfile.Read(in, flags.goal.Variant(variant)) {
			asked := flags
			if p.In > 0 {
				asked = stipulation{flag: "problems", goal: p.Goal, n: p.In, half: p.Half}
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

			if s.Context.Err() != nil || !yield(&p, asked) {
				return
			}
		}
	}, nil
}

func solveProblems(s *command.Session, o *solveOptions) error {
	if err := s.Refuse("--problems and --%s cannot be combined", withoutProblems...); err != nil {
		return s.UsageError("%w", err)
	}
	format, err := s.Format(o.format)
	if err != nil {
		return err
	}
	all, err := readProblems(s, &o.goal, o.rules, o.problems)
	if err != nil {
		return err
	}
	options := o.search(s)
	for p, asked := range all {
		call := &puzzleCall{
			variant:     p.Variant,
			p:           p.Position,
			stipulation: asked,
			format:      format,
			options:     options,
			s:           s,
			o:           o,
			file:        o.problems,
			line:        p.Line,
		}
		call.options.AllLengths = format != "pgn" && !p.StopOnShort
		call.form.KeysOnly, call.form.NoThreats = !p.Variations, p.NoThreats
		call.wanted = solve.Wanted{
			Refutations: cmp.Or(o.tries, p.Tries),
			SetPlay:     p.SetPlay || o.setPlay,
			RealOnly:    !o.allVariations && !p.NoThreats,
			Whole:       format == "popeye",
		}
		if err := call.solveProblem(p); err != nil {
			s.Report(fmt.Errorf("%s: line %d: %w", call.file, p.Line, err))
		}
	}

	return s.Ended(nil, "the problems so far have been answered")
}

// solveProblem solves a problem, its duplex and its twins.
func (call *puzzleCall) solveProblem(p *problemfile.Problem) error {
	s := call.s
	plain := call.format == "text" || call.format == "popeye"
	if call.format == "text" {
		names := slices.DeleteFunc(append(slices.Clone(p.Authors), p.Title),
			func(name string) bool { return name == "" })
		s.Printf(
			"%s:%d: %s\n",
			printable.Line(call.file),
			p.Line,
			printable.Line(strings.Join(names, ", ")),
		)
	}

	none := command.Printed{Writer: io.Discard}
	var faults []error
	if len(p.Twins) > 0 && !p.Zero && plain {
		s.Printf("\na)\n\n")
	}
	each := func(call *puzzleCall) {
		faults = append(faults, call.solveAndPrint(s.Context, none))
		if !p.Duplex {
			return
		}
		other, err := puzzle.Duplex(call.variant, &call.p)
		if err == nil {
			call.other = &other
			err = call.solveDuplex(s.Context)
		}

		faults = append(faults, err)
	}
	if !p.Zero {
		each(call)
	}
	letter := byte('b')
	if p.Zero {
		letter = 'a'
	}
	for i, change := range p.Twins {
		twin := *call
		twin.twin = change.String()
		var err error
		twin.variant, twin.p, err = change.Apply(p.Variant, &p.Position,
			call.goal.Begins(call.half))
		if err != nil {
			return err
		}
		if goal, in, half, ok := change.Asks(); ok {
			twin.goal, twin.n, twin.half = goal, in, half
		}
		if plain {
			s.Printf("\n%c) %s\n\n", letter+byte(i), change)
		}
		each(&twin)
	}

	return errors.Join(faults...)
}
