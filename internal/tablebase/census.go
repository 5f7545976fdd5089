package tablebase

import (
	"cmp"
	"context"
	"slices"

	"turncoat/rules/board"
)

// Stats are the counts of a class. A position is counted once for all its images under the
// symmetries of the board and the exchange of colours.
type Stats struct {
	Positions, Won, Lost, Drawn uint64

	Longest     int // plies of the longest win, 0 if there is none
	LongestLoss int // plies of the longest loss
}

// StatsOf counts values.
func StatsOf(values []Value) (s Stats) {
	var counts [256]uint64
	for _, v := range values {
		counts[v]++
	}

	for i, n := range counts {
		v := Value(i)
		switch {
		case n == 0 || v == NoPosition:
			continue
		case v.Wins():
			s.Won += n
			s.Longest = max(s.Longest, v.Plies())
		case v.Loses():
			s.Lost += n
			s.LongestLoss = max(s.LongestLoss, v.Plies())
		default:
			s.Drawn += n
		}

		s.Positions += n
	}

	return s
}

// Census holds the counts of a table's positions.
type Census struct {
	Stats
	// Wins and Losses hold the number of positions by the plies in which their games end.
	Wins, Losses [256]uint64
	// Zugzwangs is the number of mutual zugzwangs: placements in which
	// whichever side is to move has a turn and loses.
	Zugzwangs uint64
}

// Census counts the positions of a table.
func (t *Table) Census(ctx context.Context) (Census, error) {
	c := Census{Stats: t.Stats}
	err := t.each(ctx, func(number uint64, v Value) error {
		switch {
		case v.Wins():
			c.Wins[v.Plies()]++
		case v.Loses():
			c.Losses[v.Plies()]++
		}

		if !v.Loses() || v.Plies() == 0 {
			return nil
		}

		zugzwang, err := t.isMutualZugzwang(number)
		if zugzwang {
			c.Zugzwangs++
		}
		return err
	})
	return c, err
}

// isMutualZugzwang reports whether a position that is lost, but not at once, would also be lost if
// the other side were to move. Such a placement has two numbers; the answer is yes only for the
// lower one.
func (t *Table) isMutualZugzwang(number uint64) (bool, error) {
	var p board.Position
	t.index.Position(number, &p)
	p.Turn = p.Turn.Other()
	other := t.index.Number(&p)
	if other < number {
		return false, nil
	}
	v, err := t.value(other)
	return v.Loses() && v.Plies() > 0, err
}

// OwnerStats counts the positions in which the side to move owns some pieces and its enemy the
// rest.
type OwnerStats struct {
	// Turn is the side to move. It is White if colours are exchanged (see [Index.Exchanges]).
	Turn             board.Colour
	Mover, Enemy     string // as in "KN" and "K"; empty for nothing
	Won, Lost, Drawn uint64
}

// Positions returns how many there are.
func (s *OwnerStats) Positions() uint64 { return s.Won + s.Lost + s.Drawn }

// StatsByOwner counts the positions of a table by who owns what. Those in which the side to move
// owns the most pieces come first.
func (t *Table) StatsByOwner(ctx context.Context) ([]OwnerStats, error) {
	type owners struct {
		turn         board.Colour
		mover, enemy string
	}
	byOwner := map[owners]*OwnerStats{}
	var p board.Position
	err := t.each(ctx, func(number uint64, v Value) error {
		t.index.Position(number, &p)
		key := owners{p.Turn, owned(&p, p.Turn), owned(&p, p.Turn.Other())}
		s := byOwner[key]
		if s == nil {
			s = &OwnerStats{Turn: key.turn, Mover: key.mover, Enemy: key.enemy}
			byOwner[key] = s
		}

		switch {
		case v.Wins():
			s.Won++
		case v.Loses():
			s.Lost++
		default:
			s.Drawn++
		}

		return nil
	})

	list := make([]OwnerStats, 0, len(byOwner))
	for _, s := range byOwner {
		list = append(list, *s)
	}
	slices.SortFunc(list, func(a, b OwnerStats) int {
		return cmp.Or(cmp.Compare(len(b.Mover), len(a.Mover)), cmp.Compare(a.Mover, b.Mover),
			cmp.Compare(a.Turn, b.Turn))
	})
	return list, err
}

// owned returns the letters of what a side owns, kings first, then from queens to pawns.
func owned(p *board.Position, c board.Colour) string {
	var letters [MaxPieces]byte
	n := 0
	for _, kind := range kingsFirst {
		for range (p.Pieces(kind) & p.Colours[c]).Count() {
			letters[n] = kind.Letter()
			n++
		}
	}

	return string(letters[:n])
}
