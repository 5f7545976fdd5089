// Package corpuscmd has the commands about golden corpora and other implementations.
package corpuscmd

import (
	"slices"
	"strings"
	"sync/atomic"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/corpus"
	"turncoat/internal/corpus/generate"
	"turncoat/internal/plural"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// A selection is the cases that a command is about.
type selection struct {
	rules []string
	size  string
}

// flags returns the flags that make the selection.
func (c *selection) flags() []cli.Flag {
	c.size = string(corpus.Standard)
	return []cli.Flag{
		command.ListFlag(&c.rules, "rules", "only the cases of this rule `SET` (may be repeated)"),
		command.ChoiceFlag(&c.size, "size", "`SIZE` of the built-in corpora", "smoke", "standard",
			"full"),
	}
}

// load reads corpus files, where "-" is standard input. Without files it returns the built-in
// corpora of the selected size and rules. Faults are reported; it returns an error if there is
// nothing left to do.
func (c *selection) load(s *command.Session, files []string) ([]corpus.Case, error) {
	wanted := builtinCase(c.rules)
	sets, err := ruleSets(c.rules)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return builtinCases(corpus.Size(c.size), sets)
	}

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

	if len(wanted) > 0 {
		all = slices.DeleteFunc(all, func(k corpus.Case) bool {
			return !slices.Contains(wanted, k.Rules.Name) && !slices.Contains(sets, k.Rules)
		})
	}

	if len(all) == 0 && s.StatusSoFar() != command.StatusUnusable {
		return nil, command.Unusable("no cases of these rules in the files")
	}
	return all, nil
}

// builtinCases returns the built-in cases of some rule sets, all where none is named.
func builtinCases(size corpus.Size, sets []ruleset.Set) ([]corpus.Case, error) {
	if len(sets) == 0 {
		return corpus.Golden(size)
	}
	var all []corpus.Case
	for _, set := range sets {
		cases, err := corpus.GoldenOf(set, size)
		if err != nil {
			return nil, command.Unusable("--rules: %w", err)
		}
		all = append(all, cases...)
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

// ruleSets returns the rule sets of built-in names and YAML files.
func ruleSets(names []string) ([]ruleset.Set, error) {
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

// builtinCase converts the names of built-in rule sets to lower case.
func builtinCase(names []string) []string {
	names = slices.Clone(names)
	for i, name := range names {
		lower := strings.ToLower(name)
		if slices.Contains(ruleset.BuiltinNames(), lower) {
			names[i] = lower
		}
	}

	return names
}

// Diff returns the command that compares two corpora.
func Diff(s *command.Session) *cli.Command {
	return &cli.Command{
		Name:      "diff",
		Usage:     "print the differences between two corpora",
		ArgsUsage: "OLD NEW",
		Flags: []cli.Flag{
			s.JSONFlag(),
		},
		Action: func(*cli.Context) error { return corpusDiff(s) },
	}
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
	if s.AsJSON {
		return s.JSON(delta)
	}
	return delta.WriteText(s.Out)
}

type exportOptions struct {
	cases  selection
	to     string
	output string
}

// Export returns the command that writes cases for unit tests.
func Export(s *command.Session) *cli.Command {
	o := exportOptions{to: "json"}
	return &cli.Command{
		Name:      "export",
		Usage:     "write cases as slim test vectors for unit tests in any language",
		ArgsUsage: "[FILE…]",
		Flags: append(o.cases.flags(),
			command.ChoiceFlag(&o.to, "to", "`FORM` of the cases", "json", "yaml", "epd"),
			command.OutputFlag(&o.output),
		),
		Action: command.Action(s, &o, corpusExport),
	}
}

func corpusExport(s *command.Session, o *exportOptions) error {
	out, err := s.Create("--output", o.output, s.Args()...)
	if err != nil {
		return err
	}
	defer out.Discard()
	cases, err := o.cases.load(s, s.Args())
	if err != nil || len(cases) == 0 { // why there are none is said already
		return err
	}
	left, err := corpus.Export(out, cases, o.to)
	if err != nil {
		return err
	}
	if left > 0 {
		s.Say(plural.Count(left, "case") + " left out: a FEN cannot express their positions")
	}
	return out.Commit()
}

type scoreOptions struct {
	cases  selection
	search int
	matrix bool
	html   string
}

// Score returns the command that measures corpora.
func Score(s *command.Session) *cli.Command {
	var o scoreOptions
	return &cli.Command{
		Name:      "score",
		Usage:     "measure which misreadings of the rules a corpus tells apart",
		ArgsUsage: "[FILE…]",
		Flags: append(o.cases.flags(),
			&cli.IntFlag{
				Name:  "search",
				Usage: "search `N` positions for undetected misreadings",
				Value: 500, Destination: &o.search,
			},
			&cli.BoolFlag{
				Name:        "matrix",
				Usage:       "print how many cases detect each misreading",
				Destination: &o.matrix,
			},
			&cli.StringFlag{
				Name:        "html",
				Usage:       "write the matrix of misreadings against cases to `FILE` as a page",
				Destination: &o.html,
			},
			s.JSONFlag(),
		),
		Action: command.Action(s, &o, corpusScore),
	}
}

func corpusScore(s *command.Session, o *scoreOptions) error {
	cases, err := o.cases.load(s, s.Args())
	if err != nil || len(cases) == 0 { // why there are none is said already
		return err
	}
	page, err := s.Optional("--html", o.html)
	if err != nil {
		return err
	}
	defer page.Discard()
	scores, err := measure(s, cases, o.search)
	s.Draw("")
	stopped := err != nil && s.Context.Err() != nil
	if err != nil && !stopped {
		return err
	}
	for _, score := range scores {
		if score.Percent() < 100 {
			s.Raise(command.StatusFound)
		}
		if s.AsJSON {
			err = s.JSON(score.JSON())
		} else {
			err = score.WriteText(s.Out, o.matrix)
		}

		if err != nil {
			return err
		}
	}

	switch {
	case stopped && len(scores) == 0:
		return command.Interrupted("no rule set was finished")
	case stopped:
		return command.Interrupted(
			"the scores of " + plural.Count(len(scores), "rule set") + " have been printed",
		)
	}

	if err := corpus.WriteScoreHTML(page, scores); err != nil {
		return err
	}
	return page.Commit()
}

// measure measures the cases, and searches some positions for misreadings that they do not detect.
// If it is interrupted, it returns the scores that were finished.
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
