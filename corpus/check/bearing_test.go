package check

import (
	"testing"

	"turncoat/corpus"
	"turncoat/rules"
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

// Pieces that bear on squares in other ways than they should are told by what their conversions and the safety of kings hang on.
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
