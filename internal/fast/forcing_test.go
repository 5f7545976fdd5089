package fast

import (
	"testing"

	"turncoat/rules/board"
)

// Checks are rated above all else, exactly the turns after which the enemy is in check; then come
// captures of queens, of rooks, of minor pieces and of pawns, and everything else is rated 0. What
// Rate only guesses at is left out: castlings, captures en passant, promotions.
func TestForcing(t *testing.T) {
	values := map[board.Kind]uint32{board.Pawn: 1, board.Knight: 3, board.Bishop: 3, board.Rook: 5,
		board.Queen: 9}
	seen := map[uint32]int{}
	wanderings(t, "chess", 12, 40, func(r Rules, p *board.Position) {
		var w WinSearch
		w.Start(r, p)
		f, ok := w.Forcing()
		if !ok {
			t.Fatal("chess is not rated")
		}
		for _, turn := range r.AppendTurns(nil, p) {
			if _, castles := turn.Castles(p); castles || turn.Promotion != board.NoKind ||
				turn.To == p.EnPassant {
				continue
			}

			var after board.Position
			r.Apply(p, turn, &after)
			want := values[p.KindAt(turn.To)]
			check := r.InCheck(&after, after.Turn)
			got := f.Rate(&turn)
			if check && got <= values[board.Queen] || !check && got != want {
				t.Errorf("%s: %v is rated %d, check %v", p.String(), turn.Move, got, check)
			}
			seen[got]++
		}
	})
	if len(seen) < 6 {
		t.Errorf("the test shows little: %v", seen)
	}
	var w WinSearch
	wanderings(t, "pacifist1", 1, 1, func(r Rules, p *board.Position) {
		w.Start(r, p)
		if true {
			if _, ok := w.Forcing(); ok {
				t.Error("Pacifist is rated")
			}
		}
	})
}
