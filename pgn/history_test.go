package pgn

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
)

func pacifist(t *testing.T, fen string) (*rules.Variant, board.Position) {
	t.Helper()
	g := rules.New(rulestest.Builtin(t, "pacifist1"))
	p, err := g.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return g, p
}

func written(t *testing.T, text string) rules.Written {
	t.Helper()
	w, err := rules.ParseWritten(text, rules.English)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// The enemy's piece that a move is likely written for has changed sides, or is named in full, or no turn is known.
func TestMeant(t *testing.T) {
	const pieces, kings = "7k/8/8/3n4/8/8/2b5/K7 w - - 0 1", "7k/8/8/8/8/4R3/8/1k6 w - - 0 1"
	for _, test := range []struct {
		fen, changed string
		turns        int
		move, want   string
	}{
		{pieces, "", 0, "Nf6", "d5"}, {pieces, "", 1, "Nf6", ""}, {pieces, "d5", 1, "Nf6", "d5"},
		{pieces, "c2", 1, "Nf6", ""}, {pieces, "d5", 1, "Ne5", ""}, {pieces, "", 0, "Ne5", ""},
		{pieces, "", 1, "Nd5f6", "d5"}, {pieces, "", 1, "Ndf6", ""}, {pieces, "", 1, "N5f6", ""},
		{pieces, "", 1, "Nd4f6", ""}, {pieces, "", 1, "Ne5f6", ""},
		{pieces, "", 0, "Ndf6", "d5"}, {pieces, "", 0, "Nef6", ""}, {pieces, "", 0, "N5f6", "d5"},
		{pieces, "", 0, "N4f6", ""},
		{pieces, "", 0, "d5f6", "d5"}, {pieces, "", 1, "d5f6", "d5"}, {pieces, "", 0, "d5e5", ""},
		{pieces, "", 0, "d4f6", ""}, {pieces, "", 0, "c5f6", ""},
		{pieces, "", 0, "Nd5", ""}, {pieces, "", 0, "Bd3", "c2"}, {pieces, "", 0, "Qf6", ""}, {pieces, "", 0, "Bf6",
			""},
		{pieces, "h8", 1, "Kb5", "h8"}, {pieces, "", 1, "Kb5", ""}, {pieces, "", 0, "Kb5", ""},
		{pieces, "d5", 1, "Kb5", ""}, {pieces, "", 0, "Kg8", "h8"},
		{kings, "b1 h8", 2, "Kc2", "b1"}, {kings, "b1 h8", 2, "Kg7", "h8"}, {kings, "b1 h8", 2, "Kd5", "b1"},
		{kings, "h8", 2, "Kd5", "h8"},
	} {
		_, p := pacifist(t, test.fen)
		h := History{turns: test.turns}
		for _, name := range strings.Fields(test.changed) {
			s, _ := board.ParseSquare(name)
			h.changed[s] = change{turn: "1.x", wave: 1}
		}
		got := ""
		if s, ok := h.meant(&p, written(t, test.move)); ok {
			got = s.String()
		}
		if got != test.want {
			t.Errorf("%s after %d turns, %q changed: %q, want %q", test.move, test.turns, test.changed, got, test.want)
		}
	}
}

// What is known of a piece goes with it, in castling too, and a square that has been left knows nothing.
func TestHistoryMovesAlong(t *testing.T) {
	g, start := pacifist(t, "4k3/8/8/8/8/8/8/R3K2R w AH - 0 1")
	for _, test := range []struct{ known, move, want string }{
		{"e1 h1", "O-O", "f1:h1 g1:e1"}, {"e1 a1 h1", "O-O-O", "c1:e1 d1:a1 h1:h1"}, {"e1", "Ke2", "e2:e1"},
		{"h1", "Rh5", "h5:h1"}, {"h5 h1", "Rh5", "h5:h1"}, {"h5", "Rh5", ""},
	} {
		var h History
		for _, name := range strings.Fields(test.known) {
			s, _ := board.ParseSquare(name)
			h.changed[s].turn = name
		}
		p := start
		played, err := g.Parse(&p, test.move)
		if err != nil {
			t.Fatal(err)
		}
		h.Add(g, &p, played)
		var got []string
		for s := range board.NoSquare {
			if h.changed[s] != (change{}) {
				got = append(got, fmt.Sprint(s, ":", h.changed[s].turn))
			}
		}
		slices.Sort(got)
		if all := strings.Join(got, " "); all != test.want || h.turns != 1 {
			t.Errorf("%s, known %s: %s, want %s", test.move, test.known, all, test.want)
		}
	}
}
