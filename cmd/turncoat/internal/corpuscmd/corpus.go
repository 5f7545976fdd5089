// Package corpuscmd has the commands about golden corpora and other implementations.
package corpuscmd

import (
	"slices"
	"strings"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/corpus"
	"turncoat/corpus/golden"
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
		if all, err = golden.Cases(size, wanted...); err != nil {
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
