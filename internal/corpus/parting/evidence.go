package parting

import (
	"fmt"
	"strings"

	"turncoat/internal/reference"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// evidence describes what makes a move illegal under a rule: the weights on the square that the
// rule looks at, or how the enemy could capture or convert the king. It is empty if the rule needs
// no such evidence.
func (f *finder) evidence(m board.Move, rule string) string {
	set := f.variant.Set()
	switch rule {
	case set.Rule(ruleset.CastlingSafetyRule):
		return f.unsafeCastling(m)
	case set.Rule(ruleset.KingSafetyRule):
		if !set.Family.HasWeights() {
			after := rules.NewReference(set).Play(&f.p, m).After
			return f.threat(&after, f.p.Turn)
		}

		return f.hangingKings(m)
	case "PAC-3":
		passed := board.At(m.From.File(), (m.From.Rank()+m.To.Rank())/2)
		return f.against(&f.p, passed)
	}

	return ""
}

// against describes the weights of both sides on a square that the enemy of the mover persuades.
func (f *finder) against(p *board.Position, s board.Square) string {
	by := f.p.Turn.Other()
	return weights(s, by, f.variant.Weigh(p, s, by), f.variant.Weigh(p, s, f.p.Turn))
}

// hangingKings describes the weights on the kings that a move leaves over-persuaded: the king that
// moved, right after the move (PAC-11), or all kings of the mover after the conversions (PAC-10).
func (f *finder) hangingKings(m board.Move) string {
	set := f.variant.Set()
	c := reference.Begin(set, f.p, m)
	judged := c.Board.Kings & c.Board.Colours[f.p.Turn]
	switch set.KingSafety {
	case ruleset.KingMoves:
		judged = c.MovedKing()
	case ruleset.AfterTurn, ruleset.EveryKing:
		for wave := c.Next(); wave != 0; wave = c.Next() {
			c.Convert(wave)
		}
		judged = c.Board.Kings & c.Board.Colours[f.p.Turn]
	}

	var list []string
	for s := range judged.All {
		list = append(list, f.against(&c.Board, s))
	}
	return strings.Join(list, "; ")
}

// unsafeCastling describes what bears on the first square of the king's path that forbids a
// castling (PAC-14, CON-9). Attacks in the orthodox sense need no weights.
func (f *finder) unsafeCastling(m board.Move) string {
	set := f.variant.Set()
	side, castles := m.Castles(&f.p)
	if !castles || set.Family.HasWeights() && set.CastlingTest != ruleset.TestPersuaded {
		return ""
	}
	end, _ := board.CastlingEnds(f.p.Turn, side)
	way := board.Between(m.From, end)
	for s := range (way | m.From.Bit()).All {
		p := f.p
		if s != m.From {
			p.Put(m.From, board.NoPiece)
			if way.Has(m.To) {
				p.Put(m.To, board.NoPiece)
			}
			p.Put(s, board.Piece{Kind: board.King, Colour: f.p.Turn})
		}

		if !set.Family.HasWeights() {
			if text := f.threat(&p, f.p.Turn); text != "" {
				return text
			}
			continue
		}

		persuade := f.variant.Weigh(&p, s, f.p.Turn.Other())
		if persuade.Outweighs(f.variant.Weigh(&p, s, f.p.Turn), set) {
			return f.against(&p, s)
		}
	}

	return f.hangingKings(m) // the king is unsafe where it ends
}

// threat describes how the enemy of a side could capture or convert its king (CON-7). It is empty
// if the enemy cannot, and in games that go by weights.
func (f *finder) threat(p *board.Position, side board.Colour) string {
	set := f.variant.Set()
	if set.Family.HasWeights() {
		return ""
	}
	for t := range reference.Threats(set, *p, side) {
		if t.By.Moved == t.By.Partner {
			return fmt.Sprintf("%s would capture the king", t.Move.UCI(p))
		}
		return fmt.Sprintf("%s would convert the king on %v: %v and %v make a co-square there",
			t.Move.UCI(p), t.By.Square, t.By.Moved, t.By.Partner)
	}

	return ""
}
