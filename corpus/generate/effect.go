package generate

import (
	"fmt"

	"turncoat/corpus/internal/bearing"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// effects names what a legal turn shows: the kind of its move with the state of its side and with what
// becomes of it.
func effects(set ruleset.Set, p *board.Position, t *board.Played) []string {
	name, wide := moveNames(p, t.Move)
	list := []string{name + " " + became(t), moveLength(p, t.Move)}
	if set.Family == ruleset.Pacifist {
		list = append(list, decisions(set, p, t)...)
		if p.KindAt(t.Move.From) == board.King && bearing.Weigh(set, p, t.Move.To, p.Turn.Other()).Count > 0 {
			list = append(list, wide+" onto an attacked square")
		}
		switch {
		case p.Kingless(p.Turn):
			list = append(list, wide+" without a king")
		case p.Kingless(p.Turn.Other()):
			list = append(list, wide+" with both kings")
		}
		if len(t.Waves) > 1 {
			list = append(list, wide+" converts in waves")
		}
		if t.Converted&p.Kings != 0 {
			list = append(list, wide+" claims a king")
		}
	}
	if _, castles := t.Move.Castles(p); castles && set.Family == ruleset.Pacifist &&
		set.MovedPiece == ruleset.UnlessPersuaded {
		if c := rules.NewReference(set).Cascade(p, t.Move); c.Discounted != 0 {
			list = append(list, "a castling rook that does not count")
		}
	}
	if t.Reclaimed != 0 {
		list = append(list, wide+" followed by a reclaim")
		if t.Reclaimed.Count() > 1 {
			list = append(list, "a reclaim of several")
		}
		for s := range t.Reclaimed.All {
			list = append(list, "a reclaim of a "+t.After.KindAt(s).String())
			if t.Converted.Has(s) {
				list = append(list, "a reclaim of what was converted")
			}
			if s == t.Move.To {
				list = append(list, "a reclaim of what moved")
			}
		}
	}
	if target := p.PieceAt(t.Move.To); target.Kind != board.NoKind && target.Colour != p.Turn {
		list = append(list, wide+" captures", "a capture of a "+target.Kind.String())
	}
	for n, wave := range t.Waves[:min(len(t.Waves), 3)] {
		for s := range wave.All {
			list = append(list, fmt.Sprintf("wave %d converts a %s", n+1, p.KindAt(s)))
		}
	}
	if set.Family == ruleset.Conversion && t.Converted != 0 {
		list = append(list, cosquares(set, p, t)...)
	}
	return list
}

func became(t *board.Played) string {
	if t.Converted == 0 {
		return "converts nothing"
	}
	return "converts"
}

// moveNames names the kind of a move, with the side and the piece of a promotion and without.
func moveNames(p *board.Position, m board.Move) (name, wide string) {
	kind := p.KindAt(m.From)
	_, steps := line(m.From, m.To)
	wing, castles := m.Castles(p)
	switch {
	case castles:
		wide = castlingNames[wing]
	case m.Promotion < board.NoKind:
		return p.Turn.Title() + "'s promotion to a " + m.Promotion.String(), "promotion"
	case kind != board.Pawn:
		return kind.String(), kind.String()
	case steps == 2:
		wide = "two-step"
	case m.To == p.EnPassant && m.From.File() != m.To.File():
		wide = "en passant"
	default:
		wide = "pawn"
	}
	return p.Turn.Title() + "'s " + wide, wide
}

var castlingNames = [...]string{"O-O-O", "O-O"}

// cosquares names the pairs that alone convert something (CON-2, CON-3).
func cosquares(set ruleset.Set, p *board.Position, t *board.Played) []string {
	c := rules.NewReference(set).Cascade(p, t.Move)
	makers := map[board.Square][]rules.CoSquare{}
	for _, pair := range c.CoSquares() {
		makers[pair.Square] = append(makers[pair.Square], pair)
	}
	var list []string
	for s := range t.Converted.All {
		if len(makers[s]) != 1 {
			continue
		}
		pair, along := makers[s][0], "rank"
		if pair.Moved.File() == s.File() {
			along = "file"
		}
		list = append(list, fmt.Sprintf("a %s and its %s convert on the %s", c.Board.KindAt(pair.Moved),
			c.Board.KindAt(pair.Partner), along))
	}
	return list
}

// over names how a game ends in a position without turns, with the side to move.
func over(g *rules.Variant, p *board.Position) string {
	if o := g.Outcome(p); o.Reason != "" {
		return fmt.Sprintf("%s to move: %s", p.Turn.Title(), o.Reason)
	}
	return ""
}

// otherRook names a castling after the side has moved its other rook, which ends only the other right
// (PAC-15, CON-10).
func otherRook(g *rules.Variant, start *board.Position, moves []board.Move, p *board.Position) string {
	if len(moves) == 0 {
		return ""
	}
	for t := range g.Turns(p) {
		wing, castles := t.Move.Castles(p)
		if !castles {
			continue
		}
		if other := start.Rights[board.RightIndex(p.Turn, 1-wing)]; other.Held() &&
			!p.Rights[board.RightIndex(p.Turn, 1-wing)].Held() {
			for _, m := range moves {
				if m.From == other.Rook {
					return "castling after the other rook has moved"
				}
			}
		}
	}
	return ""
}
