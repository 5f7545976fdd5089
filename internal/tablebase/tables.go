package tablebase

import (
	"fmt"
	"slices"

	"turncoat/internal/fast"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Tables are the tables of one rule set, open for reading. Any number of goroutines may probe them.
type Tables struct {
	set     ruleset.Set // the built-in one, if it is one
	rules   fast.Rules
	cache   *cache
	byClass map[Class]*Table
}

// New returns an empty set of tables for a rule set, which must be built in or one of the Andernach
// family that package fast plays.
func New(set ruleset.Set) (*Tables, error) {
	if builtin, isBuiltin := ruleset.IsBuiltin(set); isBuiltin {
		set = builtin
	}
	fast, isFast := fast.For(set)
	switch {
	case !isFast:
		return nil, fmt.Errorf("%w: %s is neither built in nor of the Andernach family with the"+
			" king-converts, converted-kind, converts-order, castling-converted, en-passant, stalemate"+
			" and promotion of andernach", ErrRules, set.Name)
	case len(set.Name) > nameSize:
		return nil, fmt.Errorf("%w: the name %s is longer than %d letters", ErrRules, set.Name,
			nameSize)
	}
	return &Tables{
		set:     set,
		rules:   fast,
		cache:   newCache(cacheSize),
		byClass: map[Class]*Table{},
	}, nil
}

// CheckClass returns an error if a class cannot have a table under a rule set because a turn may
// lead to a castling right (AND-9) in a class whose table holds no positions with rights.
func CheckClass(set ruleset.Set, c Class) error {
	if gainable(&set, c) == (positionRights{}) {
		return nil
	}
	for _, d := range c.LeadsInto(set.Family) {
		if mayHaveRooks(d) && gainable(&set, d) == (positionRights{}) {
			return fmt.Errorf("%w: in %s a rook may gain a castling right, which no table of %s has",
				ErrRules, c, d)
		}
	}
	return nil
}

// Set returns the rule set, the zero value for nil.
func (t *Tables) Set() ruleset.Set {
	if t == nil {
		return ruleset.Set{}
	}
	return t.set
}

// Rules returns the rules that the tables were made with.
func (t *Tables) Rules() fast.Rules { return t.rules }

// Table returns the table of a class, nil if there is none.
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
// table for its pieces, [ErrPosition] if no table can contain it, and [ErrFile] if the table is
// damaged. The clock and the draws that depend on it are ignored.
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

// Lookup is [Tables.Probe] for searches, which look up many positions that are in no table; known
// is false for them. The result is an odd number of plies for a win of the side to move, an even
// one for a loss, and -1 for a draw. Nil tables contain nothing.
func (t *Tables) Lookup(p *board.Position) (plies int, known bool) {
	if t == nil || p.Occupied().Count() > MaxPieces {
		return 0, false
	}
	class, ok := ClassOf(p)
	if !ok || t.byClass[class] == nil || !t.byClass[class].index.Holds(p) {
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

	table := t.byClass[c]
	if table == nil {
		return nil, fmt.Errorf("%w of %s for %s", ErrMissing, c, t.set.Name)
	}
	if !table.index.Holds(p) {
		return nil, fmt.Errorf("%w: it has castling rights", ErrPosition)
	}
	return table, nil
}

// placed reports whether the pawns are on ranks 2 to 7 and, if kings are never converted, each side
// has one king.
func (t *Tables) placed(p *board.Position) bool {
	if p.Pawns&^pawnSquares != 0 {
		return false
	}
	whiteKings := (p.Kings & p.Colours[board.White]).Count()
	return t.set.KingsConvert() || whiteKings == 1
}

// DirName returns the name of the directory with the tables of a rule set, which is the name of the
// built-in set if it plays as one.
func DirName(set ruleset.Set) string {
	if builtin, ok := ruleset.IsBuiltin(set); ok {
		return builtin.Name
	}
	return set.Name
}
