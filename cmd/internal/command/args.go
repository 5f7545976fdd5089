package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/internal/strict"
)

// flagsFirst moves the flags of a call, which is given without the name of the program, in front of
// its arguments: the library takes every word after the first argument for an argument. "--" ends
// the flags; "-" and negative numbers are arguments. "help turns" becomes "turns --help".
func flagsFirst(app *cli.App, words []string) []string {
	if len(words) > 0 && words[0] == "help" {
		words = append(slices.Clone(words[1:]), "--help")
	}

	path, known := []string{app.Name}, app.Flags
	for command := app.Command; len(words) > 0; words = words[1:] {
		c := command(words[0])
		if c == nil {
			break
		}
		path, known, command = append(path, c.Name), c.Flags, c.Command
	}

	var flags, arguments []string
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		if word == "--" {
			arguments = append(arguments, words...)
			break
		}
		if !isFlag(word) {
			arguments = append(arguments, word)
			continue
		}

		flags = append(flags, word)
		if !needsValue(known, word) {
			continue
		}
		if len(words) == 0 {
			return append(path, flags...) // the library says what is missing
		}
		flags = append(flags, words[0])
		words = words[1:]
	}

	if slices.Contains(flags, "--help") || slices.Contains(flags, "-h") {
		return append(path, "--help") // with arguments, the library would look for their help
	}
	return slices.Concat(path, flags, []string{"--"}, arguments)
}

// isFlag reports whether a word is a flag. A negative number is an argument.
func isFlag(word string) bool {
	return len(word) > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9')
}

// needsValue reports whether the value of a flag is the next word.
func needsValue(known []cli.Flag, word string) bool {
	flag := findFlag(known, strings.TrimLeft(word, "-"))
	if generic, ok := flag.(*cli.GenericFlag); ok {
		_, optional := generic.Value.(*optionalValue)
		return !optional
	}

	f, ok := flag.(cli.DocGenerationFlag)
	return ok && f.TakesValue()
}

// badFlag rephrases the library's error about a flag of a command.
func (s *Session) badFlag(c *cli.Context, err error, _ bool) error {
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		return s.UsageError("%w", s.unknownFlag(c.Command, name))
	}
	if name, ok := strings.CutPrefix(text, "flag needs an argument: -"); ok {
		return s.UsageError("%s needs a value", dashed(name))
	}

	value, rest, ok := strings.Cut(text, " for flag -")
	if !ok { // the message for a boolean flag
		value, rest, ok = strings.Cut(text, " for -")
	}
	name, reason, _ := strings.Cut(rest, ": ")
	flag := findFlag(c.Command.Flags, name)
	if !ok || flag == nil {
		return s.UsageError("%w", err)
	}
	if reason == "parse error" {
		reason = "want " + wanted(flag)
	}
	value = strings.Replace(value, "boolean ", "", 1)
	return s.UsageError("%s for %s: %s", value, dashed(name), reason)
}

// wanted describes the values of a flag.
func wanted(flag cli.Flag) string {
	switch flag.(type) {
	case *cli.BoolFlag:
		return "true or false"
	case *cli.DurationFlag:
		return "a time such as 30s or 2h"
	}

	return "a number"
}

// unknownFlag returns the error for a flag that a command does not have.
func (s *Session) unknownFlag(c *cli.Command, name string) error {
	if instead := insteadOfFlag(s.name, name); instead != "" {
		return fmt.Errorf("%s is gone: %s", dashed(name), instead)
	}
	if c.Subcommands != nil {
		return fmt.Errorf("unknown flag %s (flags come after the command)", dashed(name))
	}

	var names []string
	for _, f := range c.Flags {
		names = append(names, f.Names()...)
	}
	hint := strings.Replace(strict.Suggest(name, names), `"`, `"--`, 1)
	return fmt.Errorf("unknown flag %s%s", dashed(name), hint)
}

// missingCommand returns the error for a call of a group, or of the program, that names none of its
// commands.
func (s *Session) missingCommand(group []*cli.Command, words []string) error {
	if len(words) == 0 {
		return Unusable("missing command: want one of %s", strings.Join(namesOf(group), ", "))
	}
	if instead := insteadOfCommand(append(strings.Fields(s.name)[1:], words...)); instead != nil {
		return s.UsageError("%w", instead)
	}

	word := words[0]
	var elsewhere []string
	for _, c := range group {
		if slices.Contains(namesOf(c.Subcommands), word) {
			elsewhere = append(elsewhere, fmt.Sprintf("%q", c.Name+" "+word))
		}
	}
	hint := strict.Suggest(word, namesOf(group))
	if len(elsewhere) > 0 {
		hint = fmt.Sprintf(" (did you mean %s?)", strings.Join(elsewhere, " or "))
	}
	return s.UsageError("unknown command %q%s", word, hint)
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
