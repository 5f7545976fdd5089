package fingerprint

import (
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// MostTurns is how many turns of an answer are compared. Under a wild misreading a position can
// have thousands, and two such answers count as equal.
const MostTurns = 256

// Panel is a rule set and its misreadings, ready to answer questions. Misreadings are identified by
// their index.
type Panel struct {
	Variant  *rules.Variant // the rules
	Readings []*rules.Variant
}

// NewPanel returns the panel of a rule set and its misreadings.
func NewPanel(set ruleset.Set, misread []ruleset.Set) *Panel {
	p := &Panel{Variant: rules.New(set)}
	for _, m := range misread {
		p.Readings = append(p.Readings, rules.New(m))
	}
	return p
}

// Answer returns the key of a misreading's answer.
func (p *Panel) Answer(q Question, m int) Key {
	key, _, err := KeyTo(q, p.Readings[m], MostTurns)
	if err != nil {
		return Overflow
	}
	return key
}

// Same reports whether a misreading provably plays the same game as the rules, and why.
func (p *Panel) Same(m int) (reason string, proved bool) {
	return SameGame(p.Variant.Set(), p.Readings[m].Set())
}

// Answers are the answers of the rules and the misreadings to one question.
type Answers struct {
	Base Key
	Keys []Key // by misreading; 0 if it was not asked
}

// Tells reports whether a misreading answers differently from the rules. A refusal does not count:
// another program may be more lenient.
func (a *Answers) Tells(m int) bool { return a.Keys[m] != a.Base && a.Keys[m] != Refused }

// Norm returns the answer of a misreading for comparison with those of others. A refusal counts as
// the answer of the rules, for the same reason.
func (a *Answers) Norm(m int) Key {
	if a.Keys[m] == Refused {
		return a.Base
	}
	return a.Keys[m]
}

// Parts reports whether two misreadings answer differently.
func (a *Answers) Parts(x, y int) bool {
	return a.Keys[x] != a.Keys[y] && a.Keys[x] != Refused && a.Keys[y] != Refused
}
