package compose

import (
	"math/rand/v2"
	"slices"

	"turncoat/corpus"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
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

// ConvertedBack looks for a position in which a piece named by a castling right is converted and
// then converted back where it stands, and a quiet move follows: whether the right has outlived
// that is what castling then shows (PAC-15, CON-10).
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

// ThereAndBack looks for a position in which a king or a rook that a right names has moved and is
// back where it stood, or where the side has moved another king: the right is gone for good, and no FEN of the
// last position could be told from one in which it is not, but for its rights.
func (c *Composer) ThereAndBack(r *rand.Rand) (corpus.Seed, bool) {
	for range 50 {
		q, ok := c.Castling(r)
		if !ok || c.Variant.Set().Family == ruleset.Pacifist && r.IntN(3) == 0 && !c.crown(&q) {
			continue
		}
		p, err := q.Position(c.Variant)
		if err != nil {
			continue
		}
		named, side := p.Rights.Squares(), p.Turn
		first, ok := c.pick(r, &p, &q, func(t *board.Played) bool {
			_, castles := t.Move.Castles(&p)
			return !castles && (named.Has(t.Move.From) || p.Kings.Has(t.Move.From))
		})
		if !ok {
			continue
		}
		quiet := func(t *board.Played) bool {
			return (t.Converted|t.Reclaimed|t.Move.To.Bit()|t.Move.From.Bit())&named == 0
		}
		if _, ok := c.pick(r, &p, &q, quiet); !ok {
			continue
		}
		if named.Has(first.From) {
			if _, ok := c.pick(r, &p, &q, func(t *board.Played) bool {
				return t.Move.From == first.To &&
					t.Move.To == first.From
			}); !ok {
				continue
			}
			if _, ok := c.pick(r, &p, &q, quiet); !ok {
				continue
			}
		}
		if p.Turn == side {
			return q, true
		}
	}
	return corpus.Seed{}, false
}

// crown returns the mover of a position both kings.
func (c *Composer) crown(q *corpus.Seed) bool {
	p, err := c.Variant.ParseFEN(q.FEN)
	if err != nil {
		return false
	}
	for s := range (p.Kings &^ p.Colours[p.Turn]).All {
		p.Put(s, board.Piece{Kind: board.King, Colour: p.Turn})
	}
	q.FEN = c.Variant.FEN(&p)
	return c.Sound(q.FEN)
}

// pick plays a turn of those wanted.
func (c *Composer) pick(r *rand.Rand, p *board.Position, q *corpus.Seed,
	wanted func(*board.Played) bool) (board.Move, bool) {
	return playAny(r, p, q, slices.DeleteFunc(c.turns(p), func(t board.Played) bool { return !wanted(&t) }))
}

// playAny plays one of some turns, if there are any.
func playAny(r *rand.Rand, p *board.Position, q *corpus.Seed, list []board.Played) (board.Move, bool) {
	if len(list) == 0 {
		return board.Move{}, false
	}
	t := list[r.IntN(len(list))]
	q.Moves = append(slices.Clip(q.Moves), t.Move.UCI(p))
	*p = t.After
	return t.Move, true
}
