//go:build !turncoat_web

package tablebase

import (
	"context"

	"turncoat/rules/board"
)

// Entry is a position of a table with its value. White is to move.
type Entry struct {
	Position board.Position
	Value    Value
}

// Each calls visit with every position of a table, once for all its images, in the order of their numbers. An error of
// visit's ends that and is returned.
func (t *Table) Each(ctx context.Context, visit func(e Entry) error) error {
	return t.each(ctx, func(number uint64, v Value) error {
		return visit(t.entry(number, v))
	})
}

// WithValue returns up to some positions of a value, in the order of their numbers.
func (t *Table) WithValue(ctx context.Context, v Value, most int) ([]Entry, error) {
	var list []Entry
	err := t.each(ctx, func(number uint64, w Value) error {
		if w != v || len(list) >= most {
			return nil
		}
		list = append(list, t.entry(number, v))
		return nil
	})
	return list, err
}

// entry returns the position of a number, with its value.
func (t *Table) entry(number uint64, v Value) Entry {
	e := Entry{Value: v}
	t.x.at(number, &e.Position)
	e.Position.Rekey()
	return e
}
