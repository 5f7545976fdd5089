package rules

import "turncoat/rules/board"

// Setup is a position as text: a FEN and the moves that are played from it.
type Setup struct {
	FEN   string
	Moves []string
}

// Position returns the position after the moves, under the rules of a variant.
func (s Setup) Position(variant *Variant) (board.Position, error) {
	p, err := variant.ParseFEN(s.FEN)
	for _, text := range s.Moves {
		if err != nil {
			return p, err
		}
		var t board.Played
		t, err = variant.Parse(&p, text)
		if err == nil {
			p = t.After
		}
	}

	return p, err
}
