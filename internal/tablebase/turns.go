package tablebase

import (
	"cmp"
	"fmt"
	"slices"

	"turncoat/internal/fast"
	"turncoat/rules/board"
)

// TurnValue is a turn and the value of the position after it for the side that is to move there.
type TurnValue struct {
	board.Turn
	Value Value
}

// Turns returns every legal turn of a position with the value of the position after it, the best
// for the mover first. If the enemy chooses a reclaim (PAC-8), each choice is a turn of its own;
// those of one move are together, the enemy's best choice first. Turns of equal value are in the
// order of their UCI text, then of the squares reclaimed. The errors are those of [Tables.Probe]
// for any of the positions; one of the class [ErrFile] also says that the value of the position
// contradicts those after its turns, so that whoever follows the best turns comes to an end.
func (t *Tables) Turns(p *board.Position) ([]TurnValue, error) {
	list, err := t.listTurns(p)
	if err != nil || len(list) == 0 {
		return list, err
	}

	table, err := t.tableOf(p)
	if err != nil || p.EnPassant != board.NoSquare {
		return list, nil // the position itself has no value of its own
	}
	value, err := table.value(table.index.Number(p))
	if err == nil && value != NoPosition && value != list[0].Value.Before() {
		err = fmt.Errorf("%s: %w: the values of %s and of the positions after it contradict each other",
			table.name, ErrFile, p.FEN(t.set))
	}
	return list, err
}

// listTurns lists the turns for [Tables.Turns].
func (t *Tables) listTurns(p *board.Position) ([]TurnValue, error) {
	type move struct {
		text  string
		turns []TurnValue // the enemy's best choice first
	}
	var moves []move
	for _, full := range t.rules.AppendTurns(nil, p) {
		turns, err := t.choices(p, full.Move)
		if err != nil {
			return nil, err
		}
		moves = append(moves, move{full.UCI(p), turns})
	}

	slices.SortStableFunc(moves, func(a, b move) int {
		best := a.turns[0].Value.Compare(b.turns[0].Value)
		return cmp.Or(best, cmp.Compare(a.text, b.text))
	})

	var list []TurnValue
	for _, m := range moves {
		list = append(list, m.turns...)
	}
	return list, nil
}

// choices returns the turns of a move, one for each choice of the enemy's reclaim, the enemy's best
// choice first.
func (t *Tables) choices(p *board.Position, m board.Move) ([]TurnValue, error) {
	var turns []TurnValue
	var choices fast.Choices
	choices.Start(t.rules, p, m)
	for choices.Next() {
		turn := choices.Turn()
		var after board.Position
		t.rules.Apply(p, turn, &after)
		v, err := t.Probe(&after)
		if err != nil {
			return nil, err
		}
		turns = append(turns, TurnValue{turn, v})
	}

	slices.SortStableFunc(turns, func(a, b TurnValue) int {
		reclaimed := slices.Compare(a.Reclaimed.Names(), b.Reclaimed.Names())
		return cmp.Or(b.Value.Compare(a.Value), reclaimed)
	})
	return turns, nil
}

// probeByTurns returns the value of a position that has no number because a pawn can be captured en
// passant. The value follows from those of the positions after its turns.
func (t *Tables) probeByTurns(p *board.Position) (Value, error) {
	turns, err := t.listTurns(p)
	switch {
	case err != nil:
		return NoPosition, err
	case len(turns) > 0:
		return turns[0].Value.Before(), nil
	case t.rules.InCheck(p, p.Turn):
		return DecidedIn(0), nil
	}

	return Drawn, nil
}
