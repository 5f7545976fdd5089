package protocol

import (
	"fmt"
	"strconv"
	"strings"

	"turncoat/rules/ruleset"
)

// ParseOverrides reads changes to rule sets: KEY=VALUE, several joined by "+" as the misreadings
// of a corpus are ("lines=blocked+king-bears=no"), and "values.king=4" for the value of a piece.
// What it gives changes a set; a setting that the set's family does not read is left out of that
// set, for it concerns only the others. The error says which text is no setting.
func ParseOverrides(texts []string) (func(ruleset.Set) ruleset.Set, error) {
	var changes []func(*ruleset.Set)
	for _, text := range texts {
		for part := range strings.SplitSeq(text, "+") {
			change, err := parseOverride(part)
			if err != nil {
				return nil, err
			}
			changes = append(changes, change)
		}
	}
	return func(set ruleset.Set) ruleset.Set {
		for _, change := range changes {
			change(&set)
		}
		return set
	}, nil
}

func parseOverride(text string) (func(*ruleset.Set), error) {
	key, value, ok := strings.Cut(text, "=")
	if !ok {
		return nil, fmt.Errorf("%w: %q is not KEY=VALUE", ruleset.ErrSyntax, text)
	}
	if piece, ok := strings.CutPrefix(key, "values."); ok {
		return parseValue(piece, value)
	}
	setting, ok := ruleset.FindSetting(key)
	if !ok {
		var names []string
		for _, s := range ruleset.Settings() {
			names = append(names, s.Name)
		}
		return nil, fmt.Errorf("%w: %q%s", ruleset.ErrSetting, key, ruleset.Suggest(key, names))
	}
	for _, f := range []ruleset.Family{ruleset.Pacifist, ruleset.Conversion, ruleset.Chess} {
		if !setting.ReadBy(f) {
			continue
		}
		if _, err := setting.With(ruleset.First(f), value); err != nil {
			return nil, err
		}
	}
	return func(set *ruleset.Set) {
		if changed, err := setting.With(*set, value); err == nil {
			*set = changed
		}
	}, nil
}

func parseValue(piece, value string) (func(*ruleset.Set), error) {
	kinds := []string{"pawn", "knight", "bishop", "rook", "queen", "king"} // as ruleset.Values has them
	n, err := strconv.ParseInt(value, 10, 32)
	if err != nil || n < 0 || n > ruleset.MaxValue {
		return nil, fmt.Errorf("%w: the value of a piece is a whole number from 0 to %d, not %q", ruleset.ErrSetting, ruleset.MaxValue, value)
	}
	for i, k := range kinds {
		if k == piece {
			return func(set *ruleset.Set) {
				if set.Family == ruleset.Pacifist {
					set.Values[i] = int32(n)
				}
			}, nil
		}
	}
	return nil, fmt.Errorf("%w: no piece is called %q%s", ruleset.ErrSetting, piece, ruleset.Suggest(piece, kinds))
}
