package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/internal/strict"
)

// arrange puts the words of a call, without the name of the program, into the order that the
// library needs: the command, its flags, its arguments. (The library treats everything after the
// first argument as an argument.) Each flag is joined with its value and written with its first
// name. "--" ends the flags; "-" and negative numbers are arguments. An unknown command or flag,
// and a flag without a value, are errors.
func (s *Session) arrange(app *cli.App, words []string) ([]string, error) {
	if len(words) > 0 && words[0] == "help" { // "help turns" is "turns --help"
		words = append(slices.Clone(words[1:]), "--help")
	}

	path, below, flags := []string{programName}, app.Commands, app.Flags
	for len(words) > 0 {
		c := findCommand(below, words[0])
		if c == nil {
			break
		}
		path, below, flags = append(path, c.Name), c.Subcommands, c.Flags
		words = words[1:]
	}

	s.name = strings.Join(path, " ")
	if below != nil && len(words) > 0 && !isFlag(words[0]) {
		hint := suggestCommand(app.Commands, below, words[0])
		return nil, s.UsageError("unknown command %q%s", words[0], hint)
	}

	given, arguments, err := s.divide(flags, words)
	switch {
	case err != nil && below != nil:
		return nil, s.UsageError("%w (flags come after the command)", err)
	case err != nil:
		return nil, s.UsageError("%w", err)
	case slices.Contains(given, "--help"):
		return append(path, "--help"), nil
	case below != nil:
		return append(path, given...), nil
	}

	return slices.Concat(path, given, []string{"--"}, arguments), nil
}

func findCommand(commands []*cli.Command, name string) *cli.Command {
	for _, c := range commands {
		if c.Name == name {
			return c
		}
	}

	return nil
}

// suggestCommand suggests another command: one with a similar name, or one in a group.
func suggestCommand(all, below []*cli.Command, word string) string {
	var within []string
	for _, group := range all {
		if findCommand(group.Subcommands, word) != nil {
			within = append(within, fmt.Sprintf("%q", group.Name+" "+word))
		}
	}

	if len(within) > 0 && len(all) == len(below) {
		return fmt.Sprintf(" (did you mean %s?)", strings.Join(within, " or "))
	}
	return strict.Suggest(word, namesOf(below))
}

// divide separates the flags of a call, each joined with its value, from the arguments.
func (s *Session) divide(known []cli.Flag, words []string) (flags, arguments []string, err error) {
	for i := 0; i < len(words); i++ {
		word := words[i]
		switch {
		case word == "--":
			return flags, append(arguments, words[i+1:]...), nil
		case !isFlag(word):
			arguments = append(arguments, word)
			continue
		}

		name, value, hasValue := strings.Cut(strings.TrimLeft(word, "-"), "=")
		flag := findFlag(known, name)
		if short := word[1:2]; flag == nil && word[1] != '-' &&
			takesValue(findFlag(known, short)) { // -j4
			flag, value, hasValue = findFlag(known, short), word[2:], true
		}

		if flag == nil {
			return nil, nil, unknownFlag(known, name, word)
		}

		if !hasValue && takesValue(flag) {
			i++
			if i == len(words) {
				return nil, nil, fmt.Errorf("%s needs a value", dashed(name))
			}
			value, hasValue = words[i], true
		}

		word = "--" + flag.Names()[0]
		if hasValue {
			word += "=" + value
		}
		flags = append(flags, word)
	}

	return flags, arguments, nil
}

// isFlag reports whether a word is a flag. A negative number is an argument.
func isFlag(word string) bool {
	return len(word) > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9')
}

// takesValue reports whether a flag, which may be nil, is followed by a value.
func takesValue(flag cli.Flag) bool {
	if generic, ok := flag.(*cli.GenericFlag); ok {
		_, optional := generic.Value.(*optionalValue)
		return !optional
	}

	f, ok := flag.(cli.DocGenerationFlag)
	return ok && f.TakesValue()
}

func unknownFlag(known []cli.Flag, name, word string) error {
	var names []string
	for _, f := range known {
		names = append(names, f.Names()...)
	}
	shown, _, _ := strings.Cut(word, "=")
	hint := strings.Replace(strict.Suggest(name, names), `"`, `"--`, 1)
	return fmt.Errorf("unknown flag %s%s", shown, hint)
}

// countArguments checks the number of arguments against the usage: a word in brackets is optional,
// and "…" means any number. There are no arguments if a flag names the inputs.
func (s *Session) countArguments() error {
	args, usage := s.Args(), s.call.Command.ArgsUsage
	words := strings.Fields(usage)
	least, most := 0, len(words)
	for _, word := range words {
		if word[0] != '[' && word != "…" {
			least++
		}
	}

	switch {
	case s.inputsNamed():
		least, most = 0, 0
	case strings.Contains(usage, "…"):
		most = len(args)
	}

	switch {
	case len(args) < least:
		return s.UsageError("missing argument: want %s", usage)
	case most == 0 && len(args) > 0:
		return s.UsageError("unexpected argument %q", args[0])
	case len(args) > most:
		hint := ""
		if strings.Contains(usage, "FEN") && strings.Count(args[0]+args[most], "/") >= 7 {
			hint = " (a FEN must be quoted)"
		}
		return s.UsageError("unexpected argument %q: want %s%s", args[most], usage, hint)
	}

	return nil
}

// inputsNamed reports whether a flag names the inputs instead of the arguments.
func (s *Session) inputsNamed() bool {
	return slices.ContainsFunc(s.call.Command.Flags, func(flag cli.Flag) bool {
		generic, ok := flag.(*cli.GenericFlag)
		if !ok {
			return false
		}
		inputs, ok := generic.Value.(*inputsValue)
		return ok && *inputs != ""
	})
}
