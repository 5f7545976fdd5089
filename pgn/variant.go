package pgn

import (
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

// Variant returns the built-in variant that the record's Variant tag names. The error wraps [ruleset.ErrUnknown].
func (g *Game) Variant() (*rules.Variant, error) { return g.variant("") }

// variant knows rule-set files in a directory and beneath it as well.
func (g *Game) variant(dir string) (*rules.Variant, error) {
	value, _ := g.Tag("Variant")
	if rules.NamesFile(value) {
		set, err := rules.SetIn(dir, value)
		if err != nil {
			return nil, err
		}
		return rules.New(set), nil
	}
	set, err := rules.SetForTag(value)
	if err != nil {
		return nil, err
	}
	return builtins()[set.Name], nil
}
