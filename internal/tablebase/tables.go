package tablebase

import (
	"fmt"
	"slices"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Tables are the tables of one rule set, open for reading. Any number of goroutines may probe them.
type Tables struct {
	set     ruleset.Set // as it is built in
	rules   rules.Fast
	cache   *cache
	byClass map[Class]*Table
}

// New returns the tables of a rule set, which has to be built in, before any is added.
func New(set ruleset.Set) (*Tables, error) {
	builtin, isBuiltin := ruleset.IsBuiltin(set)
	fast, isFast := rules.FastFor(set)
	if !isBuiltin || !isFast {
		return nil, fmt.Errorf("%w: %s is not one of the rule sets that are built in", ErrRules, set.Name)
	}
	t := &Tables{set: builtin, rules: fast, cache: newCache(cacheSize), byClass: map[Class]*Table{}}
	return t, nil
}

// Set returns the rule set, the zero value for nil.
func (t *Tables) Set() ruleset.Set {
	if t == nil {
		return ruleset.Set{}
	}
	return t.set
}

// Rules returns the rules by which the tables were made.
func (t *Tables) Rules() rules.Fast { return t.rules }

// Table returns the table of a class, nil when there is none.
func (t *Tables) Table(c Class) *Table { return t.byClass[c] }

// Classes returns the classes of the tables, in the order of [Class.Compare].
func (t *Tables) Classes() []Class {
	list := make([]Class, 0, len(t.byClass))
	for c := range t.byClass {
		list = append(list, c)
	}
	slices.SortStableFunc(list, Class.Compare)
	return list
}

// Probe returns the value of a position. The error is of the class [ErrMissing] if there is no
// table of its pieces, [ErrPosition] if no table could hold it, and [ErrFile] if the table is
// damaged. The clock, and draws by it, play no part.
func (t *Tables) Probe(p *board.Position) (Value, error) {
	table, err := t.tableOf(p)
	if err != nil {
		return NoPosition, err
	}
	if p.EnPassant != board.NoSquare {
		return t.probeByTurns(p)
	}

	v, err := table.value(table.index.Number(p))
	if err == nil && v == NoPosition {
		return v, fmt.Errorf("%w: the side not to move is in check (CON-12)", ErrPosition)
	}
	return v, err
}

// Lookup is [Tables.Probe] for searches, which look up many positions that no table holds: known is
// false for those. An odd number of plies is a win for the side to move, an even one a loss, and -1
// a draw. Nil tables hold nothing.
func (t *Tables) Lookup(p *board.Position) (plies int, known bool) {
	if t == nil || p.Occupied().Count() > MaxPieces || p.Rights != (board.Rights{}) {
		return 0, false
	}
	class, ok := ClassOf(p)
	if !ok || t.byClass[class] == nil {
		return 0, false
	}

	v, err := t.Probe(p)
	switch {
	case err != nil:
		return 0, false
	case v == Drawn:
		return -1, true
	default:
		return v.Plies(), true
	}
}

// tableOf returns the table of a position's class.
func (t *Tables) tableOf(p *board.Position) (*Table, error) {
	c, ok := ClassOf(p)
	if !ok && p.Kings.Count() == 2 {
		return nil, fmt.Errorf("%w of %d pieces: there are at most %d",
			ErrMissing, p.Occupied().Count(), MaxPieces)
	}
	if !ok || !t.placed(p) {
		return nil, fmt.Errorf("%w: invalid placement of kings or pawns", ErrPosition)
	}
	if p.Rights != (board.Rights{}) {
		return nil, fmt.Errorf("%w: it has castling rights", ErrPosition)
	}

	table := t.byClass[c]
	if table == nil {
		return nil, fmt.Errorf("%w of %s for %s", ErrMissing, c, t.set.Name)
	}
	return table, nil
}

// placed reports whether the pawns are on ranks 2 to 7 and, where kings are never converted, each
// side has one king.
func (t *Tables) placed(p *board.Position) bool {
	if p.Pawns&^pawnSquares != 0 {
		return false
	}
	whiteKings := (p.Kings & p.Colours[board.White]).Count()
	return t.set.Family.KingsConvert() || whiteKings == 1
}

// DirName returns the name of the directory in which the tables of a rule set are: that of the
// built-in set.
func DirName(set ruleset.Set) string {
	builtin, _ := ruleset.IsBuiltin(set)
	return builtin.Name
}
