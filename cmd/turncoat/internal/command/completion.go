package command

import (
	"embed"
	"slices"
	"strings"

	"turncoat/internal/puzzle/analysis"
	"turncoat/rules/ruleset"
)

// completionFlag is the last word of a call by which a shell asks for completions.
const completionFlag = "--generate-bash-completion"

// complete prints what can stand next, one word a line, given the words so far. A last word that
// starts with "-" is being written, or has just been; after any other last word the next is asked for,
// and the shell matches it with what is written of it. A last word that is empty says so outright, or is
// "=next" where a shell cannot hand on an empty one.
func (s *Session) complete(words []string) error {
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "=" }) // as bash splits --rules=
	next := len(words) > 0 && (words[len(words)-1] == "" || words[len(words)-1] == "=next")
	if next {
		words = words[:len(words)-1]
	}
	command, words := s.command(words)
	known, usage := s.Flags(command), helpOf(command).usage
	if last := len(words) - 1; last >= 0 && isFlag(words[last]) {
		name, f := findFlag(known, words[last])
		if !next {
			s.words(flagsLike(known, words[last]))
		}
		if f != nil && f.Value != "" {
			s.words(valuesOf(f, name))
		}
		if !next || f != nil && f.Value != "" {
			return nil
		}
	}
	switch {
	case s.under(command) != nil:
		s.words(s.under(command))
	case strings.Contains(usage, "FEN"):
		s.words([]string{"start", "startpos"})
	case strings.Contains(usage, "NAME"):
		s.words(ruleset.BuiltinNames())
	case strings.Contains(usage, "SHELL"):
		s.words(shellNames)
	}
	return nil
}

func flagsLike(known []Flag, word string) []string {
	var names []string
	for _, f := range known {
		for _, name := range f.Names {
			if strings.HasPrefix(dashed(name), word) {
				names = append(names, dashed(name))
			}
		}
	}
	slices.Sort(names)
	return names
}

func (s *Session) words(words []string) {
	for _, w := range words {
		s.Printf("%s\n", w)
	}
}

//go:embed completion
var scripts embed.FS

var shellNames = []string{"bash", "zsh", "fish", "powershell"}

func completion(s *Session) error {
	shell := s.Args()[0]
	script, err := scripts.ReadFile("completion/turncoat." + shell)
	if err != nil {
		return s.UsageError("no script for %q; want one of %s", shell, strings.Join(shellNames, ", "))
	}
	_, err = s.Out.Write(script)
	return err
}

// valuesOf returns the words that the value of a flag can be, for completion. A flag that takes a
// file, or any other free value, has none; the shell then offers files.
func valuesOf(f *Flag, name string) []string {
	switch name {
	case "rules":
		return ruleset.BuiltinNames()
	case "set":
		return settingValues()
	case "theme", "not-theme":
		return themes()
	case "key-piece":
		return []string{"K", "Q", "R", "B", "N", "P"}
	}
	return f.Words
}

func themes() []string {
	var names []string
	for _, theme := range analysis.Themes() {
		names = append(names, theme.Name)
	}
	return names
}

// settingValues returns every KEY=VALUE that changes a rule set: the misreadings among them.
func settingValues() []string {
	var all []string
	for _, setting := range ruleset.Settings() {
		for _, choice := range setting.Choices {
			all = append(all, setting.Name+"="+choice.Name)
		}
	}
	return all
}
