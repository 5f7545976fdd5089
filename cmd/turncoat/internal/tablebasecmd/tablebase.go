// Package tablebasecmd has the commands about tablebases.
package tablebasecmd

import (
	"fmt"

	"turncoat/cmd/internal/command"
	"turncoat/internal/story"
	"turncoat/internal/tablebase"
	"turncoat/rules"
)

// A tablesCall is a call about the tables of some classes.
type tablesCall struct {
	*tablebase.Tables
	variant *rules.Variant
	classes []tablebase.Class
}

// tablesOf opens the tables of a rule set, including those of a directory, for a call that names
// classes. They must be closed.
func tablesOf(s *command.Session, set, dir string) (*tablesCall, error) {
	classes, err := parseClasses(s.Args())
	if err != nil {
		return nil, err
	}
	variant, err := s.Variant(set)
	if err != nil {
		return nil, err
	}
	tables, err := command.OpenTables(dir, variant)
	if err != nil {
		return nil, err
	}
	return &tablesCall{tables, variant, classes}, nil
}

// missing returns the error for a table that does not exist.
func (t *tablesCall) missing(class tablebase.Class) error {
	return probeError(
		fmt.Errorf("%w of %s for %s", tablebase.ErrMissing, class, story.RulesName(t.variant)),
	)
}

func parseClasses(words []string) ([]tablebase.Class, error) {
	var classes []tablebase.Class
	for _, word := range words {
		class, err := tablebase.ParseClass(word)
		if err != nil {
			return nil, err
		}
		classes = append(classes, class)
	}

	return classes, nil
}

// thousands formats a number with separators, as in 1,234,567.
func thousands(n uint64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
