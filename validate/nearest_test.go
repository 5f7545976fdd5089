package validate

import (
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/pgn"
	"turncoat/rules"
)

// Nearest to a move are the turns one change away, by the alphabet; where there are none those two
// changes away with its piece or its square; of either as many as are wanted.
func TestNearest(t *testing.T) {
	variant := rules.New(rulestest.Builtin(t, "chess"))
	const kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1" // Kd1 Kd2 Ke2 Kf1 Kf2
	for _, test := range []struct {
		fen, move, meant string
		most             int
		want             string
	}{
		{kings, "Ke3", "", 3, "Ke2"},
		{kings, "Kd3", "", 3, "Kd1 Kd2"}, {kings, "Kd3", "", 1, "Kd1"}, {kings, "Kd3", "", 2,
			"Kd1 Kd2"},
		{kings, "Kc2", "", 9, "Kd2 Ke2 Kf2"}, {kings, "Kc2", "", 2, "Kd2 Ke2"},
		// two changes, its piece
		{kings, "Kc4", "", 9, "Kd1 Kd2 Ke2 Kf1 Kf2"}, {kings, "Kc4", "", 3, "Kd1 Kd2 Ke2"},
		{kings, "Qed2", "", 3, "Kd2"}, // two changes, its square
		{kings, "Qd4", "", 3, ""},     // two changes, neither
		{kings, "Qc4", "", 3, ""}, {kings, "Kaa8", "", 3, ""}, {kings, "", "", 3, ""},
		{kings, "Kxe3+", "", 3, "Ke2"}, {kings, "Qc4", "Ke3", 3, "Ke2"}, {kings, "e2", "", 3,
			"Ke2"},
		{kings, "2", "", 3, "Kd2 Ke2 Kf2"},
		{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Rb3", "", 9, "Ra3 Rb1"},
	} {
		p, err := variant.ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		got := nearest(variant, &pgn.Finding{Before: &p, Move: test.move, Meant: test.meant},
			test.most)
		if !slices.Equal(got, strings.Fields(test.want)) {
			t.Errorf("%s (%s), %d at most: %q, want %s", test.move, test.meant, test.most, got,
				test.want)
		}
	}
}
