package ruleset

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"turncoat/internal/strict"
)

// Override is one setting changed, as in "lines=blocked", "values.king=4" or "squares=a1-h4": a misreading, when
// the rules mean another value.
type Override struct{ Key, Value string }

const (
	valuesKey    = "values"
	valuesPrefix = valuesKey + "."
)

// ParseOverride reads "SETTING=VALUE". The error wraps [ErrSetting] and lists what is allowed.
func ParseOverride(text string) (Override, error) {
	key, value, ok := strings.Cut(text, "=")
	o := Override{strings.TrimSpace(key), strings.TrimSpace(value)}
	if !ok {
		return o, fmt.Errorf("%w: want SETTING=VALUE, not %q", ErrSetting, text)
	}
	family := Pacifist
	if s, ok := FindSetting(o.Key); ok {
		family = s.families[0]
	} else if o.Key == squaresKey {
		family = Andernach
	}
	_, err := o.apply(First(family))
	return o, err
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

// String returns the override as it is written.
func (o Override) String() string { return o.Key + "=" + o.Value }

// ReadBy reports whether rule sets of the family read what is overridden.
func (o Override) ReadBy(f Family) bool {
	if strings.HasPrefix(o.Key, valuesPrefix) {
		return f.HasWeights()
	}
	if o.Key == squaresKey {
		return f.HasSquares()
	}
	s, ok := FindSetting(o.Key)
	return ok && s.ReadBy(f)
}

func (o Override) apply(set Set) (Set, error) {
	if kind, ok := strings.CutPrefix(o.Key, valuesPrefix); ok {
		return set.withValue(kind, o.Value)
	}
	if o.Key == squaresKey {
		return set.withSquares(o.Value)
	}
	if s, ok := FindSetting(o.Key); ok {
		return s.With(set, o.Value)
	}
	keys := append(settingNames(settings), squaresKey)
	for _, kind := range kindNames {
		keys = append(keys, valuesPrefix+kind)
	}
	return set, fmt.Errorf("%w: %q%s", ErrSetting, o.Key, strict.Suggest(o.Key, keys))
}

// withValue returns the set with another value of a kind of piece.
func (set Set) withValue(kind, value string) (Set, error) {
	at := slices.Index(kindNames[:], kind)
	n, err := strconv.ParseUint(value, 10, 31)
	switch {
	case !set.Family.HasWeights():
		return set, notRead(set.Family, valuesKey)
	case at < 0:
		return set, fmt.Errorf("%w: no piece is called %q%s", ErrSetting, kind, strict.Suggest(kind,
			kindNames[:]))
	case err != nil || n > MaxValue:
		return set, fmt.Errorf("%w: the value of a %s is a whole number from 0 to %d, not %q",
			ErrSetting, kind, MaxValue, value)
	}

	set.Values[at] = int32(n)
	return set, nil
}

// Apply returns the set with the override; unchanged when its family does not read it.
func (o Override) Apply(set Set) Set {
	if changed, err := o.apply(set); err == nil {
		return changed
	}
	return set // ParseOverride has refused such a value
}

// ApplyAll returns the set with all the overrides that its family reads, called [Custom] if they
// change it.
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
