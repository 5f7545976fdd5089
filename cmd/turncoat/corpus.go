package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/corpus"
	"turncoat/corpus/golden"
	"turncoat/rules/ruleset"
)

func corpusCommand(s *session) *cli.Command {
	return helped(&cli.Command{
		Name: "corpus", Usage: "make golden corpora, measure them, check other implementations against them",
		Description: `A golden corpus is a list of positions with every turn that is legal in them, chosen so that each
plausible misreading of the rules answers some of them differently. "check" asks another
implementation all of them and says which rule it misread. The committed corpora are part of this
program; their README tells how to use them from another language.`,
		Subcommands: []*cli.Command{corpusCheckCommand(s), corpusScoreCommand(s), corpusGenerateCommand(s),
			corpusDiffCommand(s), corpusExportCommand(s)},
	}, `
$ turncoat corpus check --cmd 'turncoat answer' --rules chess --size smoke
chess: 53 of 53 cases right
`)
}

// sizeFlag is the flag that names a size of corpora.
func sizeFlag(more string) cli.Flag {
	return &cli.StringFlag{Name: "size", Usage: "the `SIZE` of the corpora: " + sizes() + more, Value: string(corpus.Standard)}
}

func sizes() string { return strings.Join(texts(corpus.Sizes()), ", ") }

// size returns the size that a call names.
func size(c *cli.Context) (corpus.Size, error) {
	size := corpus.Size(c.String("size"))
	if !slices.Contains(corpus.Sizes(), size) {
		return size, badCall(c.Command.HelpName, fmt.Errorf("--size is one of %s, not %q", sizes(), size))
	}
	return size, nil
}

// cases reads corpus files, "-" being standard input. Without files it gives the committed corpora
// of the size and the rules that the call names. Faults are reported; the error says that there is nothing left
// to go on with.
func (s *session) cases(c *cli.Context, files []string) ([]corpus.Case, error) {
	var all []corpus.Case
	for _, file := range files {
		cases, err := s.readCases(file)
		for _, problem := range unjoined(err) {
			s.report(unreadable(problem))
		}
		if err == nil && len(cases) == 0 {
			s.report(unusable("%s: there is no case in it", file))
		}
		all = append(all, cases...)
	}
	wanted := builtinCase(c.StringSlice("rules"))
	if len(files) == 0 {
		size, err := size(c)
		if err != nil {
			return nil, err
		}
		if all, err = golden.Cases(size, wanted...); err != nil {
			return nil, unusable("--rules: %w", err)
		}
		return all, nil
	}
	if len(wanted) > 0 {
		all = slices.DeleteFunc(all, func(k corpus.Case) bool { return !slices.Contains(wanted, k.Rules.Name) })
	}
	if len(all) == 0 && s.statusSoFar() != statusUnusable {
		return nil, unusable("there is no case of the rules wanted in the files")
	}
	return all, nil
}

func (s *session) readCases(file string) ([]corpus.Case, error) {
	in, err := s.open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if file == "-" {
		file = "standard input"
	}
	return corpus.Read(in, file)
}

func (s *session) statusSoFar() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.status
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

// rulesFilter is the flag that chooses among rule sets.
func rulesFilter() cli.Flag {
	return &cli.StringSliceFlag{Name: "rules", Usage: "only the cases of this rule `SET`; may be repeated"}
}
