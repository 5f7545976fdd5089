// Package rulestest holds what tests of many packages need of rule sets.
package rulestest

import (
	"slices"
	"testing"

	"turncoat/internal/testing/longtest"
	"turncoat/rules/ruleset"
)

// Builtin returns a built-in rule set.
func Builtin(t testing.TB, name string) ruleset.Set {
	t.Helper()
	set, err := ruleset.Builtin(name)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// Representative lists the built-in rule sets for tests that take long with each. Unless the long
// tests run, of the Andernach family, whose sets differ in data alone, it has the first in which
// pieces convert themselves and the first in which they convert others.
func Representative() []string {
	seen := map[ruleset.Converts]bool{}
	return slices.DeleteFunc(ruleset.BuiltinNames(), func(name string) bool {
		set, _ := ruleset.Builtin(name) // there is one of each name
		if set.Family != ruleset.Andernach || longtest.Enabled() {
			return false
		}
		known := seen[set.Converts]
		seen[set.Converts] = true
		return known
	})
}

// WithBook lists the built-in rule sets of whose puzzles there is a whole book: those of the
// Andernach family have a smaller collection, or none.
func WithBook() []string {
	return slices.DeleteFunc(ruleset.BuiltinNames(), func(name string) bool {
		set, _ := ruleset.Builtin(name)
		return set.Family == ruleset.Andernach
	})
}
