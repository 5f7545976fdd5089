package generate

import (
	"math/rand/v2"

	"turncoat/corpus/internal/probe"
	"turncoat/rules"
	"turncoat/rules/board"
)

// lostHow names the castlings that lost rights forbid, by what has ended the right: more exactly than [lostRights].
func lostHow(q probe.Question, g *rules.Variant) []string {
	var names []string
	list, _ := rightsLost(q, g)
	for _, l := range list {
		switch t, named := l.turn, l.right.King.Bit()|l.right.Rook.Bit(); {
		case named.Has(t.Move.From):
		case named.Has(t.Move.To):
			names = append(names, "castling refused after its rook was captured")
		case t.Converted&named != 0:
			names = append(names, "castling refused after its king or rook was converted")
		case t.Reclaimed&named != 0:
			names = append(names, "castling refused after its king or rook was reclaimed")
		}
	}
	return names
}

// lostAndBack looks for a position in which a right was lost because its king or rook was captured, converted or
// reclaimed, and they, or others like them, are on their squares again.
func (c *composer) lostAndBack(r *rand.Rand) (probe.Question, bool) {
	for range 60 {
		q, p, ok := c.placed(c.castling(r))
		if !ok {
			continue
		}
		c.second(r, &p)
		if q.FEN = c.variant.FEN(&p); !c.sound(q.FEN) {
			continue
		}
		named := p.Rights.Squares()
		side := p.Turn
		if r.IntN(2) == 0 && !c.pass(&p, &q) {
			continue
		}
		touches := func(t *board.Played) bool {
			return !named.Has(t.Move.From) && !p.Kings.Has(t.Move.From) &&
				(t.Converted|t.Reclaimed|t.Move.To.Bit())&named != 0
		}
		quiet := func(t *board.Played) bool {
			return (t.Converted|t.Reclaimed|t.Move.To.Bit()|t.Move.From.Bit())&named == 0 && !p.Kings.Has(t.Move.From)
		}
		for range 5 {
			if _, ok := c.pick(r, &p, &q, touches); !ok {
				if _, ok = c.pick(r, &p, &q, quiet); !ok {
					break
				}
			}
			if p.Turn == side && len(lostHow(q, c.variant)) > 0 {
				return q, true
			}
		}
	}
	return probe.Question{}, false
}

// second puts a rook or queen of each side on the file of each rook that a right names, more often than not.
func (c *composer) second(r *rand.Rand, p *board.Position) {
	for rook := range (p.Rights.Squares() &^ p.Kings).All {
		for _, side := range []board.Colour{board.White, board.Black} {
			s := board.At(rook.File(), 1+r.IntN(6))
			if kind := []board.Kind{board.Rook, board.Queen}[r.IntN(2)]; !p.Occupied().Has(s) && r.IntN(3) > 0 {
				p.Put(s, board.Piece{Kind: kind, Colour: side})
			}
		}
	}
}
