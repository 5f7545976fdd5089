package corpus

import (
	"context"
	"slices"
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
		m.options.Stage("shrinking cases: " + string(l.size))
		c, err := m.shrink(ctx, m.list[i], cov, cov.duties(i, counts))
		if err != nil {
			return err
		}
		if c == m.list[i] || slices.ContainsFunc(m.list, func(o *candidate) bool { return o.name() == c.name() }) {
			continue
		}
		cov.sets[i].each(func(e int) { counts[e]-- })
		m.list[i], cov.sets[i] = c, cov.set(c)
		cov.sets[i].each(func(e int) { counts[e]++ })
	}
	m.chosen = chosen
	m.featured(l.traits)
	return nil
}

// featured adds cases until each feature is shown by so many, as far as there are any.
func (m *maker) featured(least int) {
	shown := make([]int, len(features)) // by feature, how many chosen positions show it
	for _, i := range m.chosen {
		for _, f := range m.traitsOf(m.list[i]) {
			shown[f]++
		}
	}
	for f := range features {
		for i := range m.list {
			if shown[f] >= least {
				break
			}
			if slices.Contains(m.chosen, i) || !slices.Contains(m.traitsOf(m.list[i]), f) {
				continue
			}
			m.chosen = append(m.chosen, i)
			for _, g := range m.traitsOf(m.list[i]) {
				shown[g]++
			}
		}
	}
}

// price is what a case costs whoever has to look at it. Positions without a turn say little, and
// not every implementation knows shuffled starting positions.
func (m *maker) price(i int) int {
	c := m.list[i]
	price := 4 + c.size>>12&0xff + c.turns/4 + 8*len(c.moves)
	if c.turns == 0 {
		price += 12
	}
	if p, err := m.game.ParseFEN(c.fen); err == nil {
		for _, right := range p.Rights {
			if right.Held() && (right.King.File() != 4 || right.Rook.File() != 0 && right.Rook.File() != 7) {
				price += 30
			}
		}
	}
	return price
}
