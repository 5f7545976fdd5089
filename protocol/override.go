package protocol

import "turncoat/rules/ruleset"

// ParseOverrides reads changes to rule sets: KEY=VALUE, several joined by "+" as the misreadings of a corpus are
// ("lines=blocked+king-bears=no"), and "values.king=4" for the value of a piece. The function that it returns
// makes the changes that the family of a set reads. The error says which text is no setting.
func ParseOverrides(texts []string) (func(ruleset.Set) ruleset.Set, error) {
	var all []ruleset.Override
	for _, text := range texts {
		some, err := ruleset.ParseOverrides(text)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return func(set ruleset.Set) ruleset.Set {
		for _, o := range all {
			set = o.Apply(set)
		}
		return set
	}, nil
}
