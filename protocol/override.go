package protocol

import "turncoat/rules/ruleset"

// ParseOverrides parses changes to rule sets: KEY=VALUE, joined by "+" as in misreadings of a corpus
// ("lines=blocked+king-bears=no"), and "values.king=4" for the value of a piece. The function it returns applies those
// that the family of a set has.
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
