package command

import (
	"turncoat/corpus"
	"turncoat/puzzle/analysis"
	"turncoat/puzzle/publish"
	"turncoat/puzzle/store"
	"turncoat/rules"
	"turncoat/rules/ruleset"
	"turncoat/validate"
)

// valuesOf returns the words that the value of a flag can be, for completion. A flag that takes a
// file, or any other free value, has none; the shell then offers files. A flag of one name may mean another thing in
// another command.
func valuesOf(command, flag string) []string {
	if list, ok := flagValues[command+" --"+flag]; ok {
		return list()
	}
	if list, ok := flagValues["--"+flag]; ok {
		return list()
	}
	return nil
}

var flagValues = map[string]func() []string{
	"--rules":                    ruleset.BuiltinNames,
	"--set":                      settingValues,
	"--letters":                  Languages,
	"--size":                     func() []string { return Texts(corpus.Sizes()) },
	"--theme":                    themes,
	"--not-theme":                themes,
	"--colour":                   words("auto", "always", "never"),
	"--color":                    words("auto", "always", "never"),
	"--style":                    words("screen", "print"),
	"turns --reclaim":            words("all", "full"),
	"validate --as":              words("pgn", "text", "scenarios"),
	"validate --format":          func() []string { return Texts(validate.Formats()) },
	"pgn convert --to":           words("pgn", "json", "vchess"),
	"diagram --format":           words("text", "svg", "png"),
	"corpus check --format":      func() []string { return CheckFormats },
	"corpus export --to":         words("json", "yaml", "epd"),
	"corpus generate --format":   words("jsonl", "epd"),
	"corpus generate --size":     func() []string { return append(Texts(corpus.Sizes()), AllSizes) },
	"puzzle solve --format":      words("text", "json", "pgn", "popeye"),
	"puzzle export --to":         publish.Formats,
	"puzzle export --paper":      publish.Papers,
	"puzzle export --solutions":  words("end", "place"),
	"puzzle store --to":          publish.Formats,
	"puzzle store --stipulation": words("win", "help-win", "self-win", "claim"),
	"puzzle store --like": func() []string {
		return Texts([]store.Nearness{store.NearMaterial,
			store.NearPlacement})
	},
	"puzzle store --sort":      words("added", "grade", "length", "pieces", "id"),
	"puzzle store --key-piece": words("K", "Q", "R", "B", "N", "P"),
}

func words(list ...string) func() []string { return func() []string { return list } }

func Texts[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, text := range list {
		out[i] = string(text)
	}
	return out
}

func themes() []string {
	var names []string
	for _, theme := range analysis.Themes {
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

// allSizes asks for a file of each size.
const AllSizes = "all"

// checkFormats are the forms of a check's report.
var CheckFormats = []string{"text", "json", "junit", "html", "badge"}

func Languages() []string {
	var names []string
	for _, l := range rules.Languages() {
		names = append(names, l.Name)
	}
	return names
}
