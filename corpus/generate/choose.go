package generate

import (
	"context"
	"runtime"
	"slices"
	"turncoat/internal/workers"
)

// level chooses the cases of a size among those that are chosen already and new ones, and shrinks
// the new ones.
func (m *maker) level(ctx context.Context, l level) error {
	fixed := slices.Clone(m.chosen)
	cov := newCover(m.list, len(m.readings), m.single, l.goal)
	chosen, counts := cov.choose(fixed, m.price)
	for _, i := range chosen[len(fixed):] {
		if m.options.Only {
			break
		}
		m.begin("shrinking cases: " + string(l.size))
		c, err := m.shrink(ctx, m.list[i], cov, cov.duties(i, counts))
		if err != nil {
			return err
		}
		if c == m.list[i] || slices.ContainsFunc(m.list, func(o *candidate) bool { return o.Name() == c.Name() }) {
			continue
		}
		cov.sets[i].each(func(e int) { counts[e]-- })
		m.list[i], cov.sets[i] = c, cov.set(c)
		cov.sets[i].each(func(e int) { counts[e]++ })
	}
	m.chosen = chosen
	return m.featured(ctx, l.traits)
}

// featured adds cases until each feature of ordinary play is shown by so many, as far as there are
// any: greedily what shows most of what is missing.
func (m *maker) featured(ctx context.Context, least int) error {
	shows, err := m.allTraits(ctx)
	if err != nil {
		return err
	}
	shown := map[string]int{} // how many chosen positions show it
	for _, i := range m.chosen {
		for _, name := range shows[i] {
			shown[name]++
		}
	}
	for {
		best, bestGain, bestPrice := -1, 0, 1
		for i := range m.list {
			if slices.Contains(m.chosen, i) {
				continue
			}
			gain := 0
			for _, name := range shows[i] {
				if shown[name] < least {
					gain++
				}
			}
			if price := m.price(i); gain*bestPrice > bestGain*price {
				best, bestGain, bestPrice = i, gain, price
			}
		}
		if best < 0 {
			return nil
		}
		m.chosen = append(m.chosen, best)
		for _, name := range shows[best] {
			shown[name]++
		}
	}
}

// allTraits returns the traits of every candidate of the list.
func (m *maker) allTraits(ctx context.Context) ([][]string, error) {
	list := make([][]string, len(m.list))
	err := workers.Each(ctx, runtime.GOMAXPROCS(0), len(m.list), func(_, i int) { list[i] = traits(m.list[i].Question, m.Variant, 2*playedTurns) })
	return list, err
}

// price is what a case costs whoever has to look at it. Positions without a turn say little, and
// not every implementation knows shuffled starting positions.
func (m *maker) price(i int) int { return m.priceOf(m.list[i]) }

func (m *maker) priceOf(c *candidate) int {
	price := 4 + c.size>>12&0xff + c.turns/4 + 8*len(c.Moves)
	if c.turns == 0 {
		price += 12
	}
	if p, err := m.Variant.ParseFEN(c.FEN); err == nil {
		for _, right := range p.Rights {
			if right.Held() && (right.King.File() != 4 || right.Rook.File() != 0 && right.Rook.File() != 7) {
				price += 30
			}
		}
	}
	return price
}
