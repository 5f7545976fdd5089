package tablebase

import (
	"fmt"
	"slices"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Tables are the tables of one rule set, open for reading. Any number of goroutines may use them.
type Tables struct {
	set     ruleset.Set // as it is built in
	rules   rules.Fast
	cache   *cache
	byClass map[Class]*Table
}

// none returns the tables of a rule set before any is opened.
func none(set ruleset.Set) (*Tables, error) {
	builtin, ok := ruleset.IsBuiltin(set)
	r, fits := rules.FastFor(set)
	if !ok || !fits {
		return nil, fmt.Errorf("%w: %s is not one of the rule sets that are built in", ErrRules, set.Name)
	}
	return &Tables{set: builtin, rules: r, cache: newCache(DefaultCache), byClass: map[Class]*Table{}}, nil
}

// Set returns the rule set.
func (t *Tables) Set() ruleset.Set { return t.set }

// Table returns the table of a class, nil when there is none.
func (t *Tables) Table(c Class) *Table { return t.byClass[c] }

// Classes returns the classes of which there is a table, in the order of [Class.Compare].
func (t *Tables) Classes() []Class {
	list := make([]Class, 0, len(t.byClass))
	for c := range t.byClass {
		list = append(list, c)
	}
	slices.SortStableFunc(list, Class.Compare)
	return list
}

// Probe returns the value of a position. The error is of the class [ErrMissing] where there is no table of its pieces,
// [ErrPosition] where no table could hold it, and [ErrFile] where the table is damaged. The clock and draws by it are
// not looked at.
func (t *Tables) Probe(p *board.Position) (Value, error) {
	table, err := t.tableOf(p)
	if err != nil {
		return NoPosition, err
	}
	if p.EnPassant != board.NoSquare {
		return t.probeByTurns(p)
	}
	v, err := table.value(table.x.of(p))
	if err == nil && v == NoPosition {
		return v, fmt.Errorf("%w: the side not to move is in check (CON-12)", ErrPosition)
	}
	return v, err
}

// tableOf returns the table of a position's class.
func (t *Tables) tableOf(p *board.Position) (*Table, error) {
	c, ok := ClassOf(p)
	switch {
	case !ok && p.Kings.Count() == 2:
		return nil, fmt.Errorf("%w of %d pieces: there are at most %d", ErrMissing, p.Occupied().Count(), MaxPieces)
	case !ok || p.Pawns&^pawnSquares != 0 || !t.set.Family.KingsConvert() &&
		(p.Kings&p.Colours[board.White]).Count() != 1:
		return nil, fmt.Errorf("%w: its kings or pawns stand wrong", ErrPosition)
	case p.Rights != board.Rights{}:
		return nil, fmt.Errorf("%w: it has castling rights", ErrPosition)
	}
	table := t.byClass[c]
	if table == nil {
		return nil, fmt.Errorf("%w of %s for %s", ErrMissing, c, t.set.Name)
	}
	return table, nil
}
