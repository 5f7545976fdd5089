package tablebase

import "turncoat/rules/board"

// Line returns how a decided game ends with best play, with the first of the winner's quickest
// turns and the first of the loser's slowest ones in the order of [Tables.Turns]. It returns
// nothing for a drawn game.
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
