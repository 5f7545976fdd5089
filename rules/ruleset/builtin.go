package ruleset

import (
	"fmt"
	"strings"
	"sync"

	"turncoat/internal/strict"
)

// byInventor are the settings of the inventor's forms of Pacifist Chess.
const byInventor = "moved-piece=unless-persuaded+reclaim=optional+king-safety=king-moves+castling-test=persuaded+" +
	"castling-converted=loses"

// builtin lists the rule sets in the order of docs/RULES.md, each with the settings that do not
// have their first value.
var builtin = []struct {
	name     string
	family   Family
	settings string
}{
	{"pacifist1", Pacifist, ""},
	{"pacifist2", Pacifist, "weigh=value"},
	{"pacifist-number", Pacifist, byInventor},
	{"pacifist-value", Pacifist, "weigh=value+" + byInventor},
	{"pacifist-average", Pacifist, "weigh=average+" + byInventor},
	{"conversion", Conversion, "castling-converted=loses"},
	{"benedict", Benedict, ""},
	{"benedict-king", Benedict, "castling-converts=king"},
	{"chess", Chess, ""},
}

var builtinNames = func() (names []string) {
	for _, b := range builtin {
		names = append(names, b.name)
	}
	return names
}()

// BuiltinNames lists the names of the rule sets that are built in, in the order of docs/RULES.md.
func BuiltinNames() []string { return append([]string(nil), builtinNames...) }

var builtins = sync.OnceValue(func() map[string]Set {
	sets := make(map[string]Set, len(builtin))
	for _, b := range builtin {
		set := First(b.family)
		set.Name = b.name
		for setting := range strings.FieldsFuncSeq(b.settings,
			func(r rune) bool { return r == '+' }) {
			key, value, _ := strings.Cut(setting, "=")
			var err error
			set, err = (Override{key, value}).apply(set)
			if err != nil {
				panic(err) // a fault of the build, which the package's tests find
			}
		}

		sets[b.name] = set
	}

	return sets
})

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
