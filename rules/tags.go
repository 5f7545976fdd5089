package rules

import (
	"slices"
	"strings"

	"turncoat/rules/ruleset"
)

// variantNames maps the other words that records use for rule sets to our names (NOT-6).
var variantNames = map[string]string{
	"":                 "chess",
	"?":                "chess",
	"standard":         "chess",
	"standard chess":   "chess",
	"orthodox":         "chess",
	"orthodox chess":   "chess",
	"chess960":         "chess",
	"chess 960":        "chess",
	"fischerandom":     "chess",
	"fischer random":   "chess",
	"from position":    "chess",
	"benedict chess":   "benedict",
	"conversion chess": "conversion",
	"pacifist chess":   "pacifist-number",
	"antiandernach":    "anti-andernach",
	"superandernach":   "super-andernach",
}

// SetForTag returns the rule set that the value of a record's Variant tag names, empty when there
// is no such tag (NOT-6). The case of letters does not matter. The error wraps
// [ruleset.ErrUnknown].
func SetForTag(tag string) (ruleset.Set, error) {
	word := strings.ToLower(strings.TrimSpace(tag))
	if ours, ok := variantNames[word]; ok {
		word = ours
	}
	set, err := ruleset.Builtin(word)
	if err != nil {
		_, err = ruleset.Builtin(tag) // the error quotes the tag as it was written
	}
	return set, err
}

// TagNames lists the words that [SetForTag] knows, in lower case and sorted.
func TagNames() []string {
	names := ruleset.BuiltinNames()
	for word := range variantNames {
		if word != "" && word != "?" {
			names = append(names, word)
		}
	}

	slices.Sort(names)
	return names
}
