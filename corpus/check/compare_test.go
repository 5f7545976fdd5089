package check

import (
	"slices"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/rulestest"
)

// What an answer differs in where the position itself is refused, by the rules or by the program.
func TestCompareRefusals(t *testing.T) {
	const noKings = "8/8/8/8/8/8/8/8 w - - 0 1" // PAC-17
	set := rulestest.Builtin(t, "pacifist1")
	other, err := corpus.ParseMisreading(set, "king-converts=no")
	if err != nil {
		t.Fatal(err)
	}
	refuses := func(fen string) Result {
		r := answered(t, "x", fen, Wrong)
		r.answer = corpus.Answer{Refused: "illegal-position"}
		return r
	}
	for _, test := range []struct {
		what   string
		m      corpus.Misreading
		result Result
		items  int
		claims bool
	}{
		{"the rules refuse what the program allows", corpus.Misread(set), answered(t, "x", noKings, Wrong), 1, false},
		{"both refuse", corpus.Misread(set), refuses(noKings), 0, false},
		{"a misreading refuses what the program allows", other, answered(t, "x", noKings, Wrong), 0, false},
		{"the program refuses what the rules allow", corpus.Misread(set), refuses(apart), 1, true},
		{"the program refuses what a misreading allows", other, refuses(apart), 1, true},
	} {
		d := newDiagnoser(t.Context(), set, []Result{test.result})
		tr := d.try(test.m, false)
		items := tr.cases[0].items
		if len(items) != test.items || len(items) > 0 && (items[0].status != "refused" ||
			slices.Contains(items[0].claims, "positions refused") != test.claims) {
			t.Errorf("%s: %+v", test.what, items)
		}
		if tr.refuted["positions refused"] != 0 {
			t.Errorf("%s: an answer speaks against it", test.what)
		}
	}
	d := newDiagnoser(t.Context(), set, []Result{answered(t, "step", apart, Right, steps...),
		answered(t, "claim", nearH, Right, rightH...)})
	tr := d.try(corpus.Misread(set), false)
	if tr.refuted["positions refused"] != 2 || tr.refuted[unturned] != 6 || tr.refuted[withSigns] != 6 ||
		len(tr.cases) != 2 || len(tr.cases[0].items)+len(tr.cases[1].items) != 0 {
		t.Errorf("two right answers of three turns each: %d, %d, %d, %+v", tr.refuted["positions refused"],
			tr.refuted[unturned], tr.refuted[withSigns], tr.cases)
	}
}

// Whoever plays the moves to a position wrongly comes to another, so that the bugs that would do so excuse the
// whole answer.
func TestExcuses(t *testing.T) {
	for _, test := range []struct {
		rules      string
		moves      []string
		has, lacks []claim
	}{
		{"pacifist1", []string{"a1b1"}, []claim{"moves of the king missing", "White's turns missing",
			"moves to b1 missing", "moves of the king wrong", withSigns, unturned},
			[]claim{"turns without a reclaim missing", "moves of the king allowed", capitals}},
		{"pacifist1", []string{"a1b1", "a3b3"}, []claim{"moves to b1 missing", "moves to b3 missing",
			"Black's turns missing"}, nil},
		{"pacifist1", []string{"a1a2"}, []claim{"conversions wrong", "conversions of the king wrong"}, nil},
		{"pacifist1", nil, nil, []claim{"moves of the king missing", withSigns, unturned}},
		{"pacifist-number", []string{"a1b1"}, []claim{"turns without a reclaim missing"}, nil},
	} {
		set := rulestest.Builtin(t, test.rules)
		r := Result{Case: &corpus.Case{ID: "x", Rules: set, FEN: nearA, Moves: test.moves}, Verdict: Wrong,
			answer: corpus.Answer{Refused: "illegal-position"}}
		c := newDiagnoser(t.Context(), set, []Result{r}).try(corpus.Misread(set), false).cases[0]
		for _, list := range [][]claim{c.excuse, c.items[0].claims} {
			for _, want := range test.has {
				if !slices.Contains(list, want) {
					t.Errorf("%s after %q lacks %q", test.rules, test.moves, want)
				}
			}
			for _, not := range test.lacks {
				if slices.Contains(list, not) {
					t.Errorf("%s after %q has %q", test.rules, test.moves, not)
				}
			}
		}
	}
}

// What a single turn differs in, and what its being there speaks against.
func TestTurnItems(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	compared := func(outcome string, turns ...corpus.AnswerTurn) (*trial, []item) {
		r := answered(t, "x", apart, Wrong, turns...)
		r.answer.Outcome = outcome
		tr := newDiagnoser(t.Context(), set, []Result{r}).try(corpus.Misread(set), false)
		return tr, tr.cases[0].items
	}
	// Where a turn is missing nothing is said of the outcome.
	if _, items := compared("1-0", steps[1:]...); len(items) != 1 || items[0].status != "missing" ||
		items[0].uci != "h1g1" {
		t.Errorf("%+v", items)
	}
	if _, items := compared("1-0", steps...); len(items) != 1 || items[0].status != "outcome" {
		t.Errorf("%+v", items)
	}
	upside := corpus.AnswerTurn{UCI: "h1g1", FEN: "6K1/8/8/8/8/8/8/k7 b"}
	if _, items := compared("*", upside, steps[1], steps[2]); len(items) != 1 || items[0].status != "board" ||
		!slices.Equal(items[0].claims, []claim{"boards written upside down"}) {
		t.Errorf("%+v", items)
	}
	// A turn with a wrong board is there all the same.
	other := corpus.AnswerTurn{UCI: "h1g1", FEN: "K7/8/8/8/8/8/8/6K1 b"}
	tr, items := compared("*", other, steps[1], steps[2])
	if len(items) != 1 || items[0].status != "board" || !slices.Contains(items[0].claims,
		"moves of the king wrong") || tr.refuted["moves to g1 missing"] != 1 ||
		tr.refuted["moves to g1 wrong"] != 0 || tr.refuted["moves to g2 wrong"] != 1 {
		t.Errorf("%+v, %v", items, tr.refuted)
	}
}
