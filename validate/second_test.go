package validate

import (
	"errors"
	"testing"

	"turncoat/pgn"
	"turncoat/rules"
)

// What a second opinion sees otherwise is a warning at its move, in variations too; what it cannot
// read is a note.
func TestSecondOpinion(t *testing.T) {
	text := pgnOf("*", "", "1. e4 (1. d4 d5) 1... e5 2. Nf3")
	opinion := func(line *rules.Game) (int, string, error) {
		if turns := line.Turns(); len(turns) > 1 {
			return 2, "otherwise", nil
		}
		return 0, "", nil
	}
	type place struct {
		code      pgn.Code
		severity  string
		ply       int
		move      string
		column    int
		variation string
	}
	for _, test := range []struct {
		opinion  SecondOpinion
		reviewed bool
		want     []place
	}{
		{nil, false, nil},
		{opinion, true, []place{
			{pgn.SecondOpinion, "warning", 2, "d5", 14, "1.e4"},
			{pgn.SecondOpinion, "warning", 2, "e5", 23, ""},
		}},
		{func(*rules.Game) (int, string, error) { return 0, "", errors.New("unknown") }, false,
			[]place{{pgn.NoSecondOpinion, "note", 0, "", 1, ""}}},
	} {
		v := judgeOne(t, text, Rules{SecondOpinion: test.opinion})
		var sum Summary
		sum.add(&v)
		if got := sum.Reviewed == 1; got != test.reviewed {
			t.Errorf("that it was reviewed is %t, want %t", got, test.reviewed)
		}
		if !v.OK || len(v.Findings) != len(test.want) {
			t.Fatalf("%+v", v.Findings)
		}
		for i, f := range v.Findings {
			if got := (place{f.Code, f.Severity, f.Ply, f.Move, f.Column,
				f.Variation}); got != test.want[i] {
				t.Errorf("%+v, want %+v", got, test.want[i])
			}
		}
	}
}
