package compose

import (
	"math/rand/v2"
	"slices"

	"turncoat/corpus"
	"turncoat/rules/board"
)

// History composes a position with castling rights and plays a few turns that touch what they
// name, for rights that no FEN shows.
func (c *Composer) History(r *rand.Rand) (corpus.Seed, bool) {
	q, p, ok := c.placed(c.Castling(r))
	if !ok {
		return q, false
	}
	if r.IntN(2) == 0 && !c.pass(&p, &q) {
		return q, false
	}
	for range 1 + r.IntN(3) {
		if !c.step(r, &p, &q) {
			return q, false
		}
	}

	return q, true
}

// ConvertedBack looks for a position in which a piece that has a castling right is converted, is
// converted back on its square, and a quiet move follows. Castling then shows whether the right was
// lost (PAC-15, CON-10).
func (c *Composer) ConvertedBack(r *rand.Rand) (corpus.Seed, bool) {
	for range 50 {
		q, p, ok := c.placed(c.Castling(r))
		if !ok || !c.pass(&p, &q) {
			continue
		}
		for _, first := range c.turns(&p) {
			named := p.Rights.Squares() &^ p.Colours[p.Turn]
			lost := first.Converted & named
			if lost == 0 {
				continue
			}
			for _, second := range c.turns(&first.After) {
				if second.Converted&lost != lost || named.Has(second.Move.From) {
					continue
				}
				q.Moves = []string{first.Move.UCI(&p), second.Move.UCI(&first.After)}
				return q, c.step(r, &second.After, &q)
			}
		}
	}

	return corpus.Seed{}, false
}

// pick plays a turn of those wanted.
func (c *Composer) pick(r *rand.Rand, p *board.Position, q *corpus.Seed,
	wanted func(*board.Played) bool) (board.Move, bool) {
	return playAny(r, p, q, slices.DeleteFunc(c.turns(p), func(t board.Played) bool {
		return !wanted(&t)
	}))
}

// playAny plays one of some turns, if there are any.
func playAny(r *rand.Rand, p *board.Position, q *corpus.Seed, list []board.Played) (board.Move,
	bool) {
	if len(list) == 0 {
		return board.Move{}, false
	}
	t := list[r.IntN(len(list))]
	q.Moves = append(slices.Clip(q.Moves), t.Move.UCI(p))
	*p = t.After
	return t.Move, true
}
