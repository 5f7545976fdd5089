package plural

import "testing"

func TestCount(t *testing.T) {
	for _, c := range []struct {
		n     int
		thing string
		want  string
	}{
		{1, "game", "1 game"}, {0, "game", "0 games"}, {2, "more finding", "2 more findings"},
		{1, "ply", "1 ply"}, {21, "ply", "21 plies"}, {2, "key", "2 keys"}, {3, "day", "3 days"},
		{2, "search", "2 searches"}, {2, "box", "2 boxes"}, {-1, "pass", "-1 passes"},
	} {
		if got := Count(c.n, c.thing); got != c.want {
			t.Errorf("Count(%d, %q) = %q, want %q", c.n, c.thing, got, c.want)
		}
	}
}
