package story

import (
	"strings"

	"turncoat/diagram"
	"turncoat/rules"
	"turncoat/rules/board"
)

// benedict writes what is attacked after a turn of Benedict Chess, and by what.
func (t *Teller) benedict(e rules.Explanation) {
	enemy := t.p.Turn.Other()
	t.line("How pieces change sides:")
	t.rule("BEN-2")
	if _, ok := e.Turn.Castles(t.p); ok {
		t.rule("BEN-3")
	}
	t.line("")
	if len(e.Waves) == 0 {
		t.line("No piece of %s is attacked from there: none changes colour.\n", enemy.Title())
	}
	before := &e.Moved
	for i := range e.Waves {
		wave := &e.Waves[i]
		t.line("%s:", becomes(len(wave.Squares), enemy, t.p.Turn))
		var squares board.Bitboard
		for _, s := range wave.Squares {
			squares |= s.Square.Bit()
			t.line("  %v  the %v is attacked by %s (%s)", s.Square, s.Piece,
				attackers(before, s.Attackers), s.Rule)
		}

		t.line("")
		t.board(&wave.After, diagram.Marks(squares, diagram.Converted, 0))
		t.line("")
		before = &wave.After
	}
}

// attackers lists the pieces on squares: "the rook on f1 and the king on g1".
func attackers(p *board.Position, on board.Bitboard) string {
	var list []string
	for _, s := range on.Squares() {
		list = append(list, "the "+p.KindAt(s).String()+" on "+s.String())
	}
	return strings.Join(list, " and ")
}
