package corpuscmd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/corpus"
	"turncoat/internal/corpus/check"
	"turncoat/internal/corpus/fuzz"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

func corpusFuzz(s *command.Session) error {
	program, err := underTest(s)
	if err != nil {
		return err
	}
	o := fuzz.Options{Count: s.Int("count"), Time: s.Duration("time"), Seed: s.Uint64("seed"), Max: s.Int("max")}
	if o.Rules, err = fuzzedSets(s); err != nil {
		return err
	}
	if !s.Bool("no-corpora") {
		o.First = goldenSeeds
	}
	known, err := growing(s, s.String("output"))
	if err != nil {
		return err
	}
	command.CollectGarbageLater()
	task := s.Line.Task("positions", 0)
	o.Progress = func(p fuzz.Progress) { task.Set(p.Positions, fmt.Sprintf("%s, %d found", p.Rules, p.Found)) }
	report, err := fuzz.Run(s.Context, program, o)
	task.End()
	if errors.Is(err, check.ErrProgram) {
		return command.Unusable("--cmd: %w", err)
	}
	if s.Bool("json") {
		err = errors.Join(report.WriteJSON(s.Out), err)
	} else {
		err = errors.Join(report.WriteText(s.Out), err)
	}
	if file := s.String("html"); file != "" {
		err = errors.Join(err, s.Write("--html", file, report.WriteHTML))
	}
	if file := s.String("output"); file != "" {
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

func fuzzedSets(s *command.Session) ([]ruleset.Set, error) {
	names := s.StringSlice("rules")
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
	cases, err := corpus.Golden(corpus.Full, set.Name)
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
