package compose

import (
	"slices"

	"turncoat/corpus"
	"turncoat/rules"
)

// Clocks are half-move clocks that programs are likely to get wrong: the first, the last, and those
// around the draws after fifty and seventy-five moves, which never end a game by themselves here
// (PAC-16).
func Clocks() []uint16 { return []uint16{1, 99, 100, 149, 150, lastNumber} }

// lastNumber is the greatest clock and move number.
const lastNumber = 65535

// WithClock returns a question with the given half-move clock in its first position, and with a
// move number late enough for that clock. A question that cannot be read is returned unchanged.
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
