package problemfile

import (
	"slices"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// conditionSets are the rule sets of the conditions, in the order of the languages' names for them.
var conditionSets = []string{
	"andernach",
	"anti-andernach",
	"tibet",
	"double-tibet",
	"traitor",
	magicSquares,
	"masand",
	"masand-generalised",
}

// magicSquares is the rule set whose condition is followed by the squares: "MagicSquares d4h8".
const magicSquares = "magic-squares"

// condition reads the one condition of a problem, which names its rules.
func (r *popeye) condition() {
	word := r.word()
	i := find(r.lang.conditions, word)
	if i < 0 {
		r.fault("unsupported condition %q; supported are %s", word,
			strings.Join(r.lang.conditions, ", "))
		r.toNext()
		return
	}
	if r.Variant.Set().Family != ruleset.Chess {
		r.fault("unsupported second condition %q", word)
		r.toNext()
		return
	}

	set, err := ruleset.Builtin(conditionSets[i])
	if err == nil && set.Name == magicSquares {
		set = ruleset.ApplyAll(set, []ruleset.Override{r.magicSquares()})
	}
	if err != nil {
		r.fault("condition %q: %w", word, err)
		return
	}
	r.Variant = rules.New(set)

	next := r.peek()
	if !r.isCommand(next) {
		r.fault("unsupported second condition %q", next)
		r.toNext()
	}
}

// magicSquares reads the squares of the condition.
func (r *popeye) magicSquares() ruleset.Override {
	var names []string
	for _, s := range r.squares() {
		names = append(names, s.String())
	}
	return ruleset.Override{Key: "squares", Value: strings.Join(names, ",")}
}

// isCommand reports whether a word begins the next command; at the end of the text, too.
func (r *popeye) isCommand(word string) bool {
	return word == "" || len(word) >= 3 && find(r.lang.commands, word) >= 0
}

// PopeyeCondition returns the condition, in English, by which Popeye plays a rule set: empty for
// chess. It reports whether there is one. Traitor Chess has none, since Popeye converts kings there
// (AND-3).
func PopeyeCondition(set ruleset.Set) (condition string, plays bool) {
	squares := ""
	if set.ConvertsWhen == ruleset.OnSquare {
		magic, err := ruleset.Builtin(magicSquares)
		if err != nil {
			return "", false
		}
		for s := range board.Bitboard(set.Squares).All {
			squares += s.String()
		}
		set.Squares = magic.Squares
	}

	builtin, _ := ruleset.IsBuiltin(set)
	i := slices.Index(conditionSets, builtin.Name)
	switch {
	case builtin.Family == ruleset.Chess && builtin.Name != "":
		return "", true
	case i < 0 || builtin.Name == "traitor":
		return "", false
	case builtin.Name == magicSquares:
		condition = " " + squares
	}
	return languageOf("beginproblem").conditions[i] + condition, true
}
