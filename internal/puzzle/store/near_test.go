package store

import (
	"testing"

	"turncoat/internal/jsonline"
	"turncoat/puzzle"
)

// A puzzle is found as an anticipation of a position, whatever was done to it as a whole, where at
// most two pieces are others.
func TestLike(t *testing.T) {
	p, err := puzzle.Parse(collection(t, "chess")[0].Text)
	if err != nil {
		t.Fatal(err)
	}
	p.FEN = "8/8/8/3k4/8/2K5/3P4/5Q2 w - - 0 1"
	text, err := jsonline.Encode(&p)
	if err != nil {
		t.Fatal(err)
	}
	s, _ := created(t)
	if added, err := s.Add(t.Context(), sequence([]Line{{Text: text}}), AddOptions{}); err != nil ||
		added.Stored != 1 {
		t.Fatalf("%+v, %v", added, err)
	}
	for _, test := range []struct{ fen, want string }{
		{p.FEN, "the same pieces"},
		{"8/8/8/4k3/8/5K2/4P3/2Q5 w - - 0 1", "the same pieces, mirrored or turned"},
		{"8/8/4k3/8/3K4/4P3/6Q1/8 w - - 0 1", "the same pieces, shifted"},
		{"5q2/3p4/2k5/8/3K4/8/8/8 b - - 0 1", "the same pieces, colours exchanged"},
		{"8/3k4/8/2K5/3P4/5Q2/8/8 w - - 0 1", "the same pieces, shifted"},
		{"8/8/8/3k4/8/2K5/3P4/5R2 w - - 0 1", "1 piece different"},
		{"8/8/n7/3k4/8/2K5/3P4/5Q2 w - - 0 1", "1 piece different"},
		{"8/8/8/3k4/8/2K5/3P4/6Q1 w - - 0 1", "1 piece different"},
		{"8/8/n7/3k4/8/2K5/3P4/5R2 w - - 0 1", "2 pieces different"},
		{"n7/8/n7/3k4/8/2K5/3P4/5R2 w - - 0 1", ""},
		{"8/3p4/2k5/8/3K4/8/8/2q5 b - - 0 1", "1 piece different, colours exchanged"},
		// the pawn walks another way: with it three are others
		{"5Q2/3P4/2K5/8/3k4/8/8/8 w - - 0 1", ""},
	} {
		at := positionOf(t, test.fen)
		got := ""
		for f, err := range s.Like(t.Context(), &at, Query{Stipulation: "win"}) {
			if err != nil {
				t.Fatal(err)
			}
			got += f.Likeness
		}

		if got != test.want {
			t.Errorf("%s: %q, want %q", test.fen, got, test.want)
		}
	}

	at := positionOf(t, p.FEN)
	for f, err := range s.Like(t.Context(), &at, Query{Themes: [][]string{{"nothing"}}}) {
		t.Logf("%v, %v", f.ID, err)
		if err == nil {
			t.Errorf("%s has a theme that is not there", f.ID)
		}
	}
}
