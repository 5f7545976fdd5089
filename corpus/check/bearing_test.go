package check

import (
	"slices"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
)

// playedAnswers answers cases as a program with a bug does.
func playedAnswers(t *testing.T, name string, cases []corpus.Case) (results []Result) {
	t.Helper()
	ways := waysByName()[name]
	if len(ways) == 0 {
		t.Fatalf("no bug is called %q", name)
	}
	g := rules.New(cases[0].Rules)
	for i := range cases {
		c := &cases[i]
		r := Result{Case: c, Verdict: Right}
		r.answer, _ = (&wrongJudge{set: c.Rules, way: &ways[0]}).answer(g, &sample{result: &r}, false)
		want := c.Answer()
		if d := corpus.Compare(&want, &r.answer); !d.None() {
			r.Verdict = Wrong
		}
		results = append(results, r)
	}
	return results
}

// Pieces that bear on squares in other ways than they should are told by what their conversions and the safety
// of kings hang on.
func TestBearingTold(t *testing.T) {
	cases := eachOf(casesToSpoil(t, "pacifist1"), 2)
	for bug, want := range map[string]string{
		"queens do not bear on anything":                "bearing of the queen wrong",
		"rooks do not support anything":                 "bearing of the rook in support wrong",
		"knights do not bear by their steps +1+2":       "bearing of the knight by +1+2 wrong",
		"Black's pawns do not bear on anything":         "Black's bearing of the pawn wrong",
		"kings do not bear by their diagonal steps":     "diagonal bearing of the king wrong",
		"sliders bear through one other slider at most": "bearing of third sliders wrong",
		"Black's pawns bear backwards, not forwards":    "Black's bearing of the pawn backwards wrong",
	} {
		d := newDiagnoser(t.Context(), cases[0].Rules, playedAnswers(t, bug, cases))
		f := cover(d.try(corpus.Misread(d.set), true))
		if len(f.faults) != 1 || string(f.faults[0]) != want || f.left > 0 {
			t.Errorf("%q is told as %+v, with %d cases left over", bug, f.counts, f.left)
		}
	}
}

// How many persuade a square as programs with bugs count them: worked out by hand from the names of the bugs.
func TestPersuadersCounted(t *testing.T) {
	_, p, _ := at(t, "pacifist1", "4k3/8/8/8/3R4/2N5/8/3RK3 w - - 0 1", "e1e2")
	set := rulestest.Builtin(t, "pacifist1")
	for bug, counts := range map[string]map[string]int64{
		"persuasion counts one piece too many where there is any": {"h8": 0, "h4": 2, "e4": 3, "d5": 4},
		"of all that persuade a square no more than 1 count":      {"h8": 0, "h4": 1, "e4": 1, "d5": 1},
		"of all that persuade a square no more than 2 count":      {"h8": 0, "h4": 1, "e4": 2, "d5": 2},
		"of all that persuade a square no more than 3 count":      {"h8": 0, "h4": 1, "e4": 2, "d5": 3},
	} {
		for name, want := range counts {
			if got := waysByName()[bug][0].weigh(&set, p, squareOf(t, name), board.White,
				persuasion).Count; int64(got) != want {
				t.Errorf("%s: %d on %s, want %d", bug, got, name, want)
			}
		}
	}
}

// A way of bearing decides what becomes of a move where without it another square would be judged otherwise:
// that which a two-step passes, say.
func TestDecisive(t *testing.T) {
	const rook, queen = kind("bearing of the rook"), kind("bearing of the queen")
	for _, test := range []struct {
		fen, uci string
		tested   [2]bool // with the rook, and without
		ways     []kind
	}{
		{"1r5k/8/8/8/8/8/1P6/7K w - - 0 1", "b2b4", [2]bool{true, false}, []kind{rook}},
		{"1r5k/8/8/8/8/8/1P6/7K w - - 0 1", "b2b3", [2]bool{false, false}, nil},
		{"1q5k/8/8/8/8/8/1P6/7K w - - 0 1", "b2b4", [2]bool{true, true}, []kind{queen}},
		{"7k/8/8/8/8/8/1P6/7K w - - 0 1", "b2b4", [2]bool{false, false}, nil},
	} {
		g, p, m := at(t, "pacifist1", test.fen, test.uci)
		if got := [2]bool{outcomeBy(g.Set(), p, m, "").tested, outcomeBy(g.Set(), p, m,
			rook).tested}; got != test.tested {
			t.Errorf("%s %s: tested %v, want %v", test.fen, test.uci, got, test.tested)
		}
		if got := decisive(g.Set(), p, m, []kind{rook, queen}); !slices.Equal(got, test.ways) {
			t.Errorf("%s %s: %q, want %q", test.fen, test.uci, got, test.ways)
		}
	}
}
