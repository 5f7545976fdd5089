//go:build turncoat_web

package tablebase

import (
	"fmt"

	"turncoat/rules/ruleset"
)

// Under the tag turncoat_web there are no files: a page reads the tables of up to three pieces as [Tables.Values] gives
// them, and unpacks nothing.

// Table is the table of one class.
type Table struct {
	x      *indexing
	values []byte
}

// Unpacked returns the tables of a rule set whose values are given.
func Unpacked(set ruleset.Set, values []byte) (*Tables, error) {
	t, err := none(set)
	if err != nil {
		return nil, err
	}
	for _, c := range append(Classes(2), Classes(3)...) {
		x := newIndexing(c, t.set.Family)
		if uint64(len(values)) < x.size {
			return nil, fmt.Errorf("%w: it ends within %s", ErrFile, c)
		}
		t.byClass[c] = &Table{x, values[:x.size]}
		values = values[x.size:]
	}
	return t, nil
}

func (t *Table) value(number uint64) (Value, error) { return Value(t.values[number]), nil }

type cache struct{}

func newCache(int) *cache { return nil }

const DefaultCache = 0
