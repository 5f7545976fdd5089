package validate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"turncoat/corpus"
	"turncoat/internal/infer"
	"turncoat/internal/plural"
	"turncoat/pgn"
	"turncoat/rules/ruleset"
)

// otherRules looks for built-in rule sets that explain a record with errors, which may only name
// the wrong game. If the Variant tag is missing, or names a set that does not explain the moves
// while another does, then that becomes the one headline and its consequences are left out.
// Otherwise it is only a hint, and only if enough of the game supports it. If the tag is missing
// and no built-in set explains the game, other sets are no more than hints either, since nearly
// every illegal move is legal under some setting.
func otherRules(g *pgn.Record, record *pgn.PlayedGame, o Rules,
	findings []pgn.Finding) []pgn.Finding {
	first, ok := firstOfMoves(findings)
	if !ok || speaking(record, findings) < 2 || record.Plies > maxOther { // one ply proves nothing
		return findings
	}
	legal := builtinsThatExplain(g, record, o)
	value, tagged := g.Tag("Variant")
	own := ""
	if len(legal) == 0 && !tagged && o.Override == nil && record.Plies >= 2*enoughPlies {
		own = ownRules(g, o)
		if own != "" {
			legal = []string{own}
		}
	}

	if len(legal) == 0 {
		return findings
	}

	at, end := g.TagPlace("Variant")
	hint := pgn.NewFinding(pgn.OtherRules, at, end, "all %s are legal under %s",
		plural.Count(record.Plies, "ply"), strings.Join(legal, ", "))
	hint.Rule = "NOT-6"
	doubtful := o.Override != nil || onlyOrthodox(legal)
	enough := record.Plies-first.Ply >= enoughPlies
	switch {
	case record.Variant == nil, own != "", doubtful && enough:
		return append(findings, hint)
	case doubtful:
		return findings
	case tagged && !enough || record.Plies < 2*enoughPlies: // it may still be one move that is wrong
		return append(findings, hint)
	case !tagged:
		hint.Message = "no Variant tag; " + hint.Message
	default:
		hint.Message = fmt.Sprintf("the Variant tag says %s; %s", strings.TrimSpace(value),
			hint.Message)
	}

	hint.RootCause, hint.Severity = true, pgn.Error
	rest := slices.DeleteFunc(findings, func(p pgn.Finding) bool { return p.OfRules() })
	return append(rest, hint)
}

// speaking counts the plies that can be evidence for other rules: all from the first one on that
// does not agree with the rules of the record. A wrong check sign counts as disagreement.
func speaking(record *pgn.PlayedGame, findings []pgn.Finding) int {
	first := record.Plies
	for i := range findings {
		p := &findings[i]
		if p.Variation == "" && (p.OfRules() || p.Code == pgn.UnknownRules) {
			first = min(first, max(p.Ply, 1))
		}
	}

	return record.Plies - first + 1
}

// builtinsThatExplain names the built-in rule sets under which all of a record is legal, except the
// one it was played under.
func builtinsThatExplain(g *pgn.Record, record *pgn.PlayedGame, o Rules) []string {
	played := ""
	if record.Variant != nil {
		played = record.Variant.Set().Name
	}
	var legal []string
	for _, set := range fitting(infer.Builtin(), g, o) {
		if set.Name != played {
			legal = append(legal, set.Name)
		}
	}

	return legal
}

// fitting returns the candidates that agree with a whole record.
func fitting(candidates []corpus.Misreading, g *pgn.Record, o Rules) (sets []ruleset.Set) {
	evidence := []infer.Evidence{infer.OfRecord(g, o.Letters)}
	found, _ := infer.Fitting(context.Background(), candidates, evidence) // its error is the context's
	for _, one := range found {
		sets = append(sets, one.Set)
	}
	return sets
}

// onlyOrthodox reports whether pieces capture as in orthodox chess in all of some built-in rule
// sets.
func onlyOrthodox(names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		set, _ := ruleset.Builtin(name)
		return !set.Captures()
	})
}

// ownRules returns the first of the rule sets that differ from a built-in one in one setting and
// agree with a whole game; "" for none.
func ownRules(g *pgn.Record, o Rules) string {
	sets := fitting(infer.Near(), g, o)
	if len(sets) == 0 {
		return ""
	}
	return "{" + sets[0].FromBase() + "}"
}

// enoughPlies is how many plies after an illegal one must be legal under another rule set before
// that set is suggested.
const enoughPlies = 4

// firstOfMoves returns the first error of the main line that the rules of another game could
// explain.
func firstOfMoves(findings []pgn.Finding) (first pgn.Finding, ok bool) {
	for _, p := range findings {
		ofRules := p.OfRules() || p.Code == pgn.UnknownRules
		if ofRules && p.IsError() && p.Code != pgn.ResultMismatch {
			return p, true
		}
	}

	return first, false
}

// maxOther is the number of plies beyond which a game is not tried under other rule sets, since no
// real game is so long.
const maxOther = 5000
