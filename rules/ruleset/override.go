package ruleset

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Override is one setting changed, as in "lines=blocked" or "values.king=4": a misreading, when
// the rules mean another value.
type Override struct{ Key, Value string }

// ParseOverride reads "SETTING=VALUE". The error wraps [ErrSetting] and lists what is allowed.
func ParseOverride(text string) (Override, error) {
	key, value, ok := strings.Cut(text, "=")
	o := Override{strings.TrimSpace(key), strings.TrimSpace(value)}
	if !ok {
		return o, fmt.Errorf("%w: want SETTING=VALUE, not %q", ErrSetting, text)
	}
	if kind, isValue := strings.CutPrefix(o.Key, valuesPrefix); isValue {
		if !slices.Contains(kindNames[:], kind) {
			return o, fmt.Errorf("%w: no piece is called %q: it is one of %s%s", ErrSetting, kind,
				strings.Join(kindNames[:], ", "), Suggest(kind, kindNames[:]))
		}
		if n, err := strconv.ParseUint(o.Value, 10, 31); err != nil || n > MaxValue {
			return o, fmt.Errorf("%w: the value of a %s is a whole number from 0 to %d, not %q", ErrSetting, kind,
				MaxValue, o.Value)
		}
		return o, nil
	}
	s, ok := FindSetting(o.Key)
	if !ok {
		return o, fmt.Errorf("%w: %q%s", ErrSetting, o.Key, Suggest(o.Key, overrideKeys()))
	}
	good := s.names()
	if !slices.Contains(good, o.Value) {
		return o, fmt.Errorf("%w: %s cannot be %q: it is one of %s%s", ErrSetting, o.Key, o.Value,
			strings.Join(good, ", "), Suggest(o.Value, good))
	}
	return o, nil
}

// ParseOverrides reads overrides joined by "+", as in "lines=blocked+king-bears=no".
func ParseOverrides(text string) ([]Override, error) {
	var all []Override
	for part := range strings.SplitSeq(text, "+") {
		o, err := ParseOverride(part)
		if err != nil {
			return nil, err
		}
		all = append(all, o)
	}
	return all, nil
}

const valuesPrefix = "values."

func overrideKeys() []string {
	keys := []string{}
	for _, s := range Settings() {
		keys = append(keys, s.Name)
	}
	for _, k := range kindNames {
		keys = append(keys, valuesPrefix+k)
	}
	return keys
}

// String returns the override as it is written.
func (o Override) String() string { return o.Key + "=" + o.Value }

// ReadBy reports whether rule sets of the family read what is overridden.
func (o Override) ReadBy(f Family) bool {
	if strings.HasPrefix(o.Key, valuesPrefix) {
		return f == Pacifist
	}
	s, ok := FindSetting(o.Key)
	return ok && s.ReadBy(f)
}

// Apply returns the set with the override; unchanged when its family does not read it.
func (o Override) Apply(set Set) Set {
	if !o.ReadBy(set.Family) {
		return set
	}
	if kind, ok := strings.CutPrefix(o.Key, valuesPrefix); ok {
		n, err := strconv.ParseUint(o.Value, 10, 31)
		if i := slices.Index(kindNames[:], kind); i >= 0 && err == nil && n <= MaxValue {
			set.Values[i] = int32(n)
		}
		return set
	}
	s, _ := FindSetting(o.Key)
	changed, err := s.With(set, o.Value)
	if err != nil {
		return set // ParseOverride has refused such a value
	}
	return changed
}

// ApplyAll returns the set with all the overrides that its family reads, called [Custom] if they change it.
func ApplyAll(set Set, overrides []Override) Set {
	was := set
	for _, o := range overrides {
		set = o.Apply(set)
	}
	if set != was {
		set.Name = Custom
	}
	return set
}
