//go:build !turncoat_web

package tablebase

import "turncoat/rules/board"

// Line returns how a decided game goes on with best play to its end: the winner's first quickest turn, the
// loser's first slowest, in the order of [Tables.Turns]. Of a drawn game it returns nothing.
func (t *Tables) Line(p *board.Position) ([]TurnValue, error) {
	v, err := t.Probe(p)
	if err != nil || v == Drawn {
		return nil, err
	}
	var line []TurnValue
	for at := *p; ; {
		turns, err := t.Turns(&at)
		if err != nil || len(turns) == 0 {
			return line, err
		}
		line = append(line, turns[0])
		var after board.Position
		t.rules.Apply(&at, turns[0].Turn, &after)
		at = after
	}
}
