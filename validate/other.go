package validate

import (
	"fmt"
	"strings"

	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// otherRules finds under which other built-in rule sets a record with an error has none: it may
// only name the wrong game.
func otherRules(g *pgn.Game, record *pgn.PlayedGame, o Rules) []pgn.Problem {
	if record.Plies == 0 || record.Plies > maxOther {
		return nil
	}
	var legal []string
	for _, name := range ruleset.BuiltinNames() {
		if record.Rules != nil && record.Rules.Set().Name == name {
			continue
		}
		game, err := rules.Named(name)
		if err != nil {
			continue
		}
		other, problems := pgn.Replay(g, pgn.Options{Rules: game, Letters: o.Letters})
		if other.Whole && pgn.Err(problems) == nil {
			legal = append(legal, name)
		}
	}
	if len(legal) == 0 {
		return nil
	}
	at, end := g.TagPlace("Variant")
	message := fmt.Sprintf("all %d plies are legal under %s", record.Plies, strings.Join(legal, ", "))
	if record.Plies == 1 {
		message = "the one ply is legal under " + strings.Join(legal, ", ")
	}
	return []pgn.Problem{{Code: pgn.CodeOther, At: at, End: end, Rule: "NOT-6", Message: message}}
}

// maxOther is the number of plies beyond which a game is not tried under other rule sets: no real
// game is so long.
const maxOther = 5000
