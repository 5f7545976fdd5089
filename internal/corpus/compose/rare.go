package compose

import (
	"math/rand/v2"
	"slices"

	"turncoat/corpus"
	"turncoat/rules/board"
)

// The functions in this file make positions that programs have got wrong and that rarely come about
// by chance: long batteries, over-persuaded castling rooks, many pieces to take back, full boards.

// ways are the directions of lines, as files and ranks.
var ways = [...][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}

// line returns the squares of a line from a square, which is left out, to the edge.
func line(from board.Square, files, ranks int) []board.Square {
	var list []board.Square
	file, rank := from.File()+files, from.Rank()+ranks
	for ; file >= 0 && file < 8 && rank >= 0 && rank < 8; file, rank = file+files, rank+ranks {
		list = append(list, board.At(file, rank))
	}
	return list
}

// Battery puts an enemy piece where two lines of sliders meet, one of each colour, with three to
// five of them, so that each slider may decide.
func (c *Composer) Battery(r *rand.Rand) (corpus.Seed, bool) {
	var p board.Position
	p.Turn = board.Colour(r.IntN(2))
	target := board.Square(r.IntN(64))
	p.Put(target, board.Piece{Kind: extras[r.IntN(len(extras))], Colour: p.Turn.Other()})
	for _, colour := range []board.Colour{p.Turn, p.Turn.Other()} {
		way := ways[r.IntN(len(ways))]
		for len(line(target, way[0], way[1])) < 4 { // from each square there are longer ones
			way = ways[r.IntN(len(ways))]
		}
		slider := board.Rook
		if way[0] != 0 && way[1] != 0 {
			slider = board.Bishop
		}
		count := 3 + r.IntN(3)
		for _, s := range line(target, way[0], way[1]) {
			if count > 0 && r.IntN(8) > 0 {
				kind := []board.Kind{slider, board.Queen}[r.IntN(2)]
				c.dropOn(r, &p, s, board.Piece{Kind: kind, Colour: colour})
				count--
			}
		}
	}

	c.kings(r, &p)
	for range r.IntN(4) {
		c.drop(r, &p, target, board.Piece{Kind: extras[r.IntN(len(extras))],
			Colour: board.Colour(r.IntN(2))})
	}

	return c.finish(&p, "-")
}

// kings puts two kings on the board, mostly one of each colour.
func (c *Composer) kings(r *rand.Rand, p *board.Position) {
	for _, colour := range []board.Colour{board.White, board.Black} {
		if c.Variant.Set().Family.KingsConvert() && r.IntN(6) == 0 {
			colour = colour.Other()
		}
		c.drop(r, p, board.Square(r.IntN(64)), board.Piece{Kind: board.King, Colour: colour})
	}
}

// CastlingRook makes a castling in which the rook lands where enemy pieces bear on it, and on a
// line with one of them. Only a king that does not pass over that square may castle so.
func (c *Composer) CastlingRook(r *rand.Rand) (corpus.Seed, bool) {
	var p board.Position
	p.Turn = board.Colour(r.IntN(2))
	side, rank := p.Turn, p.Turn.FirstRank()
	king, rook, end := 6, 7, 5
	if r.IntN(2) == 0 {
		king, end = 1+r.IntN(2), 3
		rook = r.IntN(king)
	}

	p.Put(board.At(king, rank), board.Piece{Kind: board.King, Colour: side})
	p.Put(board.At(rook, rank), board.Piece{Kind: board.Rook, Colour: side})
	rights := string(rune('A' + rook + 32*int(side)))

	lands := board.At(end, rank)
	kind := []board.Kind{board.Rook, board.Queen}[r.IntN(2)]
	ahead := line(lands, 0, 1-2*int(side))
	p.Put(ahead[r.IntN(len(ahead))], board.Piece{Kind: kind, Colour: side.Other()})
	other := lands
	if r.IntN(3) > 0 { // the enemy king next to the rook, one rank further
		other = board.At(end+r.IntN(3)-1, rank+1-2*int(side))
	}
	if p.Occupied().Has(other) || other == lands {
		other = board.Square(r.IntN(64))
	}
	c.dropOn(r, &p, other, board.Piece{Kind: board.King, Colour: side.Other()})
	for range r.IntN(5) {
		c.drop(r, &p, lands, board.Piece{Kind: extras[r.IntN(len(extras))],
			Colour: board.Colour((int(side) + min(1, r.IntN(4))) % 2)})
	}

	return c.finish(&p, rights)
}

// ManyReclaimed looks for a position in which a turn lets the enemy take back seven pieces or more,
// with few moves, since each choice is a turn.
func (c *Composer) ManyReclaimed(r *rand.Rand) (corpus.Seed, bool) {
	const many, fewMoves = 7, 6
	for range 30 {
		var p board.Position
		p.Turn = board.Colour(r.IntN(2))
		c.kings(r, &p)
		for range 2 + r.IntN(3) {
			kind := []board.Kind{board.Queen, board.Rook, board.Knight}[r.IntN(3)]
			c.drop(r, &p, board.Square(r.IntN(64)), board.Piece{Kind: kind,
				Colour: p.Turn.Other()})
		}

		forward := 1 - 2*int(p.Turn)
		for range many + r.IntN(3) { // pawns with something in front of them
			s := board.At(r.IntN(8), 1+r.IntN(6))
			c.dropOn(r, &p, s, board.Piece{Kind: board.Pawn, Colour: p.Turn})
			c.dropOn(r, &p, board.At(s.File(), s.Rank()+forward), board.Piece{
				Kind:   []board.Kind{board.Pawn, board.Knight}[r.IntN(2)],
				Colour: board.Colour(r.IntN(2))})
		}

		q, at, ok := c.placed(c.finish(&p, "-"))
		if !ok || len(c.Variant.Moves(&at)) > fewMoves {
			continue
		}
		if slices.ContainsFunc(c.turns(&at), func(t board.Played) bool {
			return t.Reclaimed.Count() >= many
		}) {
			return q, true
		}
	}

	return corpus.Seed{}, false
}

// Full puts more than 32 pieces on the board.
func (c *Composer) Full(r *rand.Rand) (corpus.Seed, bool) {
	for range 20 { // in most a king of the wrong side is in check, where there is check
		var p board.Position
		p.Turn = board.Colour(r.IntN(2))
		c.kings(r, &p)
		for most := 33 + r.IntN(24); p.Occupied().Count() < most; {
			c.drop(r, &p, board.Square(r.IntN(64)),
				board.Piece{Kind: extras[r.IntN(len(extras))], Colour: board.Colour(r.IntN(2))})
		}

		if q, ok := c.finish(&p, "-"); ok {
			return q, true
		}
	}

	return corpus.Seed{}, false
}
