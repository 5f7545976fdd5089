package compose

import (
	"math/rand/v2"
	"slices"

	"turncoat/corpus"
	"turncoat/puzzle"
	"turncoat/rules/board"
)

// History composes a position with castling rights and plays a few turns that touch the pieces that
// the rights name, which can lead to rights that no FEN shows.
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

// ConvertedBack looks for a position in which a piece with a castling right changes sides, or in
// which a pawn captures the rook and promotes to one. The piece must then change back on the same
// square, and a quiet move must follow. After that, castling shows whether the right was lost
// (PAC-15, CON-10).
func (c *Composer) ConvertedBack(r *rand.Rand) (corpus.Seed, bool) {
	for range 50 {
		q, p, ok := c.placed(c.Castling(r))
		if !ok || !c.pass(&p, &q) {
			continue
		}
		if found, ok := c.turnsBack(r, p, q); ok {
			return found, true
		}
	}

	return corpus.Seed{}, false
}

// turnsBack looks for two such turns in a position.
func (c *Composer) turnsBack(r *rand.Rand, p board.Position, q corpus.Seed) (corpus.Seed, bool) {
	for _, first := range c.turns(&p) {
		named := p.Rights.Squares() &^ p.Colours[p.Turn]
		lost := named & first.After.Colours[p.Turn] & (first.After.Rooks | first.After.Kings)
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

	return q, false
}

// TakenAndBack is ConvertedBack with a pawn that can capture a castling rook and promote to one.
func (c *Composer) TakenAndBack(r *rand.Rand) (corpus.Seed, bool) {
	for range 50 {
		q, p, ok := c.placed(c.Castling(r))
		rooks := (p.Rights.Squares() & p.Rooks & p.Colours[p.Turn]).Squares()
		if !ok || len(rooks) == 0 {
			continue
		}
		rook := rooks[r.IntN(len(rooks))]
		from := board.At((rook.File()+1-2*r.IntN(2)+8)%8, rook.Rank()+1-2*int(p.Turn))
		if p.Occupied().Has(from) {
			continue
		}
		p.Put(from, board.Piece{Kind: board.Pawn, Colour: p.Turn.Other()})
		for range 2 { // partners of the rook that comes back, and of others
			c.drop(r, &p, board.At(4, 4), board.Piece{Kind: extras[4+r.IntN(len(extras)-4)],
				Colour: p.Turn})
		}

		if !c.pass(&p, &q) {
			continue
		}
		if found, ok := c.turnsBack(r, p, q); ok {
			return found, true
		}
	}

	return corpus.Seed{}, false
}

// Gained looks for a turn in which a rook changes sides on a corner where its new side may castle
// with it (AND-9). If that side has moved, another turn follows.
func (c *Composer) Gained(r *rand.Rand) (corpus.Seed, bool) {
	for range 50 {
		q, p, ok := c.placed(c.besideKing(r))
		if !ok {
			continue
		}
		turns := slices.DeleteFunc(c.turns(&p), func(t board.Played) bool {
			return t.After.Rights.Squares()&^p.Rights.Squares() == 0
		})
		if len(turns) == 0 {
			continue
		}

		t := turns[r.IntN(len(turns))]
		q.Moves = []string{t.Move.UCI(&p)}
		ofMover := t.After.Rights.Squares() & t.After.Kings & t.After.Colours[p.Turn]
		if ofMover == 0 {
			return q, true
		}
		return q, c.step(r, &t.After, &q)
	}

	return corpus.Seed{}, false
}

// besideKing puts a king on its home square, and pieces on one of the corners beside it and on the
// corner's file, so that a rook may change sides there.
func (c *Composer) besideKing(r *rand.Rand) (corpus.Seed, bool) {
	var p board.Position
	p.Turn = board.Colour(r.IntN(2))
	side := board.Colour(r.IntN(2))
	p.Put(board.At(4, side.FirstRank()), board.Piece{Kind: board.King, Colour: side})
	corner := board.At(7*r.IntN(2), side.FirstRank())
	switch r.IntN(3) {
	case 0:
		p.Put(corner, board.Piece{Kind: extras[4+r.IntN(len(extras)-4)], Colour: side})
	case 1:
		p.Put(corner, board.Piece{Kind: board.Rook, Colour: side.Other()})
	}

	onFile := board.At(corner.File(), 1+r.IntN(6))
	p.Put(onFile, board.Piece{Kind: board.Rook, Colour: side.Other()})
	c.drop(r, &p, board.At(4, 4), board.Piece{Kind: board.King, Colour: side.Other()})
	for range r.IntN(4) {
		c.drop(r, &p, board.At(4, 4), board.Piece{Kind: extras[r.IntN(len(extras))],
			Colour: board.Colour(r.IntN(2))})
	}

	return c.finish(&p, "-")
}

// mostChoices is how many choices of a reclaim are looked at for each move.
const mostChoices = 64

// Reclaimed plays a turn, or two, after which the enemy does not take back all that it can: nothing,
// or some of the pieces, of which it takes more than one where it can. Only such moves show whether a
// program reads what is written of a reclaim (PAC-8).
func (c *Composer) Reclaimed(r *rand.Rand) (corpus.Seed, bool) {
	for range 50 {
		q, p, ok := c.placed(c.Scatter(r))
		if r.IntN(2) == 0 {
			q, p, ok = c.placed(c.Crowded(r))
		}
		for range 1 + r.IntN(2) {
			ok = ok && c.takeBackSome(r, &p, &q)
		}
		if ok {
			return q, true
		}
	}

	return corpus.Seed{}, false
}

// takeBackSome plays a turn with a reclaim that is not the full one. Half the time it is one of
// several pieces, if there is any.
func (c *Composer) takeBackSome(r *rand.Rand, p *board.Position, q *corpus.Seed) bool {
	var partial, several []board.Played
	for _, full := range c.turns(p) {
		looked := 0
		for t := range c.Variant.TurnsOf(p, full.Move) {
			looked++
			if looked > mostChoices {
				break
			}
			if t.Reclaimed == full.Reclaimed {
				continue
			}
			partial = append(partial, t)
			if t.Reclaimed.Count() > 1 {
				several = append(several, t)
			}
		}
	}

	if len(several) > 0 && r.IntN(2) == 0 {
		partial = several
	}
	if len(partial) == 0 {
		return false
	}
	t := partial[r.IntN(len(partial))]
	q.Moves = append(slices.Clip(q.Moves), puzzle.TurnWord(c.Variant, p, &t))
	*p = t.After
	return true
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
