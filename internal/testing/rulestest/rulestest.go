// Package rulestest holds what tests of many packages need of rule sets.
package rulestest

import (
	"testing"

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
