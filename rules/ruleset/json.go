package ruleset

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// MarshalJSON returns the one JSON form of a rule set, which files, requests and reports share: the
// name of a built-in set as a string; any other set as an object with its name, its family and
// every setting and value that differs from the family's first, keys in order. UnmarshalJSON reads
// it back to an equal set.
func (set Set) MarshalJSON() ([]byte, error) {
	if b, ok := IsBuiltin(set); ok && (b.Name == set.Name || set.Name == "") {
		return json.Marshal(b.Name)
	}
	return json.Marshal(set.fields(First(set.Family)))
}

// UnmarshalJSON reads a rule set from the name of a built-in one, or from an object with base or
// family and settings as in a rule-set file. The error wraps [ErrSyntax], [ErrSetting] or
// [ErrUnknown].
func (set *Set) UnmarshalJSON(text []byte) error {
	var name string
	if json.Unmarshal(text, &name) == nil && !bytes.Equal(text, []byte("null")) {
		found, err := Builtin(name)
		*set = found
		return err
	}

	text = bytes.TrimSpace(text)
	if len(text) == 0 || text[0] != '{' {
		return fmt.Errorf("%w: rules are a name or an object of settings", ErrSyntax)
	}
	found, err := Parse(text, "") // JSON is YAML
	*set = found
	return err
}

// AppendJSON appends the set as an object with every setting that its family reads, built-in or
// not: the JSON form of what [AppendYAML] writes, which [Parse] reads back to an equal set.
func AppendJSON(text []byte, set Set) []byte {
	none := Set{Family: set.Family}
	for i := range none.Values {
		none.Values[i] = -1
	}
	object := set.fields(none)
	for _, s := range SettingsOf(set.Family) {
		object[s.Name] = s.ValueIn(set)
	}
	all, err := json.Marshal(object)
	if err != nil {
		panic(err) // words and numbers
	}
	return append(text, all...)
}

// fields returns the keys of a rule-set file that the set needs beside those it shares with first.
func (set Set) fields(first Set) map[string]any {
	object := map[string]any{"family": set.Family.String(), "name": set.Name}
	for _, s := range SettingsOf(set.Family) {
		if v := s.ValueIn(set); v != s.ValueIn(first) {
			object[s.Name] = v
		}
	}

	if set.Squares != first.Squares {
		object[squaresKey] = append([]string{}, set.Squares.names()...)
	}
	if set.Family.HasWeights() {
		values := map[string]int32{}
		for i, v := range set.Values {
			if v != first.Values[i] {
				values[kindNames[i]] = v
			}
		}

		if len(values) > 0 {
			object[valuesKey] = values
		}
	}

	return object
}
