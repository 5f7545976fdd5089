package ruleset

import (
	"embed"
	"fmt"
	"strings"
	"sync"
)

//go:embed builtin/*.yaml
var files embed.FS

// builtinNames lists the built-in rule sets in the order of docs/RULES.md.
var builtinNames = []string{
	"pacifist1", "pacifist2", "pacifist-number", "pacifist-value", "pacifist-average", "conversion", "chess",
}

// BuiltinNames lists the names of the rule sets that are built in, in the order of docs/RULES.md.
func BuiltinNames() []string { return append([]string(nil), builtinNames...) }

// The files are read once. They are part of the program: a fault in one is a fault of the build,
// which the package's tests find.
var builtins = sync.OnceValue(func() map[string]Set {
	sets := make(map[string]Set, len(builtinNames))
	for _, name := range builtinNames {
		text, err := files.ReadFile("builtin/" + name + ".yaml")
		if err != nil {
			panic(err)
		}
		set, err := parse(text, "builtin/"+name+".yaml", nil)
		if err != nil {
			panic(err)
		}
		sets[name] = set
	}
	return sets
})

// Builtin returns the built-in rule set of that name.
func Builtin(name string) (Set, error) {
	if set, ok := builtins()[name]; ok {
		return set, nil
	}
	return Set{}, fmt.Errorf("%w: %q is not one of %s%s", ErrUnknown, name, strings.Join(builtinNames, ", "),
		Suggest(name, builtinNames))
}

// IsBuiltin reports whether the set plays exactly as one of the built-in sets does, whatever its
// name, and returns that one.
func IsBuiltin(set Set) (Set, bool) {
	for _, name := range builtinNames {
		b := builtins()[name]
		set.Name = b.Name
		if set == b {
			return b, true
		}
	}
	return Set{}, false
}
