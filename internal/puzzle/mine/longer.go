package mine

import (
	"context"
	"fmt"
	"math/rand/v2"

	"turncoat/internal/puzzle/analysis"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// MaxBases is the greatest number of positions that a mine makes longer: each stands in its
// journal, and goes to every worker.
const MaxBases = 10_000

// parseBases reads the positions that are made longer.
func (m *Mine) parseBases(variant *rules.Variant) error {
	if len(m.Bases) == 0 || len(m.Bases) > MaxBases {
		return fmt.Errorf("%w: %d positions to make longer; there can be 1 to %d", rules.ErrLimit, len(m.Bases),
			MaxBases)
	}

	m.bases = nil
	for _, fen := range m.Bases {
		at, err := variant.ParseFEN(fen)
		if err != nil {
			return err
		}
		m.bases = append(m.bases, at)
	}

	return nil
}

// longer yields positions from which a position can be reached by a turn of each side: who wins
// from there in n turns may win from them in n+1.
func (m *Mine) longer(ctx context.Context, variant *rules.Variant, at board.Position, source puzzle.Source,
	random *rand.Rand, yield func(candidate) error) error {
	answers := earlier(variant, &at)
	if len(answers) == 0 {
		return nil
	}
	return tries(ctx, source, func() (board.Position, bool) {
		answer := answers[random.IntN(len(answers))]
		starts := earlier(variant, &answer)
		if len(starts) == 0 {
			return answer, false
		}
		p := starts[random.IntN(len(starts))]
		return p, natural(variant, &p)
	}, yield)
}

// earlier returns the positions before the last turns that can have led to a position.
func earlier(variant *rules.Variant, at *board.Position) []board.Position {
	var list []board.Position
	for before := range analysis.LastTurns(variant, at) {
		list = append(list, before)
	}
	return list
}
