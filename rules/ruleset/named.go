package ruleset

import (
	"fmt"
	"slices"
	"strings"
)

// Custom is the name of a set that was read without one and is not built in.
const Custom = "custom"

const (
	letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	maxName = 40
	inAName = letters + "0123456789._-"
)

// reserved are the names, in lower case, that records have for built-in sets (NOT-6). The others
// are no plain names.
var reserved = append([]string{"standard", "chess960"}, builtinNames...)

// named returns the set with the name it may have: a plain one, and no built-in set's unless it
// plays as that does.
func named(set Set, name string) (Set, error) {
	set.Name = name
	builtin, is := IsBuiltin(set)
	switch lower := strings.ToLower(name); {
	case name == "" && is:
		set.Name = builtin.Name
	case name == "":
		set.Name = Custom
	case len(name) > maxName || !strings.Contains(letters, name[:1]) || strings.Trim(name,
		inAName) != "":
		return set, fmt.Errorf("%w: the name %q is not plain: want a letter, then up to %d letters, "+
			"digits, \".\", \"_\" and \"-\"", ErrSyntax, name, maxName-1)
	case slices.Contains(reserved, lower) && builtin.Name != lower:
		return set, fmt.Errorf("%w: %q is built in and plays otherwise: choose another name",
			ErrSyntax, name)
	}

	return set, nil
}

// String names the set for people: by its name, and unless it is built in, by the built-in set
// nearest to it and the settings that differ, as in "mine (base: pacifist1, lines: blocked)".
func (set Set) String() string {
	if b, ok := IsBuiltin(set); ok && (set.Name == b.Name || set.Name == "") {
		return b.Name
	}
	return fmt.Sprintf("%s (%s)", set.Name, set.FromBase())
}

// FromBase writes the set as the inside of a YAML mapping: the built-in set nearest to it and the
// settings that differ.
func (set Set) FromBase() string {
	base, changes := set.nearest()
	return strings.Join(append([]string{"base: " + base.Name}, changes...), ", ")
}

// Base returns the built-in set that differs from the set in the fewest settings.
func (set Set) Base() Set {
	base, _ := set.nearest()
	return base
}

// nearest returns the built-in set that differs in the fewest settings, and these as YAML.
func (set Set) nearest() (nearest Set, changes []string) {
	found := false
	for _, name := range builtinNames {
		base := builtins()[name]
		if base.Family != set.Family {
			continue
		}
		var parts, values []string
		for k, v := range set.Values {
			if v != base.Values[k] {
				values = append(values, fmt.Sprintf("%s: %d", kindNames[k], v))
			}
		}

		if len(values) > 0 {
			parts = append(parts, "values: {"+strings.Join(values, ", ")+"}")
		}
		if set.Squares != base.Squares {
			parts = append(parts, squaresKey+": "+set.Squares.yaml())
		}
		for _, s := range SettingsOf(set.Family) {
			if s.ValueIn(set) != s.ValueIn(base) {
				parts = append(parts, s.Name+": "+s.ValueIn(set))
			}
		}

		if !found || len(parts) < len(changes) {
			nearest, changes, found = base, parts, true
		}
	}

	return nearest, changes
}
