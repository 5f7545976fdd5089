package pgn

import (
	"fmt"
	"strings"
	"sync"

	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// builtins holds the game of each built-in rule set, made once.
var builtins = sync.OnceValue(func() map[string]*rules.Game {
	games := map[string]*rules.Game{}
	for _, name := range ruleset.BuiltinNames() {
		if g, err := rules.Named(name); err == nil {
			games[name] = g
		}
	}
	return games
})

// Variant gives the game that the record's Variant tag names. The error wraps [ruleset.ErrUnknown].
func (g *Game) Variant() (*rules.Game, error) {
	value, _ := g.Tag("Variant")
	set, err := VariantSet(value)
	if err != nil {
		return nil, err
	}
	return builtins()[set.Name], nil
}

// variants maps the names that records give to rule sets, in lower case, to ours (NOT-6).
var variants = map[string]string{
	"standard": "chess", "chess960": "chess", "from position": "chess",
	"conversion chess": "conversion", "pacifist chess": "pacifist-number",
	"pacifist1": "pacifist1", "pacifist2": "pacifist2", "pacifist-number": "pacifist-number", "pacifist-value": "pacifist-value",
	"pacifist-average": "pacifist-average", "conversion": "conversion", "chess": "chess",
}

// VariantSet gives the rule set that the value of a Variant tag names, in whatever case; an empty
// value names orthodox chess (NOT-6). The error wraps [ruleset.ErrUnknown].
func VariantSet(value string) (ruleset.Set, error) {
	word := strings.ToLower(strings.TrimSpace(value))
	if word == "" || word == "?" {
		word = "chess"
	}
	if name, ok := variants[word]; ok {
		return ruleset.Builtin(name)
	}
	return ruleset.Set{}, fmt.Errorf("%w: no built-in rule set is called %q%s", ruleset.ErrUnknown, value, ruleset.Suggest(word, ruleset.BuiltinNames()))
}
