package infer

import (
	"math/bits"
	"slices"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// most is more than the number of settings of any family.
const most = 20

// An assignment is one rule set of a family: the number of the value of each setting.
type assignment [most]uint8

// A family is all rule sets of one family.
type family struct {
	kind     ruleset.Family
	settings []ruleset.Setting
	builtins []ruleset.Set
	known    []assignment // the built-in sets
}

// families lists the families in the order in which docs/RULES.md has their sets.
func families() []*family {
	var list []*family
	for _, name := range ruleset.BuiltinNames() {
		set, _ := ruleset.Builtin(name)
		i := slices.IndexFunc(list, func(f *family) bool { return f.kind == set.Family })
		if i < 0 {
			i, list = len(list), append(list,
				&family{kind: set.Family, settings: ruleset.SettingsOf(set.Family)})
		}

		f := list[i]
		var a assignment
		for k, s := range f.settings {
			a[k] = uint8(slices.IndexFunc(s.Choices, func(c ruleset.Choice) bool {
				return c.Name == s.ValueIn(set)
			}))
		}

		f.builtins, f.known = append(f.builtins, set), append(f.known, a)
	}

	return list
}

// set returns the rule set of an assignment. If it is a built-in set, it has its name.
func (f *family) set(a assignment) ruleset.Set {
	set := ruleset.First(f.kind)
	for k, s := range f.settings {
		set, _ = s.With(set, s.Choices[a[k]].Name)
	}
	set.Squares = f.squares(set, &a)
	set.Name = ruleset.Custom
	if builtin, ok := ruleset.IsBuiltin(set); ok {
		return builtin
	}
	return set
}

// squares returns the squares of a set in which pieces convert on squares. Games do not show which
// these are one by one: they are those of the built-in set that is most like it, as the values of
// pieces are those of PAC-4.
func (f *family) squares(set ruleset.Set, a *assignment) (squares ruleset.Squares) {
	if set.ConvertsWhen != ruleset.OnSquare {
		return 0
	}
	least := most
	for i, builtin := range f.builtins {
		if builtin.Squares == 0 {
			continue
		}
		if n := f.changes(a, &f.known[i]); n < least {
			squares, least = builtin.Squares, n
		}
	}

	return squares
}

// changes counts the settings in which two sets differ.
func (f *family) changes(a, b *assignment) (n int) {
	for k := range f.settings {
		if a[k] != b[k] {
			n++
		}
	}
	return n
}

// A box is all rule sets that have one of the allowed values in each setting, and in which the
// records have gone alike.
type box struct {
	family  *family
	allowed [most]uint8 // a bit for each value
	at      board.Position
	lost    bool // the present record cannot be followed any further
	plies   int  // that agree with the sets
	faults  []Fault
	doubts  []Fault
}

func whole(f *family) box {
	b := box{family: f}
	for k, s := range f.settings {
		b.allowed[k] = 1<<len(s.Choices) - 1
	}
	return b
}

func (b *box) allows(k int, value uint8) bool { return b.allowed[k]&(1<<value) != 0 }

// has reports whether a set is in the box.
func (b *box) has(a *assignment) bool {
	for k := range b.family.settings {
		if !b.allows(k, a[k]) {
			return false
		}
	}

	return true
}

// count returns how many sets are in the box.
func (b *box) count() int {
	n := 1
	for k := range b.family.settings {
		n *= bits.OnesCount8(b.allowed[k])
	}
	return n
}

// nearest returns the set of the box that differs in the fewest settings from a built-in one, and
// in how many.
func (b *box) nearest() (best assignment, changes int) {
	changes = most
	for i, a := range b.centres() {
		if n := b.family.changes(&a, &b.family.known[i]); n < changes {
			best, changes = a, n
		}
	}

	return best, changes
}

// centres returns, for each built-in set, the set of the box that is most like it.
func (b *box) centres() []assignment {
	list := slices.Clone(b.family.known)
	for i := range list {
		for k := range b.family.settings {
			if !b.allows(k, list[i][k]) {
				list[i][k] = uint8(bits.TrailingZeros8(b.allowed[k]))
			}
		}
	}

	return list
}

// others yields the allowed values of a setting that an assignment does not have.
func (b *box) others(a *assignment, k int) func(yield func(uint8) bool) {
	return func(yield func(uint8) bool) {
		for value := range uint8(len(b.family.settings[k].Choices)) {
			if value != a[k] && b.allows(k, value) && !yield(value) {
				return
			}
		}
	}
}

// alike reports whether the records have gone alike in two boxes.
func (b *box) alike(other *box) bool {
	return b.family == other.family && b.lost == other.lost && b.plies == other.plies &&
		len(b.faults) == len(other.faults) &&
		len(b.doubts) == len(other.doubts) && b.at == other.at
}

// merged joins boxes that are alike and differ in one setting.
func merged(list []box) []box {
	for again := true; again; {
		again = false
		for i := 0; i < len(list); i++ {
			for j := i + 1; j < len(list); j++ {
				if k := onlyDifference(&list[i], &list[j]); k >= 0 {
					list[i].allowed[k] |= list[j].allowed[k]
					list = slices.Delete(list, j, j+1)
					again = true
					j--
				}
			}
		}
	}

	return list
}

// onlyDifference returns the only setting in which two alike boxes differ, -1 if there is none.
func onlyDifference(b, other *box) int {
	if !b.alike(other) {
		return -1
	}
	found := -1
	for k := range b.family.settings {
		if b.allowed[k] != other.allowed[k] {
			if found >= 0 {
				return -1
			}
			found = k
		}
	}

	return found
}
