package generate

import (
	"context"
	"slices"

	"turncoat/internal/fingerprint"
)

// level chooses the cases of a size: those chosen for smaller sizes, and new ones, which it
// shrinks.
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
		if c == m.list[i] || slices.ContainsFunc(m.list,
			func(o *candidate) bool {
				return fingerprint.Name(o.Question) == fingerprint.Name(c.Question)
			}) {
			continue
		}

		cov.sets[i].each(func(e int) { counts[e]-- })
		m.list[i], cov.sets[i] = c, cov.set(c)
		cov.sets[i].each(func(e int) { counts[e]++ })
	}

	m.chosen = chosen
	return nil
}

// best returns which of n things gains the most for its price, the first of several, or -1 if none
// gains anything.
func best(n int, gain, price func(i int) int) int {
	found, foundGain, foundPrice := -1, 0, 1
	for i := range n {
		g := gain(i)
		if g == 0 {
			continue
		}
		if p := price(i); g*foundPrice > foundGain*p {
			found, foundGain, foundPrice = i, g, p
		}
	}

	return found
}

func (m *maker) price(i int) int { return m.priceOf(m.list[i]) }

// priceOf returns the price of having a case in a corpus. It grows with the numbers of pieces,
// turns and moves. Positions without a turn cost extra because they show little, and castling
// rights from shuffled starts because not every implementation knows them.
func (m *maker) priceOf(c *candidate) int {
	price := 4 + c.size>>12&0xff + c.turns/4 + 8*len(c.Moves)
	if c.turns == 0 {
		price += 12
	}
	if p, err := m.Variant.ParseFEN(c.FEN); err == nil {
		for _, right := range p.Rights {
			if right.Held() && (right.King.File() != 4 || right.Rook.File() != 0 &&
				right.Rook.File() != 7) {
				price += 30
			}
		}
	}

	return price
}
