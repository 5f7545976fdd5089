package main

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/rules/ruleset"
)

// completionFlag is the last word of a call by which a shell asks for completions.
const completionFlag = "--generate-bash-completion"

// flagValues gives the words that a flag's value can be, by the name of the flag. A flag that takes
// a file, or any other free value, is not here; the shell then offers files.
var flagValues = map[string][]string{
	"rules":   ruleset.BuiltinNames(),
	"reclaim": {"all", "full"},
	"colour":  {"auto", "always", "never"},
}

// complete prints what can stand next, one word a line, given the words so far. The last of them
// is the one being written if it starts with "-"; other beginnings are left to the shell to match.
func (s *session) complete(app *cli.App, words []string) error {
	level := &cli.Command{Flags: app.Flags, Subcommands: app.Commands}
	for i, word := range words {
		if sub := level.Command(word); sub != nil {
			level = sub
		}
		if last := i == len(words)-1; last && isFlag(level, word) {
			if name, takesValue, err := findFlag(level, word); err == nil && takesValue {
				return s.words(flagValues[name])
			}
			return s.flags(level, word)
		}
	}
	if len(level.Subcommands) > 0 {
		return s.words(commandNames(level.Subcommands))
	}
	if strings.Contains(level.ArgsUsage, "FEN") {
		return s.words([]string{"start"})
	}
	if strings.Contains(level.ArgsUsage, "NAME") {
		return s.words(ruleset.BuiltinNames())
	}
	return nil
}

// flags prints the flags of a command that begin as the word does.
func (s *session) flags(command *cli.Command, word string) error {
	var names []string
	for _, f := range command.VisibleFlags() {
		for _, name := range f.Names() {
			dashes := "--"
			if len(name) == 1 {
				dashes = "-"
			}
			if strings.HasPrefix(dashes+name, word) {
				names = append(names, dashes+name)
			}
		}
	}
	slices.Sort(names)
	return s.words(names)
}

func (s *session) words(words []string) error {
	for _, w := range words {
		s.printf("%s\n", w)
	}
	return nil
}
