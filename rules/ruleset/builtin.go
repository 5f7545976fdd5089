package ruleset

import (
	"embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"turncoat/internal/strict"
)

// builtinNames lists the rule sets that are built in, in the order of docs/RULES.md. Each is a file
// of its own in the directory sets, which may have an earlier one as its base.
var builtinNames = []string{"pacifist1", "pacifist2", "pacifist-number", "pacifist-value",
	"pacifist-average", "conversion", "benedict", "benedict-king", "andernach", "anti-andernach",
	"super-andernach", "tibet", "double-tibet", "traitor", "magic-squares", "masand",
	"masand-generalised", "chess"}

//go:embed sets/*.yaml
var setFiles embed.FS

// Summary says in one line what a built-in rule set is; nothing of others. It is the comment at the
// top of the set's file.
func Summary(name string) string {
	text, err := setFiles.ReadFile("sets/" + name + ".yaml")
	if err != nil {
		return ""
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimPrefix(first, "# ")
}

// BuiltinNames lists the names of the rule sets that are built in, in the order of docs/RULES.md.
func BuiltinNames() []string { return slices.Clone(builtinNames) }

var builtins = sync.OnceValue(func() map[string]Set {
	sets := make(map[string]Set, len(builtinNames))
	for _, name := range builtinNames {
		set, err := readBuiltin(name, sets)
		if err != nil {
			panic(err) // a fault of the build, which the package's tests find
		}
		sets[name] = set
	}

	return sets
})

// readBuiltin reads the file of a built-in rule set. [Parse] cannot: it asks which sets are built
// in.
func readBuiltin(name string, earlier map[string]Set) (Set, error) {
	file := "sets/" + name + ".yaml"
	text, err := setFiles.ReadFile(file)
	if err != nil {
		return Set{}, err
	}
	r := newReader(file, func(base string) (Set, error) {
		set, ok := earlier[base]
		if !ok {
			return set, fmt.Errorf("%w: %q is no earlier rule set", ErrUnknown, base)
		}
		return set, nil
	})
	root := r.Document(text)
	if len(r.errs) > 0 {
		return Set{}, errors.Join(r.errs...)
	}
	set, _ := r.mapping(root)
	if len(r.errs) == 0 && set.Name != name {
		return set, fmt.Errorf("%s has the name %q", file, set.Name)
	}
	return set, errors.Join(r.errs...)
}

// Builtin returns the built-in rule set of that name.
func Builtin(name string) (Set, error) {
	if set, ok := builtins()[name]; ok {
		return set, nil
	}
	return Set{}, fmt.Errorf("%w: %q is not one of %s%s", ErrUnknown, name,
		strings.Join(builtinNames, ", "), strict.Suggest(name, builtinNames))
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
