package proof

import (
	"bytes"
	"encoding/json"
	"fmt"

	"turncoat/rules/ruleset"
)

// Rules is the rule set of a header: the name of a built-in set, or the text of a rule-set file as
// a JSON object.
type Rules struct{ Set ruleset.Set }

// MarshalJSON writes the name of a built-in set as a string, any other set as an object with
// every setting.
func (r Rules) MarshalJSON() ([]byte, error) {
	if b, ok := ruleset.IsBuiltin(r.Set); ok {
		return json.Marshal(b.Name)
	}
	object := map[string]any{"name": r.Set.Name, "family": r.Set.Family.String()}
	if r.Set.Family == ruleset.Pacifist {
		values := map[string]int32{}
		for i, v := range r.Set.Values {
			values[[...]string{"pawn", "knight", "bishop", "rook", "queen", "king"}[i]] = v
		}
		object["values"] = values
	}
	for _, s := range ruleset.SettingsOf(r.Set.Family) {
		object[s.Name] = s.Of(r.Set)
	}
	return json.Marshal(object)
}

// UnmarshalJSON reads what MarshalJSON writes, and an object with base and settings.
func (r *Rules) UnmarshalJSON(text []byte) error {
	var name string
	if err := json.Unmarshal(text, &name); err == nil {
		r.Set, err = ruleset.Builtin(name)
		return err
	}
	if !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		return fmt.Errorf("%w: rules are a name or an object", ErrSyntax)
	}
	set, err := ruleset.Parse(text, "")
	r.Set = set
	return err
}
