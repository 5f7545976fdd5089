package generate

import (
	"math/rand/v2"

	"turncoat/corpus/internal/bearing"
	"turncoat/corpus/internal/probe"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// occasion returns a position of play: out of a game, or composed for what games seldom show.
func (c *composer) occasion(r *rand.Rand, i int) (probe.Question, bool) {
	pacifist := c.family == ruleset.Pacifist
	switch i % 8 {
	case 1, 5:
		return c.thereAndBack(r)
	case 2:
		if pacifist {
			return c.column(r)
		}
		return c.passing(r)
	case 3:
		return c.castling(r)
	case 6:
		if !pacifist {
			return c.struck(r)
		}
	case 7:
		return c.hinder(r)
	}
	return c.walk(r)
}

// column looks for a position with three sliders of one side in a line towards a piece, of which the
// third decides what is converted (PAC-4).
func (c *composer) column(r *rand.Rand) (probe.Question, bool) {
	for range 50 {
		_, p, ok := c.placed(c.scatter(r))
		if !ok || !c.lineUp(r, &p) {
			continue
		}
		q, ok := c.finish(&p, "-")
		if !ok {
			continue
		}
		for _, t := range c.turns(&p) {
			if bearing.Readings[0].Tells(c.variant.Set(), &p, &t) {
				return q, true
			}
		}
	}
	return probe.Question{}, false
}

// passing composes a position in which a pawn can be taken en passant (CON-1): the one after a
// two-step that could be made, since programs may rely on that.
func (c *composer) passing(r *rand.Rand) (probe.Question, bool) {
	q, p, ok := c.placed(c.scatter(r))
	if !ok {
		return q, false
	}
	first, rank, ahead := 1, 3, 1 // where the mover's pawn stands, where it comes to, and its way
	if p.Turn == board.Black {
		first, rank, ahead = 6, 4, -1
	}
	file := r.IntN(8)
	for _, side := range []int{-1, 1} {
		if at := file + side; at >= 0 && at < 8 && r.IntN(2) == 0 {
			p.Put(board.At(at, rank), board.Piece{Kind: board.Pawn, Colour: p.Turn.Other()})
		}
	}
	p.Put(board.At(file, first), board.Piece{Kind: board.Pawn, Colour: p.Turn})
	p.Put(board.At(file, first+ahead), board.NoPiece)
	p.Put(board.At(file, rank), board.NoPiece)
	if q, p, ok = c.placed(c.finish(&p, "-")); !ok {
		return q, false
	}
	for _, t := range c.turns(&p) {
		if t.Move.From == board.At(file, first) && t.Move.To == board.At(file, rank) {
			t.After.Clock, t.After.Number = 0, 1
			q.FEN = c.variant.FEN(&t.After)
			return q, c.sound(q.FEN)
		}
	}
	return q, false
}

// lineUp puts three sliders in a line towards a piece, mostly of the side that is not to move: they
// have the fewer turns.
func (c *composer) lineUp(r *rand.Rand, p *board.Position) bool {
	targets := p.Occupied().Squares()
	target, side := targets[r.IntN(len(targets))], p.Turn.Other()
	if r.IntN(4) == 0 {
		side = p.Turn
	}
	h := heading{r.IntN(3) - 1, r.IntN(3) - 1}
	kinds := []board.Kind{board.Rook, board.Queen}
	if h.files != 0 && h.ranks != 0 {
		kinds[0] = board.Bishop
	}
	placed := 0
	for step := 1; step < 8 && placed < 3; step++ {
		file, rank := target.File()+step*h.files, target.Rank()+step*h.ranks
		if file < 0 || file > 7 || rank < 0 || rank > 7 {
			return false
		}
		if s := board.At(file, rank); !p.Occupied().Has(s) && r.IntN(3) > 0 {
			p.Put(s, board.Piece{Kind: kinds[r.IntN(5)/4], Colour: side})
			placed++
		}
	}
	return placed == 3
}

// struck composes a position in which a knight gives check.
func (c *composer) struck(r *rand.Rand) (probe.Question, bool) {
	q, p, ok := c.placed(c.scatter(r))
	if !ok {
		return q, false
	}
	king := (p.Kings & p.Colours[p.Turn]).First()
	leaps := [...]heading{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
	h := leaps[r.IntN(len(leaps))]
	file, rank := king.File()+h.files, king.Rank()+h.ranks
	if file < 0 || file > 7 || rank < 0 || rank > 7 || p.Occupied().Has(board.At(file, rank)) {
		return q, false
	}
	p.Put(board.At(file, rank), board.Piece{Kind: board.Knight, Colour: p.Turn.Other()})
	return c.finish(&p, "-")
}
