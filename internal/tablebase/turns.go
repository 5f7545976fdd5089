package tablebase

import (
	"cmp"
	"slices"

	"turncoat/rules"
	"turncoat/rules/board"
)

// TurnValue is a turn and the value of the position after it, to the side that is to move there.
type TurnValue struct {
	board.Turn
	Value Value
}

// Turns returns every legal turn of a position with the value of the position after it, best for the mover first: where
// the enemy chooses a reclaim (PAC-8) each choice is a turn of its own, and those of one move stand together, the
// enemy's best choice first. Turns of equal value stand in the order of their UCI text, then of the squares reclaimed.
// The errors are those of [Tables.Probe], for any of the positions.
func (t *Tables) Turns(p *board.Position) ([]TurnValue, error) {
	var list []TurnValue
	var choices rules.Choices
	type move struct {
		text  string
		best  Value // of the enemy's
		turns []TurnValue
	}
	var moves []move
	for _, full := range t.rules.AppendTurns(nil, p) {
		m := move{text: full.UCI(p)}
		for choices.Start(t.rules, p, full.Move); choices.Next(); {
			v := TurnValue{Turn: choices.Turn()}
			var after board.Position
			t.rules.Apply(p, v.Turn, &after)
			var err error
			if v.Value, err = t.Probe(&after); err != nil {
				return nil, err
			}
			m.turns = append(m.turns, v)
		}
		slices.SortStableFunc(m.turns, func(a, b TurnValue) int {
			return cmp.Or(b.Value.Compare(a.Value), slices.Compare(a.Reclaimed.Names(), b.Reclaimed.Names()))
		})
		m.best = m.turns[0].Value
		moves = append(moves, m)
	}
	slices.SortStableFunc(moves, func(a, b move) int {
		return cmp.Or(a.best.Compare(b.best), cmp.Compare(a.text, b.text))
	})
	for _, m := range moves {
		list = append(list, m.turns...)
	}
	return list, nil
}

// probeByTurns returns the value of a position that has no number, since a pawn can be taken en passant in it, by the
// values of the positions after its turns.
func (t *Tables) probeByTurns(p *board.Position) (Value, error) {
	turns, err := t.Turns(p)
	switch {
	case err != nil:
		return NoPosition, err
	case len(turns) > 0:
		return turns[0].Value.before(), nil
	case t.rules.InCheck(p, p.Turn):
		return In(0), nil
	}
	return Drawn, nil
}
