package corpus

import (
	"encoding/json"
	"fmt"

	"turncoat/rules/ruleset"
)

// RuleSet is a rule set as cases and requests name it: the name of a built-in one, or an object of
// settings as in a rule-set file.
type RuleSet struct{ ruleset.Set }

// MarshalJSON writes the name of a built-in set, or an object with the family and every setting
// that differs from the family's first values, keys in order.
func (r RuleSet) MarshalJSON() ([]byte, error) {
	if b, ok := ruleset.IsBuiltin(r.Set); ok && (b.Name == r.Name || r.Name == "") {
		return json.Marshal(b.Name)
	}
	first := ruleset.First(r.Family)
	fields := map[string]any{"family": r.Family.String(), "name": r.Name}
	for _, s := range ruleset.SettingsOf(r.Family) {
		if v := s.Of(r.Set); v != s.Of(first) {
			fields[s.Name] = v
		}
	}
	if r.Values != first.Values {
		values := map[string]int32{}
		for i, name := range [...]string{"pawn", "knight", "bishop", "rook", "queen", "king"} {
			if r.Values[i] != first.Values[i] {
				values[name] = r.Values[i]
			}
		}
		fields["values"] = values
	}
	return json.Marshal(fields)
}

// UnmarshalJSON reads a name or an object.
func (r *RuleSet) UnmarshalJSON(text []byte) error {
	var name string
	if json.Unmarshal(text, &name) == nil {
		set, err := ruleset.Builtin(name)
		r.Set = set
		return err
	}
	if len(text) == 0 || text[0] != '{' {
		return fmt.Errorf("%w: rules are a name or an object of settings", ErrSyntax)
	}
	set, err := ruleset.Parse(text, "")
	r.Set = set
	return err
}
