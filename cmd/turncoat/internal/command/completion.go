package command

import (
	"embed"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/internal/puzzle/analysis"
	"turncoat/rules/ruleset"
)

//go:embed completion
var scripts embed.FS

var shells = []string{"bash", "zsh", "fish", "powershell"}

// Completion returns the command that prints the completion script of a shell.
func Completion(s *Session) *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print the completion script of a shell",
		ArgsUsage: "SHELL",
		Action: func(c *cli.Context) error {
			shell := c.Args().First()
			script, err := scripts.ReadFile("completion/turncoat." + shell)
			if err != nil {
				return s.UsageError(
					"no script for %q; want one of %s",
					shell,
					strings.Join(shells, ", "),
				)
			}

			s.Printf("%s", script)
			return nil
		},
	}
}

// completionFlag is the last word of a call with which a shell asks for completions.
const completionFlag = "--generate-bash-completion"

// complete prints the possible completions, one on each line, given the words so far. A last word
// that starts with "-" is being completed. After any other word the next one is completed, and the
// shell matches the completions with what has been typed of it. An empty last word also asks for
// the next word; "=next" means the same for shells that cannot pass an empty word.
func (s *Session) complete(c *cli.Context) {
	last, before := "", ""
	if n := len(s.words); n > 0 {
		last = s.words[n-1]
	}
	starts := last == "" || last == "=next"
	if n := len(s.words); starts && n > 1 {
		before = s.words[n-2]
	}

	var words []string
	switch flag := findFlag(c.Command.Flags, strings.TrimLeft(before, "-")); {
	case isFlag(last):
		words = flagsLike(c.Command.Flags, last)
	case isFlag(before) && takesValue(flag):
		words = valuesOf(flag)
	case c.Command.Subcommands != nil:
		words = namesOf(c.Command.Subcommands)
	default:
		words = argumentsLike(c.Command.ArgsUsage)
	}

	for _, word := range words {
		s.Printf("%s\n", word)
	}
}

// argumentsLike returns completions for the first argument of a command, judging by its usage.
func argumentsLike(usage string) []string {
	switch {
	case strings.Contains(usage, "FEN"):
		return []string{"start", "startpos"}
	case strings.Contains(usage, "NAME"):
		return ruleset.BuiltinNames()
	case strings.Contains(usage, "SHELL"):
		return shells
	}

	return nil
}

// flagsLike returns the flags that begin with what has been typed.
func flagsLike(known []cli.Flag, written string) []string {
	var names []string
	for _, f := range known {
		for _, name := range f.Names() {
			if strings.HasPrefix(dashed(name), written) {
				names = append(names, dashed(name))
			}
		}
	}

	slices.Sort(names)
	return names
}

// valuesOf returns completions for the value of a flag. There are none for a file or another free
// value; the shell then offers files.
func valuesOf(flag cli.Flag) []string {
	switch flag.Names()[0] {
	case "rules":
		return ruleset.BuiltinNames()
	case "set":
		return settingValues()
	case "theme", "not-theme":
		return themes()
	case "key-piece":
		return []string{"K", "Q", "R", "B", "N", "P"}
	}

	if generic, ok := flag.(*cli.GenericFlag); ok {
		if choice, ok := generic.Value.(*choiceValue); ok {
			return choice.words
		}
	}

	return nil
}

func themes() []string {
	var names []string
	for _, theme := range analysis.Themes() {
		names = append(names, theme.Name)
	}
	return names
}

// settingValues returns every KEY=VALUE that changes a rule set.
func settingValues() []string {
	var all []string
	for _, setting := range ruleset.Settings() {
		for _, choice := range setting.Choices {
			all = append(all, setting.Name+"="+choice.Name)
		}
	}

	return all
}
