package compose

import (
	"math/rand/v2"
	"slices"

	"turncoat/corpus"
	"turncoat/rules/board"
)

// The functions in this file make positions about which programs err when they say that a game is
// over.

// Repeated plays a turn of each side there and back twice, and perhaps not the last of these turns.
// The third time that a position arises ends no game (PAC-16).
func (c *Composer) Repeated(r *rand.Rand) (corpus.Seed, bool) {
	for range 30 {
		q, p, ok := c.placed(c.Scatter(r))
		if ok && c.thereAndBack(r, &p, &q, 7+r.IntN(2)) {
			return q, true
		}
	}

	return corpus.Seed{}, false
}

// thereAndBack plays so many turns that change nothing but where a piece stands: first one of each
// side, then the way back, then the same again.
func (c *Composer) thereAndBack(r *rand.Rand, p *board.Position, q *corpus.Seed, turns int) bool {
	var forth [2]board.Move
	for n := range turns {
		m := forth[n%2]
		back := n%4 >= 2
		played, ok := c.pick(r, p, q, func(t *board.Played) bool {
			switch {
			case t.Converted|t.Reclaimed != 0 || t.After.Clock != p.Clock+1:
				return false
			case n < 2:
				return true
			case back:
				return t.Move.From == m.To && t.Move.To == m.From
			}
			return t.Move == m
		})
		if !ok {
			return false
		}
		if n < 2 {
			forth[n] = played
		}
	}

	return true
}

// OnlyEnPassant looks for a two-step after which the enemy can do nothing but capture the pawn en
// passant, so that a program that forgets this capture sees the end of the game.
func (c *Composer) OnlyEnPassant(r *rand.Rand) (corpus.Seed, bool) {
	for range 400 {
		q, p, ok := c.placed(c.besidePawn(r))
		if !ok {
			continue
		}
		for _, m := range c.Variant.Moves(&p) {
			ranks := m.To.Rank() - m.From.Rank()
			if p.KindAt(m.From) != board.Pawn || ranks*ranks != 4 {
				continue
			}
			after := c.Variant.Play(&p, m).After
			replies := c.Variant.Moves(&after)
			takes := func(m board.Move) bool {
				return m.To == after.EnPassant && after.KindAt(m.From) == board.Pawn
			}
			if len(replies) > 0 && !slices.ContainsFunc(replies, func(m board.Move) bool {
				return !takes(m)
			}) {
				q.Moves = []string{m.UCI(&p)}
				return q, true
			}
		}
	}

	return corpus.Seed{}, false
}

// besidePawn puts an enemy pawn and the enemy's king near the target of a pawn's two-step, and
// pieces of the mover's that take squares from the king.
func (c *Composer) besidePawn(r *rand.Rand) (corpus.Seed, bool) {
	var p board.Position
	p.Turn = board.Colour(r.IntN(2))
	enemy := p.Turn.Other()
	file, first, ahead := r.IntN(8), p.Turn.FirstRank(), 1-2*int(p.Turn)
	beside := file + 1 - 2*r.IntN(2)
	if beside < 0 || beside > 7 {
		beside = 2*file - beside
	}
	target := board.At(file, first+3*ahead)
	p.Put(board.At(file, first+ahead), board.Piece{Kind: board.Pawn, Colour: p.Turn})
	p.Put(board.At(beside, first+3*ahead), board.Piece{Kind: board.Pawn, Colour: enemy})
	c.dropOn(r, &p, board.At(min(7, max(0, file+1-2*r.IntN(2))), first+4*ahead),
		board.Piece{Kind: board.King, Colour: enemy})
	c.drop(r, &p, target, board.Piece{Kind: board.King, Colour: p.Turn})
	for range 2 + r.IntN(4) {
		kind := []board.Kind{board.Queen, board.Rook, board.Bishop, board.Knight}[r.IntN(4)]
		c.drop(r, &p, target, board.Piece{Kind: kind, Colour: p.Turn})
	}

	return c.finish(&p, "-")
}
