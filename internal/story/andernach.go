package story

import (
	"strings"

	"turncoat/diagram"
	"turncoat/internal/printable"
	"turncoat/rules"
	"turncoat/rules/board"
)

// step writes what a turn of Andernach Chess or its kin converts, and why it does or does not.
func (t *Teller) step(e rules.Explanation) {
	t.line("How pieces change sides:")
	t.rule("AND-2")
	if _, ok := e.Turn.Castles(t.p); ok {
		t.rule("AND-5")
	}
	t.line("")
	verdict := ": no piece changes colour."
	if len(e.Waves) > 0 {
		verdict = ":"
	}
	t.line("%s\n", printable.Wrap("", strings.ToUpper(e.Why[:1])+e.Why[1:]+verdict))
	for i := range e.Waves {
		var squares board.Bitboard
		for _, s := range e.Waves[i].Squares {
			squares |= s.Square.Bit()
			by := ""
			if s.Attackers != 0 {
				by = ", attacked by " + attackers(&e.Moved, s.Attackers)
			}
			t.line("  %v  the %v becomes %s's%s (%s)", s.Square, s.Piece,
				s.Piece.Colour.Other().Title(), by, s.Rule)
		}

		t.line("")
		t.board(&e.Waves[i].After, diagram.Marks(squares, diagram.Converted, 0))
		t.line("")
	}
}
