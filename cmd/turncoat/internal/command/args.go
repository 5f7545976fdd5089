package command

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"turncoat/internal/strict"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// under returns the words that go on from the name of a group of commands; nil for a command.
func (s *Session) under(name string) []string {
	var words []string
	for _, c := range s.Commands {
		if rest, ok := strings.CutPrefix(" "+c.Name, strings.TrimSuffix(" "+name, " ")+" "); ok {
			if word, _, _ := strings.Cut(rest, " "); !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
	}
	return words
}

// Names returns the names of all commands, each group before its own.
func (s *Session) Names() []string {
	var names []string
	for _, word := range s.under("") {
		names = append(names, word)
		for _, sub := range s.under(word) {
			names = append(names, word+" "+sub)
		}
	}
	return names
}

// full returns the name of a command with that of the program.
func full(name string) string { return strings.TrimSpace("turncoat " + name) }

// command takes the name of a command, or of a group, from the front of some words.
func (s *Session) command(words []string) (name string, rest []string) {
	for len(words) > 0 && slices.Contains(s.under(name), words[0]) {
		name, words = strings.TrimSpace(name+" "+words[0]), words[1:]
	}
	return name, words
}

// order sorts the words of a call: the name of the command, flags, arguments. (Package flag stops at the
// first argument.) Flags may stand before or after the arguments; "--" ends them; "-" and numbers below zero are
// arguments. The error says what cannot be used: an unknown command or flag, a flag without its value.
func (s *Session) order(words []string) (name string, flags, arguments []string, err error) {
	if len(words) > 0 && words[0] == "help" { // "help turns" is "turns --help"
		words = append(slices.Clone(words[1:]), "--help")
	}
	name, words = s.command(words)
	if s.under(name) != nil && len(words) > 0 && !isFlag(words[0]) {
		return name, nil, nil, BadCall(
			full(name),
			fmt.Errorf("unknown command %q%s", words[0], s.suggest(name, words[0])),
		)
	}
	flags, arguments, err = s.divide(name, words)
	return name, flags, arguments, err
}

// suggest asks whether another command of a group was meant: one that the word almost names, or that has it as a
// subcommand.
func (s *Session) suggest(group, word string) string {
	var within []string
	for _, c := range s.Commands {
		if group == "" && strings.HasSuffix(c.Name, " "+word) {
			within = append(within, fmt.Sprintf("%q", c.Name))
		}
	}
	if len(within) > 0 {
		return fmt.Sprintf(" (did you mean %s?)", strings.Join(within, " or "))
	}
	return strict.Suggest(word, s.under(group))
}

// divide parts the flags, each with its value as one word, from the arguments.
func (s *Session) divide(command string, words []string) (flags, arguments []string, err error) {
	known := s.Flags(command)
	for i := 0; i < len(words); i++ {
		word := words[i]
		if word == "--" {
			return flags, append(arguments, words[i+1:]...), nil
		}
		if !isFlag(word) {
			arguments = append(arguments, word)
			continue
		}
		name, f := findFlag(known, word)
		if f == nil {
			return nil, nil, BadCall(full(command), s.unknownFlag(command, known, name, word))
		}
		if short := "-" + name; f.Value != "" && len(name) == 1 && len(word) > 2 && strings.HasPrefix(word, short) &&
			word[2] != '=' {
			word = short + "=" + word[2:] // -j4
		} else if f.Optional && !strings.Contains(word, "=") {
			word += "="
		} else if f.Value != "" && !strings.Contains(word, "=") {
			if i++; i == len(words) {
				return nil, nil, BadCall(full(command), fmt.Errorf("%s needs a value", dashed(name)))
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

// findFlag returns the flag that a word such as "--rules", "-o", "--rules=chess" or "-j4" names, and the name that the
// word uses; nil for none.
func findFlag(flags []Flag, word string) (name string, f *Flag) {
	name, _, _ = strings.Cut(strings.TrimPrefix(word[1:], "-"), "=")
	for i := range flags {
		if slices.Contains(flags[i].Names, name) {
			return name, &flags[i]
		}
	}
	if word[1] != '-' && len(name) > 1 {
		if short, f := findFlag(flags, word[:2]); f != nil && f.Value != "" {
			return short, f
		}
	}
	return name, nil
}

func (s *Session) unknownFlag(command string, known []Flag, name, word string) error {
	var names []string
	for _, f := range known {
		names = append(names, f.Names...)
	}
	hint := ""
	if close := strict.Suggest(name, names); close != "" {
		hint = strings.Replace(close, `"`, `"--`, 1)
	} else if s.under(command) != nil {
		hint = " (flags come after the command)"
	}
	shown, _, _ := strings.Cut(word, "=")
	return fmt.Errorf("unknown flag %s%s", shown, hint)
}

// countArguments checks the arguments of a call against the number that its usage names: a word in brackets can be
// left out, "…" means any number of them, and with --batch or --problems there are none.
func (s *Session) countArguments() error {
	args, words := s.Args(), strings.Fields(s.usage)
	least, most := 0, len(words)
	for _, word := range words {
		if word[0] != '[' && word != "…" {
			least++
		}
	}
	switch {
	case s.IsSet("batch"), s.IsSet("problems"):
		least, most = 0, 0
	case strings.Contains(s.usage, "…"):
		most = len(args)
	}
	switch {
	case len(args) < least:
		return s.UsageError("missing argument: want %s", s.usage)
	case most == 0 && len(args) > 0:
		return s.UsageError("unexpected argument %q", args[0])
	case len(args) > most:
		hint := ""
		if strings.Contains(s.usage, "FEN") && strings.Count(args[0]+args[most], "/") >= 7 {
			hint = " (a FEN must be quoted)"
		}
		return s.UsageError("unexpected argument %q: want %s%s", args[most], s.usage, hint)
	}
	return nil
}

const rulesVariable = "TURNCOAT_RULES"

// Game loads the rule set that a call names, or the environment.
func (s *Session) Game() (*rules.Variant, error) {
	name, from := s.String("rules"), "--rules"
	if name == "" {
		name, from = os.Getenv(rulesVariable), rulesVariable
	}
	if name == "" {
		return nil, s.UsageError("--rules is missing: want %s or a YAML file",
			strings.Join(ruleset.BuiltinNames(), ", "))
	}
	g, err := rules.Load(name)
	if err != nil {
		return nil, Unusable("%s: %w", from, err)
	}
	if s.OneKing {
		g = g.OneKing()
	}
	return g, nil
}
