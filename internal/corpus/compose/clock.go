package compose

import (
	"slices"

	"turncoat/corpus"
	"turncoat/rules"
)

// Clocks are half-move clocks about which programs err: the first, those around the draws of fifty
// and seventy-five moves, which here never end a game by themselves, and the last (PAC-16).
func Clocks() []uint16 { return []uint16{1, 99, 100, 149, 150, lastNumber} }

// lastNumber is where clock and move number stop.
const lastNumber = 65535

// WithClock returns a question whose first position has a half-move clock, and a move number at
// which a game can have come to it. The question is returned as it is where it cannot be read.
func WithClock(v *rules.Variant, q corpus.Seed, clock uint16) corpus.Seed {
	p, err := v.ParseFEN(q.FEN)
	if err != nil {
		return q
	}
	p.Clock, p.Number = clock, clock/2+1
	if clock == lastNumber {
		p.Number = lastNumber
	}
	return corpus.Seed{FEN: v.FEN(&p), Moves: slices.Clone(q.Moves)}
}
