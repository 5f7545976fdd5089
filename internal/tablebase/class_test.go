package tablebase

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

func TestParseClass(t *testing.T) {
	for text, want := range map[string]string{
		"KK": "KK", "kk": "KK", "KRBK": "KKRB", "pkKp": "KKPP", "KKQRB": "KKQRB", "PNBKK": "KKBNP",
		"KKNNN":  "KKNNN",
		"":       `not a class of pieces: "" does not name two kings`,
		"K":      `not a class of pieces: "K" does not name two kings`,
		"KKK":    `not a class of pieces: "KKK" does not name two kings`,
		"KKX":    `not a class of pieces: "KKX" is not a class such as KKRB: 'X' is not a piece`,
		"KKQRBN": `not a class of pieces: "KKQRBN" has more than 5 pieces`,
		"QQQQQQ": `not a class of pieces: "QQQQQQ" has more than 5 pieces`,
		"QQQQQ":  `not a class of pieces: "QQQQQ" does not name two kings`,
	} {
		c, err := ParseClass(text)
		switch {
		case err != nil && (err.Error() != want || !errors.Is(err, ErrClass) || c != Class{}):
			t.Errorf("%q: %v, want %s", text, err, want)
		case err == nil && (c.String() != want || c.Pieces() != len(want)):
			t.Errorf("%q is %s, %d pieces", text, c, c.Pieces())
		}

		for kind := board.Pawn; err == nil && kind <= board.King; kind++ {
			if got := c.Count(kind); got != strings.Count(want, string(kind.Letter())) {
				t.Errorf("%q: %d of %c", text, got, kind.Letter())
			}
		}
	}
}

// There are as many classes as there are ways to choose beside two kings, and each stands behind
// what it leads into.
func TestClasses(t *testing.T) {
	for pieces, want := range []int{0, 0, 1, 5, 15, 35, 0} {
		if got := Classes(pieces); len(got) != want || slices.ContainsFunc(got,
			func(c Class) bool { return c.Pieces() != pieces }) {
			t.Errorf("%d pieces: %v", pieces, got)
		}
	}

	names := func(classes []Class) string {
		var list []string
		for _, c := range classes {
			list = append(list, c.String())
		}
		return strings.Join(list, " ")
	}
	if got, want := names(Classes(3)), "KKQ KKR KKB KKN KKP"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	var all []Class
	for pieces := 2; pieces <= MaxPieces; pieces++ {
		all = append(all, Classes(pieces)...)
	}
	for i, c := range all {
		for j, d := range all {
			if got := c.Compare(d); got != min(1, max(-1, i-j)) {
				t.Errorf("%s against %s: %d", c, d, got)
			}
		}

		for _, family := range []ruleset.Family{ruleset.Pacifist, ruleset.Chess} {
			for _, d := range c.LeadsInto(family) {
				if d.Compare(c) >= 0 {
					t.Errorf("%s leads into %s, which stands behind it", c, d)
				}
			}
		}
	}

	for _, test := range []struct {
		class              string
		pacifist, orthodox string
	}{
		{"KK", "", ""}, {"KKQ", "", "KK"}, {"KKP", "KKQ KKR KKB KKN", "KK KKQ KKR KKB KKN"},
		{"KKRB", "", "KKR KKB"},
		{"KKNN", "", "KKN"},
		{"KKPP", "KKQP KKRP KKBP KKNP", "KKP KKQP KKRP KKBP KKNP"}, {"KKRP", "KKQR KKRR KKRB KKRN",
			"KKQ KKR KKB KKN KKP KKQR KKRR KKRB KKRN"},
	} {
		if got := names(class(t, test.class).LeadsInto(ruleset.Pacifist)); got != test.pacifist {
			t.Errorf("%s leads into %s, want %s", test.class, got, test.pacifist)
		}
		if got := names(class(t, test.class).LeadsInto(ruleset.Conversion)); got != test.orthodox {
			t.Errorf("with captures %s leads into %s, want %s", test.class, got, test.orthodox)
		}
	}

	if got, want := names(Closure(ruleset.Pacifist, class(t, "KKP"), class(t, "KKQ"))),
		"KKQ KKR KKB KKN KKP"; got != want {
		t.Errorf("%s, want %s", got, want)
	}

	if got, want := names(Closure(ruleset.Chess, class(t, "KKPP"))),
		"KK KKQ KKR KKB KKN KKP KKQQ KKQR KKQB KKQN KKRR KKRB KKRN KKBB KKBN KKNN KKQP KKRP KKBP KKNP KKPP"; got != want {
		t.Errorf("%s, want %s", got, want)
	}

	if c, ok := ClassOf(&board.Position{}); ok || c != (Class{}) {
		t.Errorf("an empty board is %s", c)
	}
	for fen, want := range map[string]string{"4k3/8/8/8/8/8/8/RNB1K3 w - - 0 1": "KKRBN",
		"4k3/8/8/8/8/8/8/RNBQK3 w - - 0 1": "", "4k3/8/8/8/8/8/P7/q3K3 w - - 0 1": "KKQP"} {
		p := position(t, "pacifist1", fen)
		if c, ok := ClassOf(&p); ok != (want != "") || ok && c.String() != want {
			t.Errorf("%s is %s, %t", fen, c, ok)
		}
	}
}
