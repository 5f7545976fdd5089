//go:build !turncoat_web

package tablebase

import (
	"context"

	"turncoat/rules/board"
)

// Census is what can be counted in a table.
type Census struct {
	Stats
	// Wins and Losses hold the number of positions by the plies in which their games end.
	Wins, Losses [256]uint64
	// Zugzwangs is the number of mutual zugzwangs: placements of white and black pieces in which the side that is to
	// move has a turn and loses, whichever it is.
	Zugzwangs uint64
}

// Census counts the positions of a table.
func (t *Table) Census(ctx context.Context) (Census, error) {
	c := Census{Stats: t.Stats}
	var counts [256]uint64
	err := t.each(ctx, func(number uint64, v Value) error {
		if counts[v]++; !v.Loses() || v.Plies() == 0 {
			return nil
		}
		z, err := t.zugzwang(number)
		if z {
			c.Zugzwangs++
		}
		return err
	})
	for i, n := range counts {
		switch v := Value(i); {
		case v.Wins():
			c.Wins[v.Plies()] = n
		case v.Loses():
			c.Losses[v.Plies()] = n
		}
	}
	return c, err
}

// each calls visit with every number that is a position's, in order.
func (t *Table) each(ctx context.Context, visit func(number uint64, v Value) error) error {
	var block []byte
	for n := range t.ends {
		if err := ctx.Err(); err != nil {
			return err
		}
		var err error
		if block, err = t.appendBlock(block[:0], n); err != nil {
			return err
		}
		first := uint64(n) * uint64(t.block)
		for i, v := range block {
			if Value(v) == NoPosition {
				continue
			}
			if err := visit(first+uint64(i), Value(v)); err != nil {
				return err
			}
		}
	}
	return nil
}

// zugzwang reports whether a position that is lost in some plies would be lost for the other side, too, if that were to
// move. Of the two numbers that such a placement has, only the lower is reported.
func (t *Table) zugzwang(number uint64) (bool, error) {
	var p board.Position
	t.x.at(number, &p)
	p.Turn = board.Black
	other := t.x.of(&p)
	if other < number {
		return false, nil
	}
	v, err := t.value(other)
	return v.Loses() && v.Plies() > 0, err
}
