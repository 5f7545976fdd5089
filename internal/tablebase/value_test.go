package tablebase

import "testing"

// A value is 0 for a draw, one more than the plies of a game that ends, and two that are neither.
func TestValues(t *testing.T) {
	for plies := range 253 {
		v := DecidedIn(plies)
		if v != Value(plies+1) || v.Plies() != plies || v.Wins() != (plies%2 == 1) ||
			v.Loses() != (plies%2 == 0) || (plies < 252 && v.Before() != DecidedIn(plies+1)) {
			t.Errorf("%d plies: %d, %d plies, wins %t, loses %t, before it %d", plies, v, v.Plies(),
				v.Wins(), v.Loses(), v.Before())
		}
	}

	for v, want := range map[Value][2]string{
		Drawn: {"draw", "draw"}, Stalemate: {"draw", "draw"}, NoPosition: {"draw", "no position"},
		DecidedIn(0): {"loss", "lost"}, DecidedIn(1): {"win", "win in 1 ply"},
		DecidedIn(2): {"loss", "loss in 2 plies"}, DecidedIn(25): {"win", "win in 25 plies"},
		DecidedIn(252): {"loss", "loss in 252 plies"},
	} {
		if v.Name() != want[0] || v.String() != want[1] {
			t.Errorf("%d is called %q, %q; want %q", v, v.Name(), v.String(), want)
		}
	}

	for _, v := range []Value{Drawn, Stalemate, NoPosition} {
		if v.Wins() || v.Loses() || v.Plies() != 0 || v.Before() != Drawn {
			t.Errorf("%d: %d plies, before it %d", v, v.Plies(), v.Before())
		}
	}

	ordered := []Value{DecidedIn(0), DecidedIn(2), DecidedIn(250), DecidedIn(252), Drawn,
		DecidedIn(251), DecidedIn(3), DecidedIn(1)}
	for i, v := range ordered {
		for j, w := range ordered {
			if got := v.Compare(w); got != min(1, max(-1, i-j)) {
				t.Errorf("%v against %v: %d", v, w, got)
			}
		}
	}
}
