package tablebase

import "testing"

// A value is 0 for a draw, one more than the plies of a game that ends, and two that are neither.
func TestValues(t *testing.T) {
	for plies := range 253 {
		v := In(plies)
		if v != Value(plies+1) || v.Plies() != plies || v.Wins() != (plies%2 == 1) || v.Loses() != (plies%2 == 0) ||
			(plies < 252 && v.before() != In(plies+1)) {
			t.Errorf("%d plies: %d, %d plies, wins %t, loses %t, before it %d", plies, v, v.Plies(), v.Wins(),
				v.Loses(), v.before())
		}
	}
	for v, want := range map[Value][2]string{
		Drawn: {"draw", "draw"}, stalemate: {"draw", "draw"}, NoPosition: {"draw", "no position"},
		In(0): {"loss", "lost"}, In(1): {"win", "win in 1 ply"},
		In(2): {"loss", "loss in 2 plies"}, In(25): {"win", "win in 25 plies"}, In(252): {"loss", "loss in 252 plies"},
	} {
		if v.Name() != want[0] || v.String() != want[1] {
			t.Errorf("%d is called %q, %q; want %q", v, v.Name(), v.String(), want)
		}
	}
	for _, v := range []Value{Drawn, stalemate, NoPosition} {
		if v.Wins() || v.Loses() || v.Plies() != 0 || v.before() != Drawn {
			t.Errorf("%d: %d plies, before it %d", v, v.Plies(), v.before())
		}
	}
	ordered := []Value{In(0), In(2), In(250), In(252), Drawn, In(251), In(3), In(1)}
	for i, v := range ordered {
		for j, w := range ordered {
			if got := v.Compare(w); got != min(1, max(-1, i-j)) {
				t.Errorf("%v against %v: %d", v, w, got)
			}
		}
	}
}
