package command

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// order puts the words of a call into the order that urfave/cli wants: commands, then flags, then
// "--", then arguments. (By itself it stops reading flags at the first argument.) Flags may stand
// before or after the arguments; "--" ends them; "-" and numbers below zero are arguments. The error says what
// cannot be used: an unknown command or flag, a flag without its value.
func order(app *cli.App, words []string) ([]string, error) {
	ordered := []string{app.Name}
	level := &cli.Command{HelpName: app.Name, Flags: app.Flags, Subcommands: app.Commands}
	rest := words[min(1, len(words)):]
	if len(rest) > 0 && rest[0] == "help" { // "help turns" is "turns --help"
		rest = append(slices.Clone(rest[1:]), "--help")
	}
	for len(level.Subcommands) > 0 {
		if len(rest) == 0 {
			return ordered, nil
		}
		word := rest[0]
		rest = rest[1:]
		if isFlag(word) {
			if _, _, err := findFlag(level, word); err != nil {
				return nil, err
			}
			ordered = append(ordered, word)
			continue
		}
		i := slices.IndexFunc(level.Subcommands, func(c *cli.Command) bool { return c.HasName(word) })
		if i < 0 {
			return nil, BadCall(level.HelpName, fmt.Errorf("unknown command %q%s", word, suggestCommand(level, word)))
		}
		sub := *level.Subcommands[i]
		sub.HelpName = level.HelpName + " " + sub.Name
		level, ordered = &sub, append(ordered, sub.Name)
	}
	flags, arguments, err := divide(level, rest)
	if err != nil {
		return nil, err
	}
	if slices.Contains(flags, "--help") || slices.Contains(flags, "-h") {
		return append(ordered, "--help"), nil // urfave/cli would take an argument for a topic
	}
	ordered = append(append(ordered, flags...), "--")
	return append(ordered, arguments...), nil
}

// suggestCommand asks whether another command was meant: one that the word almost names, or that has it as a
// subcommand.
func suggestCommand(level *cli.Command, word string) string {
	var within []string
	for _, c := range level.Subcommands {
		if slices.Contains(commandNames(c.Subcommands), word) {
			within = append(within, fmt.Sprintf("%q", c.Name+" "+word))
		}
	}
	if len(within) > 0 {
		return fmt.Sprintf(" (did you mean %s?)", strings.Join(within, " or "))
	}
	return ruleset.Suggest(word, commandNames(level.Subcommands))
}

// divide parts the flags, each with its value as one word, from the arguments.
func divide(command *cli.Command, words []string) (flags, arguments []string, err error) {
	for i := 0; i < len(words); i++ {
		word := words[i]
		if word == "--" {
			return flags, append(arguments, words[i+1:]...), nil
		}
		if !isFlag(word) {
			arguments = append(arguments, word)
			continue
		}
		name, takesValue, err := findFlag(command, word)
		if err != nil {
			return nil, nil, err
		}
		if short := "-" + name; takesValue && len(name) == 1 && len(word) > 2 && strings.HasPrefix(word, short) &&
			word[2] != '=' {
			word = short + "=" + word[2:] // -j4
		} else if takesValue && !strings.Contains(word, "=") {
			if i++; i == len(words) {
				return nil, nil, BadCall(command.HelpName, fmt.Errorf("%s needs a value", dashed(name)))
			}
			word = dashed(name) + "=" + words[i]
		}
		flags = append(flags, word)
	}
	return flags, arguments, nil
}

// isFlag reports whether a word is written as a flag. A number below zero is an argument.
func isFlag(word string) bool {
	return len(word) > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9')
}

// findFlag finds the flag that a word such as "--rules", "-o", "--rules=chess" or "-j4" names, and
// gives the name that the word uses.
func findFlag(command *cli.Command, word string) (name string, takesValue bool, err error) {
	name, _, _ = strings.Cut(strings.TrimPrefix(word[1:], "-"), "=")
	var names []string
	for _, f := range command.Flags {
		if slices.Contains(f.Names(), name) {
			doc, ok := f.(cli.DocGenerationFlag)
			return name, ok && doc.TakesValue(), nil
		}
		names = append(names, f.Names()...)
	}
	if word[1] != '-' && len(name) > 1 {
		if short, takesValue, err := findFlag(command, word[:2]); err == nil && takesValue {
			return short, true, nil
		}
	}
	hint := ""
	if close := ruleset.Suggest(name, names); close != "" {
		hint = strings.Replace(close, `"`, `"--`, 1)
	} else if len(command.Subcommands) > 0 {
		hint = " (flags come after the command)"
	}
	shown, _, _ := strings.Cut(word, "=")
	return "", false, BadCall(command.HelpName, fmt.Errorf("unknown flag %s%s", shown, hint))
}

// CountArguments holds the arguments of a call to the number that its usage names: a word in brackets can be
// left out, and "…" stands for any number.
func CountArguments(c *cli.Context) error {
	words := strings.Fields(c.Command.ArgsUsage)
	least, most := 0, len(words)
	for _, word := range words {
		if word[0] != '[' && word != "…" {
			least++
		}
	}
	if strings.Contains(c.Command.ArgsUsage, "…") {
		most = -1
	}
	return ArgumentsFrom(c, least, most)
}

// ArgumentsFrom says what is wrong if a call has fewer or more arguments than are wanted, a most of -1 meaning
// any number.
func ArgumentsFrom(c *cli.Context, least, most int) error {
	args := c.Args().Slice()
	switch {
	case len(args) < least:
		return UsageError(c, "missing argument: want %s", c.Command.ArgsUsage)
	case most == 0 && len(args) > 0:
		return UsageError(c, "unexpected argument %q", args[0])
	case most >= 0 && len(args) > most:
		hint := ""
		if strings.Contains(c.Command.ArgsUsage, "FEN") && strings.Count(args[0]+args[most], "/") >= 7 {
			hint = " (a FEN must be quoted)"
		}
		return UsageError(c, "unexpected argument %q: want %s%s", args[most],
			c.Command.ArgsUsage, hint)
	}
	return nil
}

// rulesVariable is the variable of the environment that names the rule set of calls without --rules.
const rulesVariable = "TURNCOAT_RULES"

// RulesFlag is the flag that names the rule set.
func RulesFlag() cli.Flag {
	return &cli.StringFlag{Name: "rules", Usage: "the rule `SET`: a built-in name (see: turncoat rules list) or a YAML file; by default that of $" + rulesVariable}
}

// JSONFlag is the flag that asks for JSON.
func JSONFlag() cli.Flag {
	return &cli.BoolFlag{Name: "json", Usage: "print JSON, one object a line"}
}

// Game loads the rule set that a call names, or the environment.
func Game(c *cli.Context) (*rules.Variant, error) {
	name, from := c.String("rules"), "--rules"
	if name == "" {
		name, from = os.Getenv(rulesVariable), rulesVariable
	}
	if name == "" {
		return nil, UsageError(c, "--rules is missing: want %s or a YAML file",
			strings.Join(ruleset.BuiltinNames(), ", "))
	}
	g, err := rules.Load(name)
	if err != nil {
		return nil, Unusable("%s: %w", from, err)
	}
	return g, nil
}
