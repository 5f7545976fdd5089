package pgn

import (
	"strings"
	"sync"

	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// builtins returns the variants of the built-in rule sets by name, made once.
var builtins = sync.OnceValue(func() map[string]*rules.Variant {
	variants := map[string]*rules.Variant{}
	for _, name := range ruleset.BuiltinNames() {
		if g, err := rules.Named(name); err == nil {
			variants[name] = g
		}
	}
	return variants
})

// Variant returns the variant that the record's Variant tag names. The error wraps [ruleset.ErrUnknown].
func (g *Game) Variant() (*rules.Variant, error) {
	value, _ := g.Tag("Variant")
	set, err := VariantSet(value)
	if err != nil {
		return nil, err
	}
	return builtins()[set.Name], nil
}

// VariantSet returns the rule set that the value of a Variant tag names, in whatever case; an empty or unknown
// value ("?") names orthodox chess (NOT-6). The error wraps [ruleset.ErrUnknown].
func VariantSet(value string) (ruleset.Set, error) {
	if strings.TrimSpace(value) == "?" {
		value = ""
	}
	return rules.SetForTag(value)
}
