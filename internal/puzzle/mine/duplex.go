package mine

import (
	"context"

	"turncoat/internal/puzzle/analysis"
	"turncoat/puzzle"
	"turncoat/rules/board"
)

// faultDuplex is the weight of a position that is no help-win of the same length with the other
// side to begin.
const faultDuplex = 80.0

// otherHalf analyses a help-win in n turns with the other side to begin. In is 0 where that is none
// of the same length, or cannot be told within the limits.
func otherHalf(ctx context.Context, a *analysis.Analyst, at *board.Position, n int) (board.Position,
	analysis.Analysis, error) {
	other, err := puzzle.Duplex(a.Variant(), at)
	if err != nil {
		return other, analysis.Analysis{}, nil // the side that begins could be captured, or the like
	}
	found, err := a.Analyse(ctx, &other, n)
	if analysis.Unanswered(err) || err == nil && found.In != n {
		return other, analysis.Analysis{}, nil
	}
	return other, found, err
}

// withDuplex adds to the fault of a help-win in n turns that of its other half.
func (v *improver) withDuplex(ctx context.Context, p *board.Position, n int, fault float64) (float64, error) {
	if !v.duplex {
		return fault, nil
	}
	_, other, err := otherHalf(ctx, v.analyst, p, n)
	if err != nil || other.In == 0 {
		return fault + faultDuplex, err
	}
	return fault + v.faultOfLines(&other), nil
}

// lacksDuplex reports whether a duplex is asked for and the other half of a help-win is not sound.
func (v *improver) lacksDuplex(ctx context.Context, p *board.Position, n int) (bool, error) {
	if !v.duplex {
		return false, nil
	}
	_, other, err := otherHalf(ctx, v.analyst, p, n)
	return other.In == 0 || v.demands.Meets(&other) != "", err
}

// addDuplex gives a puzzle its other half as a twin, if that is sound.
func (w *worker) addDuplex(ctx context.Context, p *puzzle.Puzzle, at *board.Position) error {
	other, found, err := otherHalf(ctx, w.analyst, at, p.In)
	if err != nil || found.In == 0 || w.mine.Demands.Meets(&found) != "" {
		return err
	}
	second, err := w.analyst.Make(ctx, &other, &found)
	if err != nil {
		return err
	}
	change, err := puzzle.ParseChange(puzzle.DuplexChange)
	p.Twins = append(p.Twins, puzzle.TwinOf(&second, change))
	return err
}
