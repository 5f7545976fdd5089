package command

import (
	"turncoat/puzzle/analysis"
	"turncoat/rules/ruleset"
)

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
