package fast

import (
	"testing"

	"turncoat/rules/board"
)

// The win-in-one filter lets every turn through that converts what is pursued. Any enemy piece may stand for the king: whatever some turn
// converts, in whichever wave, the bounds must allow to fall by that turn.
func TestWinFilterBounds(t *testing.T) {
	var w WinSearch
	first, later := 0, 0
	wanderings(t, "pacifist1", 17, 100, func(r Rules, p *board.Position) {
		turns := r.AppendTurns(nil, p)
		w.StartLeaf(r, p)
		n := &w.n
		if n.plain {
			return
		}
		for i := range turns {
			m := turns[i].Move
			if turns[i].Converted == 0 || n.own&bit(m.To) != 0 {
				continue // castlings are always tried
			}
			kind := p.KindAt(m.From)
			from, to := pawnSteps[n.us][m.From&63], pawnSteps[n.us][m.To&63]
			if kind != board.Pawn {
				from, to = n.reach[m.From&63], n.reachFrom(kind, m.To)
			}
			var l lifted
			n.lift(&l, m.From, kind, from)
			promotes := m.Promotion != board.NoKind // then it is always tried
			if promotes {
				to = n.promote(&l, m.Promotion, m.To)
			}
			wave := n.drop(&l, m.To, to) & n.enemy
			for fallen := turns[i].Converted; fallen != 0; fallen &= fallen - 1 {
				pursued := fallen & -fallen
				if pursued&wave != 0 {
					first++
				} else {
					later++
				}
				for _, any := range []bool{false, true} {
					w.filter.begin(n, pursued, any)
					if !promotes && w.filter.goodFor(kind, m.From)&bit(m.To) == 0 {
						t.Fatalf("%s: %v, which converts %s, is left out", p.Board(), m, pursued.First())
					}
					if !w.filter.canFall(wave, &l, m.To, to) {
						t.Fatalf("%s: %v converts %s, which is said not to fall", p.Board(), m, pursued.First())
					}
				}
			}
		}
	})
	if first < 5000 || later < 5000 {
		t.Errorf("only %d pieces of first waves and %d of later ones: the test shows little", first, later)
	}
}
