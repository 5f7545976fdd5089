//go:build turncoat_web

package solve

import (
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Tables replaces the tablebases of a rule set, which a page does not have.
type Tables struct{}

// Set returns no rule set.
func (*Tables) Set() ruleset.Set { return ruleset.Set{} }

// tableTurns reports that nothing is known.
func (s *Solver) tableTurns(*board.Position) (turns int, known bool) { return 0, false }

// inTables reports the same.
func (w *worker) inTables(*board.Position, int) (won, known bool) { return false, false }
