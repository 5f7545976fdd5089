package generate

import (
	"context"
	"runtime"
	"slices"

	"turncoat/internal/fingerprint"
	"turncoat/internal/shrink"
	"turncoat/internal/workers"
)

// shrink removes pieces, rights and moves from a candidate as long as it still does its duties: it
// must detect the misreadings, and distinguish the pairs, that the given elements of the cover
// name.
func (p *pool) shrink(ctx context.Context, c *candidate, cov *cover, duties []int) (*candidate,
	error) {
	smaller := func(q fingerprint.Question) []fingerprint.Question {
		return shrink.Smaller(p.Variant, q)
	}
	shrink.Least(ctx, c.Question, smaller, func(trials []fingerprint.Question) int {
		found := make([]*candidate, len(trials))
		_ = workers.Each(ctx, runtime.GOMAXPROCS(0), len(trials), func(_, i int) {
			t, ok := p.look(trials[i], p.mostTurns)
			if ok && (t.turns > 0 || c.turns == 0) && p.does(t, cov, duties) {
				found[i] = t
			}
		})
		for i, t := range found {
			if t != nil && p.askAll(ctx, t) {
				c = t
				return i
			}
		}

		return -1
	})
	return c, ctx.Err()
}

// askAll has all misreadings answer a position, at the same time.
func (p *pool) askAll(ctx context.Context, c *candidate) bool {
	refused := make([]bool, len(p.readings))
	err := workers.Each(ctx, runtime.GOMAXPROCS(0), len(p.readings),
		func(_, m int) { refused[m] = !p.ask(c, []int{m}) })
	return err == nil && !slices.Contains(refused, true)
}

// does reports whether a candidate does its duties. It asks only the misreadings that the duties
// name.
func (p *pool) does(c *candidate, cov *cover, duties []int) bool {
	for _, e := range duties {
		if e < cov.readings {
			if !p.ask(c, []int{e}) || !c.Tells(e) {
				return false
			}
			continue
		}

		a, b := cov.pair(e)
		if !p.ask(c, []int{a, b}) || c.Norm(a) == c.Norm(b) {
			return false
		}
	}

	return true
}
