package command

import (
	"embed"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/rules/ruleset"
)

// completionFlag is the last word of a call by which a shell asks for completions.
const completionFlag = "--generate-bash-completion"

// complete prints what can stand next, one word a line, given the words so far. A last word that
// starts with "-" is being written, or has just been; after any other last word the next is asked for,
// and the shell matches it with what is written of it. A last word that is empty says so outright, or is
// "=next" where a shell cannot hand on an empty one.
func (s *Session) complete(app *cli.App, words []string) error {
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "=" }) // as bash splits --rules=
	next := len(words) > 0 && (words[len(words)-1] == "" || words[len(words)-1] == "=next")
	if next {
		words = words[:len(words)-1]
	}
	level := &cli.Command{Flags: app.Flags, Subcommands: app.Commands}
	for i, word := range words {
		if sub := level.Command(word); sub != nil {
			level = sub
			continue
		}
		if i < len(words)-1 || !isFlag(word) {
			continue
		}
		name, takesValue, err := findFlag(level, word)
		takesValue = takesValue && err == nil
		if !next {
			s.flags(level, word)
		}
		if takesValue {
			s.words(valuesOf(level, name))
		}
		if takesValue || !next {
			return nil
		}
	}
	switch {
	case len(level.Subcommands) > 0:
		s.words(commandNames(level.Subcommands))
	case strings.Contains(level.ArgsUsage, "FEN"):
		s.words([]string{"start", "startpos"})
	case strings.Contains(level.ArgsUsage, "NAME"):
		s.words(ruleset.BuiltinNames())
	case strings.Contains(level.ArgsUsage, "SHELL"):
		s.words(shellNames)
	}
	return nil
}

// flags prints the flags of a command that begin as the word does.
func (s *Session) flags(command *cli.Command, word string) {
	var names []string
	for _, f := range command.VisibleFlags() {
		for _, name := range f.Names() {
			if strings.HasPrefix(dashed(name), word) {
				names = append(names, dashed(name))
			}
		}
	}
	slices.Sort(names)
	s.words(names)
}

func (s *Session) words(words []string) {
	for _, w := range words {
		s.Printf("%s\n", w)
	}
}

//go:embed completion
var scripts embed.FS

var shellNames = []string{"bash", "zsh", "fish", "powershell"}

// CompletionCommand returns the command for completion in shells.
func CompletionCommand(s *Session) *cli.Command {
	return &cli.Command{
		Name: "completion", Usage: "print the completion script of a shell", ArgsUsage: "SHELL",
		Action: func(c *cli.Context) error {
			shell := c.Args().First()
			if !slices.Contains(shellNames, shell) {
				return UsageError(c, "no script for %q; want one of %s", shell,
					strings.Join(shellNames, ", "))
			}
			script, err := scripts.ReadFile("completion/turncoat." + shell)
			if err != nil {
				return err
			}
			_, err = s.Out.Write(script)
			return err
		},
	}
}
