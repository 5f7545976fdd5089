// Package corpuscmd has the commands about golden corpora and other implementations.
package corpuscmd

import (
	"slices"
	"strings"
	"sync/atomic"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/corpus"
	"turncoat/internal/corpus/generate"
	"turncoat/internal/plural"
	"turncoat/rules/ruleset"
)

// Commands are the commands about golden corpora and other implementations.
var Commands = []command.Command{
	{Name: "corpus check", Run: corpusCheck},
	{Name: "corpus fuzz", Run: corpusFuzz},
	{Name: "corpus score", Run: corpusScore},
	{Name: "corpus generate", Run: corpusGenerate},
	{Name: "corpus diff", Run: corpusDiff},
	{Name: "corpus export", Run: corpusExport},
}

// loadCases reads corpus files, "-" being standard input. Without files it gives the committed corpora
// of the size and the rules that the call names. Faults are reported; the error says that there is nothing left
// to go on with.
func loadCases(s *command.Session, files []string) ([]corpus.Case, error) {
	var all []corpus.Case
	for _, file := range files {
		cases, err := readCases(s, file)
		for _, problem := range command.Unjoined(err) {
			s.Report(command.Unreadable(problem))
		}
		if err == nil && len(cases) == 0 {
			s.Report(command.Unusable("%s: no cases", file))
		}
		all = append(all, cases...)
	}
	wanted := builtinCase(s.StringSlice("rules"))
	if len(files) == 0 {
		size := corpus.Size(s.String("size"))
		var err error
		if all, err = corpus.Golden(size, wanted...); err != nil {
			return nil, command.Unusable("--rules: %w", err)
		}
		return all, nil
	}
	if len(wanted) > 0 {
		all = slices.DeleteFunc(all, func(k corpus.Case) bool { return !slices.Contains(wanted, k.Rules.Name) })
	}
	if len(all) == 0 && s.StatusSoFar() != command.StatusUnusable {
		return nil, command.Unusable("no cases of these rules in the files")
	}
	return all, nil
}

func readCases(s *command.Session, file string) ([]corpus.Case, error) {
	in, err := s.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if file == "-" {
		file = "standard input"
	}
	return corpus.Read(in, file)
}

// builtinCase writes the names of built-in rule sets as they are, in whatever case they were given.
func builtinCase(names []string) []string {
	names = slices.Clone(names)
	for i, name := range names {
		if lower := strings.ToLower(name); slices.Contains(ruleset.BuiltinNames(), lower) {
			names[i] = lower
		}
	}
	return names
}

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

func corpusExport(s *command.Session) error {
	form := s.String("to")
	out, err := s.Output(s.Args()...)
	if err != nil {
		return err
	}
	defer out.Discard()
	cases, err := loadCases(s, s.Args())
	if err != nil || len(cases) == 0 { // why there are none is said already
		return err
	}
	left, err := corpus.Export(out, cases, form)
	if err != nil {
		return err
	}
	if left > 0 {
		s.Say(plural.Count(left, "case") + " left out: a FEN cannot express their positions")
	}
	return out.Commit()
}

func corpusScore(s *command.Session) error {
	cases, err := loadCases(s, s.Args())
	if err != nil || len(cases) == 0 { // why there are none is said already
		return err
	}
	page, err := s.Optional("html")
	if err != nil {
		return err
	}
	defer page.Discard()
	scores, err := measure(s, cases, s.Int("search"))
	s.Draw("")
	stopped := err != nil && s.Context.Err() != nil
	if err != nil && !stopped {
		return err
	}
	for _, score := range scores {
		if score.Percent() < 100 {
			s.Raise(command.StatusFound)
		}
		if s.Bool("json") {
			err = s.JSON(score.JSON())
		} else {
			err = score.WriteText(s.Out, s.Bool("matrix"))
		}
		if err != nil {
			return err
		}
	}
	switch {
	case stopped && len(scores) == 0:
		return command.Interrupted("no rule set was finished")
	case stopped:
		return command.Interrupted("the scores of " + plural.Count(len(scores), "rule set") + " have been printed")
	}
	if err := corpus.WriteScoreHTML(page, scores); err != nil {
		return err
	}
	return page.Commit()
}

// measure measures the cases, and looks at so many positions for what they do not tell. When it is
// interrupted it returns the scores that were finished.
func measure(s *command.Session, cases []corpus.Case, search int) ([]*corpus.Score, error) {
	task := s.Line.Task("cases answered under every misreading", len(cases))
	var done atomic.Int64
	scores, err := corpus.Measure(s.Context, cases, func() { task.Set(int(done.Add(1)), "") })
	task.End()
	if err != nil || search == 0 {
		return scores, err
	}
	for i, score := range scores {
		if err := generate.SearchUntold(s.Context, score, search, 1, drawMaking(s)); err != nil {
			return scores[:i], err
		}
	}
	return scores, nil
}
