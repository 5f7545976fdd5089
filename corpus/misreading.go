package corpus

import (
	"fmt"
	"slices"
	"strings"

	"turncoat/internal/fingerprint"
	"turncoat/internal/strict"
	"turncoat/rules/ruleset"
)

// Change is one setting with a value other than the rules give it.
type Change struct {
	Setting string
	Value   string
	Means   string   // how a game with this value is played, in one sentence
	Rules   []string // identifiers of the rules that it breaks
}

// String returns the change as in "lines=blocked".
func (c Change) String() string { return c.Setting + "=" + c.Value }

// Misreading is a rule set as somebody may have misread it: one or more settings changed.
type Misreading struct {
	Name    string // the changes joined by "+", in the order of the rules text
	Changes []Change
	Set     ruleset.Set
}

// Rules lists the identifiers of the rules that the misreading breaks, each once.
func (m Misreading) Rules() []string {
	var ids []string
	for _, c := range m.Changes {
		for _, id := range c.Rules {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}

	return ids
}

// Means says in one sentence how a game under the misreading is played.
func (m Misreading) Means() string {
	parts := make([]string, len(m.Changes))
	for i, c := range m.Changes {
		parts[i] = c.Means
	}
	return strings.Join(parts, "; ")
}

// Single lists the misreadings of one setting each: every other value of every setting that the
// family reads, values apart, in the order of the rules text. What provably plays the same game is
// no misreading.
func Single(set ruleset.Set) []Misreading {
	var list []Misreading
	for _, s := range ruleset.SettingsOf(set.Family) {
		for _, value := range s.Others(set) {
			m := Misread(set, change(set, s, value))
			if _, same := SameGame(set, m.Set); !same {
				list = append(list, m)
			}
		}
	}

	return list
}

// Misreadings lists the single misreadings and then every two of them that change different
// settings, in a fixed order.
func Misreadings(set ruleset.Set) []Misreading {
	single := Single(set)
	list := slices.Clone(single)
	for i, a := range single {
		for _, b := range single[i+1:] {
			if a.Changes[0].Setting != b.Changes[0].Setting {
				list = append(list, Misread(set, a.Changes[0], b.Changes[0]))
			}
		}
	}

	return list
}

// ParseMisreading reads a name such as "lines=blocked+king-bears=no". The order of the parts does
// not matter. The error wraps ruleset.ErrSetting.
func ParseMisreading(set ruleset.Set, name string) (Misreading, error) {
	var changes []Change
	for part := range strings.SplitSeq(name, "+") {
		key, value, _ := strings.Cut(part, "=")
		s, ok := ruleset.FindSetting(key)
		if !ok {
			return Misreading{}, fmt.Errorf("%w: %q%s", ruleset.ErrSetting, key,
				strict.Suggest(key, ruleset.Names(set.Family)))
		}

		if _, err := s.With(set, value); err != nil {
			return Misreading{}, err
		}
		if s.ValueIn(set) == value {
			return Misreading{}, fmt.Errorf("%w: %s is what %s says", ruleset.ErrSetting, part,
				set.Name)
		}

		if slices.ContainsFunc(changes, func(c Change) bool { return c.Setting == key }) {
			return Misreading{}, fmt.Errorf("%w: %s is changed twice", ruleset.ErrSetting, key)
		}
		changes = append(changes, change(set, s, value))
	}

	return Misread(set, changes...), nil
}

// Between returns the misreading of a rule set that another set of its family amounts to. It has no
// changes when they differ in nothing but name and values.
func Between(set, other ruleset.Set) Misreading {
	var changes []Change
	for _, s := range ruleset.SettingsOf(set.Family) {
		if v := s.ValueIn(other); v != s.ValueIn(set) {
			changes = append(changes, change(set, s, v))
		}
	}

	return Misread(set, changes...)
}

func change(set ruleset.Set, s ruleset.Setting, value string) Change {
	c := Change{Setting: s.Name, Value: value, Rules: rulesOf(set, s)}
	for _, choice := range s.Choices {
		if choice.Name == value {
			c.Means = choice.Means
		}
	}

	return c
}

// rulesOf keeps, of the rules that a setting belongs to, those that the rule set has.
func rulesOf(set ruleset.Set, s ruleset.Setting) []string {
	kings := set.Rule(ruleset.KingSafetyRule)
	var ids []string
	for _, id := range s.Rules {
		otherForm := (id == "PAC-10" || id == "PAC-11") && id != kings
		if set.Family.HasRule(id) && !otherForm {
			ids = append(ids, id)
		}
	}

	return ids
}

// Misread returns a rule set with changes of settings that its family reads, in the order of the
// rules text. It panics when a value is none of its setting.
func Misread(set ruleset.Set, changes ...Change) Misreading {
	m := Misreading{Set: set}
	for _, s := range ruleset.SettingsOf(set.Family) {
		for _, c := range changes {
			if c.Setting != s.Name {
				continue
			}
			changed, err := s.With(m.Set, c.Value)
			if err != nil {
				panic(err)
			}
			m.Set = changed
			m.Changes = append(m.Changes, c)
		}
	}

	names := make([]string, len(m.Changes))
	for i, c := range m.Changes {
		names[i] = c.String()
	}
	m.Name = strings.Join(names, "+")
	return m
}

// SameGame reports whether two rule sets are proved to play the same game, and why. Sets that
// differ in nothing but the name do, for no reason.
func SameGame(a, b ruleset.Set) (reason string, proved bool) { return fingerprint.SameGame(a, b) }
