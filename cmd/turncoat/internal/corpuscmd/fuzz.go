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

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/corpus"
	"turncoat/corpus/check"
	"turncoat/corpus/fuzz"
	"turncoat/corpus/golden"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

func corpusFuzzCommand(s *command.Session) *cli.Command {
	return &cli.Command{
		Name: "fuzz", Usage: "search another implementation for differences, and show the smallest",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "cmd", Usage: "`PROGRAM` and its arguments, quoted"},
			&cli.StringSliceFlag{Name: "rules", Usage: "only this rule `SET`, a built-in name or a YAML file; may be repeated"},
			&cli.DurationFlag{Name: "time", Usage: fmt.Sprintf("how long to search: a `TIME` such as 60s; at least %d positions a rule set", fuzz.LeastCount), Value: time.Minute},
			&cli.IntFlag{Name: "count", Usage: "make `N` positions of each rule set, however long it takes"},
			&cli.Uint64Flag{Name: "seed", Usage: "random `SEED`", Value: 1},
			&cli.IntFlag{Name: "max", Usage: "end a rule set after `N` kinds of difference", Value: 5},
			&cli.DurationFlag{Name: "timeout", Usage: "how long each answer may take: a `TIME` such as 10s", Value: 10 * time.Second},
			&cli.BoolFlag{Name: "no-corpora", Usage: "leave the positions of the corpora out"},
			&cli.StringFlag{Name: "html", Usage: "write the report to `FILE` as a page"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "add what differs to `FILE`, as cases for \"corpus check\""},
			command.JSONFlag(),
		},
		Action: func(c *cli.Context) error { return corpusFuzz(s, c) },
	}
}

func corpusFuzz(s *command.Session, c *cli.Context) error {
	program, err := underTest(c)
	if err != nil {
		return err
	}
	o := fuzz.Options{Count: c.Int("count"), Time: c.Duration("time"), Seed: c.Uint64("seed"), Max: c.Int("max")}
	if o.Rules, err = fuzzedSets(c); err != nil {
		return err
	}
	if !c.Bool("no-corpora") {
		o.First = goldenSeeds
	}
	known, err := growing(s, c.String("output"))
	if err != nil {
		return err
	}
	task := s.Line.Task("positions", 0)
	o.Progress = func(p fuzz.Progress) { task.Set(p.Positions, fmt.Sprintf("%s, %d found", p.Rules, p.Found)) }
	report, err := fuzz.Run(s.Context, program, o)
	task.End()
	if errors.Is(err, check.ErrProgram) {
		return command.Unusable("--cmd: %w", err)
	}
	if c.Bool("json") {
		err = errors.Join(report.WriteJSON(s.Out), err)
	} else {
		err = errors.Join(report.WriteText(s.Out), err)
	}
	if file := c.String("html"); file != "" {
		err = errors.Join(err, s.Write("--html", file, report.WriteHTML))
	}
	if file := c.String("output"); file != "" {
		err = errors.Join(err, s.Write("--output", file, func(w io.Writer) error {
			for _, k := range report.Cases() {
				if !slices.ContainsFunc(known, func(o corpus.Case) bool { return o.ID == k.ID }) {
					known = append(known, k)
				}
			}
			return corpus.Write(w, known)
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

// fuzzedSets returns the rule sets that a call names, or all that are built in.
func fuzzedSets(c *cli.Context) ([]ruleset.Set, error) {
	names := c.StringSlice("rules")
	if len(names) == 0 {
		names = ruleset.BuiltinNames()
	}
	var sets []ruleset.Set
	for _, name := range names {
		v, err := rules.Load(name)
		if err != nil {
			return nil, command.Unusable("--rules: %w", err)
		}
		sets = append(sets, v.Set())
	}
	return sets, nil
}

// goldenSeeds returns the positions of the committed corpora of a rule set; none where it is not built in.
func goldenSeeds(set ruleset.Set) []corpus.Seed {
	cases, err := golden.Cases(corpus.Full, set.Name)
	if err != nil {
		return nil
	}
	seeds := make([]corpus.Seed, len(cases))
	for i := range cases {
		seeds[i] = corpus.Seed{FEN: cases[i].FEN, Moves: cases[i].Moves}
	}
	return seeds
}

// growing reads the cases of a file that is to grow; none where it is not there yet.
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
