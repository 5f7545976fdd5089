package infer

import (
	"slices"

	"turncoat/rules/ruleset"
)

// Result is the result of a search.
type Result struct {
	Records, Plies int
	// Remaining are the sets that agree with the records, the most plausible first.
	Remaining []Remaining
	// Fallen are the built-in sets that do not agree, each with the first place that the tolerated
	// errors could not excuse.
	Fallen []Fallen
	// Excluded are the values that no remaining set has, of the settings of the families that
	// remain.
	Excluded []Excluded
}

// Remaining is a group of rule sets under which the records go alike.
type Remaining struct {
	// Set is the one of them that is nearest to a built-in set.
	Set ruleset.Set
	// Builtin names all built-in sets among them.
	Builtin []string
	// Open are the settings that the records leave undecided, each with the values that remain.
	Open []Open
	// Sets is how many there are.
	Sets int
	// Errors are the places that must be mistakes of the record, Doubts the check signs that are
	// missing.
	Errors, Doubts []Fault
}

// Open is a setting with the values that remain, that of the Set first.
type Open struct {
	Setting string
	Values  []string
}

// Fallen is a built-in set that does not agree with the records.
type Fallen struct {
	Name string
	Why  Fault
}

// Excluded is a value of a setting that does not agree with the records.
type Excluded struct {
	Family         ruleset.Family
	Setting, Value string
	Why            Fault
}

// Result returns the result of the records added so far.
func (s *Search) Result() Result {
	r := Result{Records: s.records, Plies: s.plies}
	list := s.ranked()
	for i := range list {
		b := &list[i]
		a, _ := b.nearest()
		one := Remaining{Set: b.family.set(a), Sets: b.count(), Errors: b.faults, Doubts: b.doubts}
		for j := range b.family.known {
			if b.has(&b.family.known[j]) {
				one.Builtin = append(one.Builtin, b.family.builtins[j].Name)
			}
		}

		for k, setting := range b.family.settings {
			open := Open{setting.Name, []string{setting.Choices[a[k]].Name}}
			for value := range b.others(&a, k) {
				open.Values = append(open.Values, setting.Choices[value].Name)
			}
			if len(open.Values) > 1 {
				one.Open = append(one.Open, open)
			}
		}

		r.Remaining = append(r.Remaining, one)
	}

	for _, f := range s.families {
		for i, set := range f.builtins {
			if !slices.ContainsFunc(list, func(b box) bool {
				return b.family == f && b.has(&f.known[i])
			}) {
				r.Fallen = append(r.Fallen, Fallen{set.Name, s.built[set.Name]})
			}
		}

		if !slices.ContainsFunc(list, func(b box) bool { return b.family == f }) {
			continue
		}
		for k, setting := range f.settings {
			for value, choice := range setting.Choices {
				if !slices.ContainsFunc(list,
					func(b box) bool { return b.family == f && b.allows(k, uint8(value)) }) {
					r.Excluded = append(r.Excluded, Excluded{f.kind, setting.Name, choice.Name,
						s.values[valueKey{f, k, uint8(value)}]})
				}
			}
		}
	}

	return r
}
