package generate

import (
	"math/rand/v2"

	"turncoat/corpus/internal/probe"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// passing is the exhibition of [passed].
func (m *maker) passing() exhibition {
	return exhibition{
		shows:    func(c *candidate) []string { return passed(c.Question, m.Variant) },
		question: m.composer.passedBy,
		stream:   2 << 32,
	}
}

// passed names the side whose pawn has just been passed by a two-step where nothing is ever taken: who has
// orthodox chess in mind takes en passant with it.
func passed(q probe.Question, g *rules.Variant) []string {
	path, moves := replayed(q, g)
	if len(moves) == 0 || g.Set().Family != ruleset.Pacifist {
		return nil
	}
	before, p, m := &path[len(path)-2], &path[len(path)-1], moves[len(moves)-1].Move
	if before.KindAt(m.From) != board.Pawn || abs(m.To.Rank()-m.From.Rank()) != 2 {
		return nil
	}
	gone := *p
	gone.Put(m.To, board.NoPiece)
	between := board.At(m.To.File(), (m.From.Rank()+m.To.Rank())/2)
	for _, file := range []int{m.To.File() - 1, m.To.File() + 1} {
		if file < 0 || file > 7 {
			continue
		}
		s := board.At(file, m.To.Rank())
		if p.PieceAt(s) != (board.Piece{Kind: board.Pawn, Colour: p.Turn}) {
			continue
		}
		// What hangs the king nobody would list, and what is over nobody would play.
		if g.Outcome(p).Result == board.Ongoing &&
			len(rules.NewReference(g.Set()).KingBreaches(&gone, board.Move{From: s, To: between})) == 0 {
			return []string{p.Turn.Title() + "'s pawn passed by a two-step"}
		}
	}
	return nil
}

// passedBy composes a position to which a two-step past an enemy pawn has led.
func (c *composer) passedBy(r *rand.Rand, _ int) (probe.Question, bool) {
	if c.family != ruleset.Pacifist {
		return probe.Question{}, false
	}
	var p board.Position
	p.Turn = board.Colour(r.IntN(2))
	rank, file := 1+5*int(p.Turn), r.IntN(7)
	beside := r.IntN(2)
	from := board.At(file+beside, rank)
	past := board.At(file+1-beside, 3+int(p.Turn))
	p.Put(from, board.Piece{Kind: board.Pawn, Colour: p.Turn})
	p.Put(past, board.Piece{Kind: board.Pawn, Colour: p.Turn.Other()})
	// supports the square between (PAC-3)
	p.Put(board.At(past.File(), rank), board.Piece{Kind: board.Pawn, Colour: p.Turn})
	for _, colour := range []board.Colour{board.White, board.Black} {
		c.drop(r, &p, past, board.Piece{Kind: board.King, Colour: colour})
	}
	q, p, ok := c.placed(c.finish(&p, "-"))
	if !ok {
		return q, false
	}
	_, ok = c.pick(r, &p, &q, func(t *board.Played) bool {
		return t.Move.From == from &&
			abs(t.Move.To.Rank()-rank) == 2
	})
	return q, ok
}
