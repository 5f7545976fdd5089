package mine

import (
	"context"
	"errors"
	"slices"

	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/puzzle/chance"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// unit does one unit: it solves the unit's positions, improves those that are not sound, and makes
// puzzles of what is.
func (m *Mine) unit(ctx context.Context, number int) (unit, error) {
	variant := rules.New(m.Rules)
	w := worker{mine: m, analyst: m.analyst(variant, m.Nodes), unit: unit{Unit: number},
		seen: map[string]bool{}}
	w.improver = improver{
		analyst: m.analyst(variant, m.improverNodes()), demands: m.Demands, themes: m.Themes,
		shape:  m.shape(),
		random: chance.For(m.Seed, "improve", number), keepsRights: steeringFor(m.Themes).rights(),
		duplex: m.Duplex,
	}
	err := m.candidates(ctx, variant, number, chance.For(m.Seed, string(m.From), number),
		func(c candidate) error { return w.screen(ctx, c) })
	w.unit.Screened += w.improver.screened
	return w.unit, err
}

// analyst returns an analyst that looks for the goal of the mine.
func (m *Mine) analyst(variant *rules.Variant, nodes uint64) *analysis.Analyst {
	return analysis.New(variant, analysis.Options{Goal: m.Goal, Half: m.Half, Nodes: nodes})
}

// improverNodes returns the limit of an improver's searches. It is rounded up, since 0 would mean
// no limit.
func (m *Mine) improverNodes() uint64 { return (m.Nodes + improverShare - 1) / improverShare }

// shape returns the conditions on the key and on the last turn.
func (m *Mine) shape() analysis.Shape {
	shape, _ := analysis.ParseShape(m.Key, m.Final) // checked before
	return shape
}

// A worker does one unit.
type worker struct {
	mine     *Mine
	analyst  *analysis.Analyst
	improver improver
	unit     unit
	seen     map[string]bool
}

// screen looks for a puzzle in a position and near it.
func (w *worker) screen(ctx context.Context, c candidate) error {
	w.unit.Screened++
	in, keys, err := w.analyst.Shortest(ctx, &c.at, w.mine.Most)
	if analysis.Unanswered(err) {
		return nil
	}
	if err != nil || in < w.mine.Least {
		return err
	}
	d := w.mine.Demands
	if !(d.OneKey && len(keys) > 1) || w.mine.Goal == solve.HelpWin {
		found, err := w.solution(ctx, &c.at, in, keys)
		if err != nil {
			return err
		}
		if found.In != 0 {
			sound, err := w.improver.sound(ctx, &c.at, &found)
			if err != nil {
				return err
			}
			if sound {
				return w.keep(ctx, c, found)
			}
		}
	}

	if w.mine.Improve == 0 {
		return nil
	}
	at, changes, sound, err := w.improver.improve(ctx, c.at, in, w.mine.Improve)
	if err != nil || !sound {
		return err
	}
	c = candidate{at: at, source: c.source} // it no longer has a past
	c.source.Improved, c.source.Before, c.source.Last = changes, "", ""
	found, err := w.analyst.Analyse(ctx, &at, in)
	if errors.Is(err, rules.ErrLimit) {
		return nil
	}
	if err != nil {
		return err
	}
	return w.keep(ctx, c, found)
}

// solution makes the solution. It returns nothing if the solution is too long, or has duals
// although none are allowed.
func (w *worker) solution(ctx context.Context, p *board.Position, in int, keys []board.Move) (analysis.Analysis,
	error) {
	bounds := analysis.Bounds{Duals: -1}
	if w.mine.Demands.Strict {
		bounds.Duals = 0
	}
	found, err := w.analyst.Solution(ctx, p, in, keys, bounds)
	if errors.Is(err, rules.ErrLimit) {
		return analysis.Analysis{}, nil
	}
	return found, err
}

// keep makes a puzzle of a sound position.
func (w *worker) keep(ctx context.Context, c candidate, found analysis.Analysis) error {
	mistake := false
	if c.before != nil && w.mine.Goal == solve.Win {
		var err error
		mistake, err = w.analyst.Mistake(ctx, c.before, found.In)
		if errors.Is(err, rules.ErrLimit) {
			return nil
		}
		if err != nil || w.mine.Demands.Mistake && !mistake {
			return err
		}
	}

	if c.before == nil && w.mine.Demands.Reached {
		if _, _, ok := analysis.LastTurn(w.analyst.Variant(), &c.at); !ok {
			return nil
		}
	}

	canonical := puzzle.Canonical(w.analyst.Variant().Set(), &c.at)
	if w.seen[canonical] {
		return nil
	}
	w.seen[canonical] = true
	p, err := w.analyst.Make(ctx, &c.at, &found)
	if err != nil {
		return err
	}
	p.Source, p.Claims.Mistake = c.source, mistake
	tries := analysis.UsualTries(found.In)
	if slices.ContainsFunc(w.mine.Themes, analysis.PhaseTheme) {
		tries = 1
	}
	_, err = w.analyst.AddPhases(ctx, &p, &c.at, &found, tries)
	if err != nil && !errors.Is(err, rules.ErrLimit) {
		return err
	}
	if w.mine.Duplex {
		if err := w.addDuplex(ctx, &p, &c.at); err != nil {
			return err
		}
		if len(p.Twins) == 0 {
			return nil
		}
	}

	w.unit.Puzzles = append(w.unit.Puzzles, p)
	return nil
}
