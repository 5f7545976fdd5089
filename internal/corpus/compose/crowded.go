package compose

import (
	"math/rand/v2"

	"turncoat/corpus"
	"turncoat/rules/board"
)

// Crowded puts kings and rooks with rights on a first rank, as in shuffled starts and after
// conversions: more rooks than have rights, two kings of either colour, pieces in the way and
// pieces that look at it.
func (c *Composer) Crowded(r *rand.Rand) (corpus.Seed, bool) {
	var p board.Position
	p.Turn = board.Colour(r.IntN(2))
	side := p.Turn
	rank := side.FirstRank()
	king := 4
	if r.IntN(2) == 0 {
		king = 1 + r.IntN(6)
	}
	p.Put(board.At(king, rank), board.Piece{Kind: board.King, Colour: side})
	rights := ""
	for _, files := range [][2]int{{0, king}, {king + 1, 8}} {
		if r.IntN(4) == 0 {
			continue
		}
		file := files[0] + r.IntN(files[1]-files[0])
		if r.IntN(2) == 0 {
			file = 7 * (files[0] / (king + 1))
		}
		p.Put(board.At(file, rank), board.Piece{Kind: board.Rook, Colour: side})
		rights += string(rune('A' + file + 32*int(side)))
	}

	other := board.Piece{Kind: board.King, Colour: side.Other()}
	if c.Variant.Set().Family.KingsConvert() && r.IntN(3) == 0 {
		other.Colour = side
	}
	if r.IntN(3) == 0 {
		c.dropOn(r, &p, board.At(r.IntN(8), rank), other)
	}
	if p.Kings.Count() < 2 {
		c.drop(r, &p, board.At(4, 4), other)
	}
	for range r.IntN(3) { // on the rank
		kind := []board.Kind{board.Rook, board.Rook, board.Knight, board.Bishop,
			board.Queen}[r.IntN(5)]
		c.dropOn(r, &p, board.At(r.IntN(8), rank),
			board.Piece{Kind: kind, Colour: board.Colour(r.IntN(2))})
	}

	for range r.IntN(4) { // towards it
		at := board.At(r.IntN(8), []int{1, 6}[side]+(1-2*int(side))*r.IntN(5))
		c.dropOn(r, &p, at, board.Piece{Kind: extras[r.IntN(len(extras))],
			Colour: board.Colour(r.IntN(2))})
	}

	q, ok := c.finish(&p, rights)
	if ok && r.IntN(3) == 0 {
		if at, err := q.Position(c.Variant); err == nil {
			for range 1 + r.IntN(2) {
				ok = ok && c.step(r, &at, &q)
			}
		}
	}

	return q, ok
}

// dropOn puts a piece on a square that is empty.
func (c *Composer) dropOn(r *rand.Rand, p *board.Position, s board.Square, piece board.Piece) {
	if !p.Occupied().Has(s) && (piece.Kind != board.Pawn || s.Rank()%7 != 0) {
		p.Put(s, piece)
	}
}

// Wild puts 2 to 32 random pieces on random squares.
func (c *Composer) Wild(r *rand.Rand) (corpus.Seed, bool) {
	var p board.Position
	p.Turn = board.Colour(r.IntN(2))
	for i := range 2 {
		colour := board.Colour(i)
		if c.Variant.Set().Family.KingsConvert() && r.IntN(4) == 0 {
			colour = board.Colour(r.IntN(2))
		}
		c.drop(r, &p, board.Square(r.IntN(64)), board.Piece{Kind: board.King, Colour: colour})
	}

	for range r.IntN(31) {
		c.drop(r, &p, board.Square(r.IntN(64)),
			board.Piece{Kind: board.Kind(r.IntN(int(board.King))), Colour: board.Colour(r.IntN(2))})
	}

	return c.finish(&p, "-")
}

// Passed plays a two-step from a small position, in which there may be an enemy pawn next to the
// pawn's target square.
func (c *Composer) Passed(r *rand.Rand) (corpus.Seed, bool) {
	q, p, ok := c.placed(c.Scatter(r))
	if !ok {
		return q, false
	}
	first, ahead, file := 1, 1, r.IntN(8)
	if p.Turn == board.Black {
		first, ahead = 6, -1
	}
	for step := 1; step <= 2; step++ {
		if s := board.At(file, first+step*ahead); !p.Kings.Has(s) {
			p.Put(s, board.NoPiece)
		}
	}

	from := board.At(file, first)
	if p.Kings.Has(from) {
		return q, false
	}
	p.Put(from, board.Piece{Kind: board.Pawn, Colour: p.Turn})
	if beside := file + 1 - 2*r.IntN(2); beside >= 0 && beside < 8 {
		c.dropOn(r, &p, board.At(beside, first+2*ahead),
			board.Piece{Kind: board.Pawn, Colour: p.Turn.Other()})
	}

	q, p, ok = c.placed(c.finish(&p, "-"))
	if !ok {
		return q, false
	}
	_, ok = c.pick(
		r,
		&p,
		&q,
		func(t *board.Played) bool {
			return t.Move.From == from && t.Move.To == board.At(file, first+2*ahead)
		},
	)
	return q, ok
}

// Walked plays some turns from a position with castling rights, preferably those of kings and
// rooks, there and back.
func (c *Composer) Walked(r *rand.Rand) (corpus.Seed, bool) {
	q, p, ok := c.placed(c.Crowded(r))
	if !ok {
		return q, false
	}
	var last [2]board.Move
	for i := range 1 + r.IntN(6) {
		named := p.Rights.Squares() | p.Kings
		back := last[i%2]
		_, ok := c.pick(r, &p, &q, func(t *board.Played) bool {
			switch {
			case back.To != back.From && r.IntN(2) == 0:
				return t.Move.From == back.To && t.Move.To == back.From
			case r.IntN(3) == 0:
				return true
			}

			return (t.Move.From.Bit()|t.Converted|t.Reclaimed)&named != 0
		})
		if !ok {
			break
		}
		if m, err := board.ParseUCI(&p, q.Moves[len(q.Moves)-1]); err == nil {
			last[i%2] = m
		}
	}

	return q, true
}
