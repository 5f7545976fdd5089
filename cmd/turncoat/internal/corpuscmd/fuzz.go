package corpuscmd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/corpus"
	"turncoat/internal/corpus/check"
	"turncoat/internal/corpus/fuzz"
	"turncoat/rules/ruleset"
)

type fuzzOptions struct {
	program programOptions
	rules   []string
	time    time.Duration
	count   int
	seed    uint64
	max     int
	strict  bool
	html    string
	output  string
}

// Fuzz returns the command that searches a program for differences.
func Fuzz(s *command.Session) *cli.Command {
	var o fuzzOptions
	return &cli.Command{
		Name:  "fuzz",
		Usage: "search another implementation for differences, and show the smallest",
		Flags: append(o.program.flags(),
			command.ListFlag(&o.rules, "rules",
				"only this rule `SET`, a built-in name or a YAML file (may be repeated)"),
			&cli.DurationFlag{
				Name:  "time",
				Usage: "how long the whole run may take: a `TIME` such as 60s",
				Value: time.Minute, Destination: &o.time,
			},
			&cli.IntFlag{
				Name:        "count",
				Usage:       "make `N` positions of each rule set, however long it takes",
				Destination: &o.count,
			},
			command.SeedFlag(&o.seed, "random `SEED`"),
			&cli.IntFlag{
				Name:  "max",
				Usage: "end a rule set after `N` kinds of difference",
				Value: 5, Destination: &o.max,
			},
			&cli.BoolFlag{
				Name:        "strict-input",
				Usage:       "make an error of invalid input that the program accepts",
				Destination: &o.strict,
			},
			&cli.StringFlag{
				Name:        "html",
				Usage:       "write the report to `FILE` as a page",
				Destination: &o.html,
			},
			command.OutputFlagFor(&o.output,
				"add the differences to `FILE`, as cases for \"corpus check\""),
			s.JSONFlag(),
		),
		Action: command.Action(s, &o, corpusFuzz),
	}
}

func corpusFuzz(s *command.Session, o *fuzzOptions) error {
	program, err := o.program.underTest(s)
	if err != nil {
		return err
	}
	options := fuzz.Options{Count: o.count, Time: o.time, Seed: o.seed, Max: o.max,
		StrictInput: o.strict, First: goldenSeeds}
	options.Rules, err = fuzzedSets(o.rules)
	if err != nil {
		return err
	}
	known, err := growing(s, o.output)
	if err != nil {
		return err
	}
	command.CollectGarbageLater()
	task := s.Line.Task("positions", 0)
	options.Progress = func(p fuzz.Progress) { task.Set(p.Positions, fmt.Sprintf("%d found", p.Found)) }
	report, err := fuzz.Run(s.Context, program, options)
	task.End()
	if errors.Is(err, check.ErrProgram) {
		return command.Unusable("--cmd: %w", err)
	}
	if s.AsJSON {
		err = errors.Join(report.WriteJSON(s.Out), err)
	} else {
		err = errors.Join(report.WriteText(s.Out), err)
	}

	if o.html != "" {
		err = errors.Join(err, s.Write("--html", o.html, report.WriteHTML))
	}
	if o.output != "" {
		err = errors.Join(err, s.Write("--output", o.output, func(w io.Writer) error {
			return corpus.Write(w, withFound(known, report.Cases()))
		}))
	}

	if s.Context.Err() != nil {
		return command.Interrupted("what was found has been reported")
	}
	if err == nil && !report.OK() {
		s.Raise(command.StatusFound)
	}
	return err
}

// withFound returns known cases with those found behind them, each once. What was found stays in
// its order, since a program may fail in one case because of the case before it.
func withFound(known, found []corpus.Case) []corpus.Case {
	known = slices.DeleteFunc(known, func(k corpus.Case) bool {
		return slices.ContainsFunc(found, func(f corpus.Case) bool { return f.ID == k.ID })
	})
	return append(known, found...)
}

func fuzzedSets(names []string) ([]ruleset.Set, error) {
	if len(names) == 0 {
		names = ruleset.BuiltinNames()
	}
	return ruleSets(names)
}

// goldenSeeds returns the positions in the golden corpora of a rule set, or of the built-in one
// nearest to it, and the invalid input.
func goldenSeeds(set ruleset.Set) []corpus.Seed {
	base := set.Base()
	cases, err := corpus.Golden(corpus.Full, base.Name)
	if err != nil {
		return nil
	}
	seeds := make([]corpus.Seed, len(cases))
	for i := range cases {
		seeds[i] = cases[i].Seed()
	}
	for _, q := range corpus.InvalidInput(base) {
		seeds = append(seeds, corpus.Seed{FEN: q.FEN, Moves: q.Moves})
	}
	return seeds
}

// growing reads the cases of a file that is to be extended, none if it does not exist.
func growing(s *command.Session, file string) ([]corpus.Case, error) {
	if _, err := os.Stat(file); file == "" || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	cases, err := readCases(s, file)
	if err != nil {
		return nil, command.Unreadable(command.Unjoined(err)[0])
	}
	return cases, nil
}
