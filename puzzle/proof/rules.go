package proof

import "turncoat/rules/ruleset"

// Rules is the rule set of a header: the name of a built-in set, or the text of a rule-set file as
// a JSON object.
type Rules struct{ Set ruleset.Set }

// MarshalJSON returns the JSON form of the rule set.
func (r Rules) MarshalJSON() ([]byte, error) { return r.Set.MarshalJSON() }

// UnmarshalJSON reads what MarshalJSON writes, and an object with base and settings.
func (r *Rules) UnmarshalJSON(text []byte) error { return r.Set.UnmarshalJSON(text) }
