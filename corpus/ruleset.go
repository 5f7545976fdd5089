package corpus

import "turncoat/rules/ruleset"

// RuleSet is a rule set as cases and requests name it: the name of a built-in one, or an object of
// settings as in a rule-set file.
type RuleSet struct{ ruleset.Set }
