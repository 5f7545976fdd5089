package check

import (
	"reflect"
	"slices"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/rulestest"
)

// Three positions of two kings, worked out by hand: next to the enemy king stands, in the first two, where the
// mover's king can claim it (PAC-5, PAC-6); in the third the kings are far apart.
const (
	nearA = "8/8/8/8/8/k7/8/K7 w - - 0 1"
	nearH = "8/8/8/8/8/7k/8/7K w - - 0 1"
	apart = "k7/8/8/8/8/8/8/7K w - - 0 1"
)

// answered is a result: the answer that a program has given to a position of pacifist1, and what was made of it.
func answered(t *testing.T, id, fen string, verdict Verdict, turns ...corpus.AnswerTurn) Result {
	t.Helper()
	return Result{Case: &corpus.Case{ID: id, Rules: rulestest.Builtin(t, "pacifist1"), FEN: fen}, Verdict: verdict,
		answer: corpus.Answer{Turns: turns, Outcome: "*"}}
}

var (
	a2 = corpus.AnswerTurn{UCI: "a1a2", FEN: "8/8/8/8/8/K7/K7/8 b"}
	b1 = corpus.AnswerTurn{UCI: "a1b1", FEN: "8/8/8/8/8/k7/8/1K6 b"}
	b2 = corpus.AnswerTurn{UCI: "a1b2", FEN: "8/8/8/8/8/K7/1K6/8 b"}

	rightH = []corpus.AnswerTurn{{UCI: "h1g1", FEN: "8/8/8/8/8/7k/8/6K1 b"},
		{UCI: "h1g2", FEN: "8/8/8/8/8/7K/6K1/8 b"}, {UCI: "h1h2", FEN: "8/8/8/8/8/7K/7K/8 b"}}
	steps = []corpus.AnswerTurn{{UCI: "h1g1", FEN: "k7/8/8/8/8/8/8/6K1 b"},
		{UCI: "h1g2", FEN: "k7/8/8/8/8/8/6K1/8 b"}, {UCI: "h1h2", FEN: "k7/8/8/8/8/8/7K/8 b"}}
)

// Who thinks that kings cannot be converted may only step away from the other king: its square is persuaded all
// the same, so the steps next to it are illegal (PAC-10).
func TestTell(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	read := func(names ...string) (list []corpus.Misreading) {
		for _, name := range names {
			m, err := corpus.ParseMisreading(set, name)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, m)
		}
		return list
	}
	away := answered(t, "away", nearA, Wrong, b1)
	nonsense := answered(t, "nonsense", nearH, Wrong)
	won := answered(t, "won", nearA, Wrong, a2, corpus.AnswerTurn{UCI: "a1b1", FEN: b1.FEN, Outcome: "1-0"}, b2)
	step := answered(t, "step", apart, Right, steps...)
	claim := answered(t, "claim", nearH, Right, rightH...)
	for _, test := range []struct {
		name    string
		found   []corpus.Misreading
		exact   bool
		results []Result
		want    Diagnosis // but for its readings
		see     string
		says    string
	}{
		{"all fits", read("king-converts=no"), true, []Result{away, step}, Diagnosis{Exact: true, Answers: 2, Fit: 2,
			Wrong: 1, Explained: 1}, "away",
			"answers like king-converts=no: kings cannot be converted; PAC-6; see case away (fits all 2 answers)"},
		{"a right answer speaks against it", read("king-converts=no"), false, []Result{away, step, claim},
			Diagnosis{Answers: 3, Fit: 2, Wrong: 1, Explained: 1, Unexplained: []string{"claim"}}, "away",
			"answers like king-converts=no: kings cannot be converted; PAC-6; see case away (fits 2 of 3 answers, explains 1 of 1 wrong ones)"},
		{"half of the wrong answers", read("king-converts=no"), false, []Result{nonsense, away, step},
			Diagnosis{Answers: 3, Fit: 2, Wrong: 2, Explained: 1, Unexplained: []string{"nonsense"}}, "away",
			"answers like king-converts=no: kings cannot be converted; PAC-6; see case away (fits 2 of 3 answers, explains 1 of 2 wrong ones)"},
		{"little", read("king-bears=no"), false, []Result{away, step}, Diagnosis{Answers: 2, Fit: 1, Wrong: 1,
			Unexplained: []string{"away"}}, "",
			"no misreading explains the 1 wrong answer; the nearest is king-bears=no: kings do not persuade or support; PAC-4 (fits 1 of 2 answers, explains 0 of 1 wrong ones)"},
		{"two alike", read("king-converts=no", "king-safety=every-king"), true, []Result{away}, Diagnosis{Exact: true,
			Answers: 1, Wrong: 1, Fit: 1, Explained: 1}, "away",
			"answers like king-converts=no: kings cannot be converted; PAC-6; see case away; or, all the same, like king-safety=every-king: " +
				"after the turn every king of the mover must be safe; PAC-10 (fits the 1 answer)"},
		{"nothing found", nil, false, []Result{away, step}, Diagnosis{Answers: 2, Fit: 1, Wrong: 1,
			Unexplained: []string{"away"}}, "",
			"no misreading explains the 1 wrong answer"},
		{"the outcome of a turn", nil, false, []Result{won, step}, Diagnosis{Answers: 2, Fit: 1, Wrong: 1,
			Unexplained: []string{"won"}}, "",
			"no misreading explains the 1 wrong answer"},
	} {
		got := newDiagnoser(t.Context(), set, test.results).diagnosis(test.found, test.exact)
		if s := got.Summary(); s != test.says {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, s, test.says)
		}
		if len(got.Readings) != len(test.found) || len(got.Readings) > 0 && got.Readings[0].See != test.see {
			t.Errorf("%s: %+v", test.name, got.Readings)
		}
		got.Readings = nil
		if !reflect.DeepEqual(*got, test.want) {
			t.Errorf("%s: %+v, want %+v", test.name, *got, test.want)
		}
	}
}

// A misreading that is another rule set is given its name, and no more than a dozen are listed.
func TestTellKnownAndMany(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	away := []Result{answered(t, "away", nearA, Wrong, b1)}
	for name, known := range map[string]string{"pacifist2": "pacifist2", "pacifist-value": "pacifist-value"} {
		d := newDiagnoser(t.Context(), set, away).diagnosis([]corpus.Misreading{corpus.Between(set,
			rulestest.Builtin(t, name))}, true)
		if d.Readings[0].Known != known {
			t.Errorf("%s is called %q", name, d.Readings[0].Known)
		}
	}
	if d := newDiagnoser(t.Context(), set, away).diagnosis(corpus.Single(set)[:13], false); len(d.Readings) != 12 ||
		d.Readings[11].Name != corpus.Single(set)[11].Name {
		t.Errorf("%d readings", len(d.Readings))
	}
}

// Ordinary bugs are told with what they leave to a misreading, each misreading once, and nothing of one that
// changes nothing.
func TestTellFaults(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	d := newDiagnoser(t.Context(), set, []Result{answered(t, "away", nearA, Wrong, b1), answered(t, "step", apart,
		Right, steps...)})
	counts := []Fault{{Name: "castling missing", Turns: 3, Cases: 2, See: "x"}}
	m, err := corpus.ParseMisreading(set, "king-converts=no")
	if err != nil {
		t.Fatal(err)
	}
	alone := &faulty{trial: &trial{misreading: corpus.Misread(set)}, counts: counts}
	with := &faulty{trial: &trial{misreading: m}, counts: counts}
	for _, test := range []struct {
		found    []*faulty
		readings int
		says     string
	}{
		{[]*faulty{alone}, 0, "castling missing (3 turns in 2 cases; see case x) (fits all 2 answers)"},
		{[]*faulty{with}, 1, "castling missing (3 turns in 2 cases; see case x); the rest answers like king-converts=no: kings cannot be converted; PAC-6; see case away (fits all 2 answers)"},
		{slices.Repeat([]*faulty{with}, 13), 12, ""},
	} {
		got := d.faultDiagnosis(test.found)
		if s := got.Summary(); s != test.says && test.says != "" || len(got.Readings) != test.readings {
			t.Errorf("%d readings: %s", len(got.Readings), s)
		}
		if !got.Exact || got.Answers != 2 || got.Fit != 2 || got.Wrong != 1 || got.Explained != 1 ||
			!reflect.DeepEqual(got.Faults, counts) || got.Unexplained != nil {
			t.Errorf("%+v", got)
		}
	}
}

// What differs is listed by kind: that of the bug found first, the rest by how many cases show it.
func TestSummarise(t *testing.T) {
	x, y, z := sample{result: &Result{Case: &corpus.Case{ID: "x"}}},
		sample{result: &Result{Case: &corpus.Case{ID: "y"}}}, sample{result: &Result{Case: &corpus.Case{ID: "z"}}}
	tr := &trial{refuted: map[claim]int{"moves missing": 1}, cases: []trialCase{
		{sample: &x, items: []item{
			{status: "missing", uci: "e1g1", claims: []claim{"moves missing", "castling missing"}, part: "O-O"},
			{status: "missing", uci: "e1c1", claims: []claim{"moves missing", "castling missing"}, part: "O-O-O"},
			{status: "board", uci: "a2a3", claims: []claim{"first waves wrong"}, part: "pawn",
				detail: "conversions that do not happen"},
		}},
		{sample: &y, items: []item{
			{status: "missing", uci: "e8g8", claims: []claim{"castling missing"}, part: "O-O"},
			{status: "extra", uci: "a1a3", claims: []claim{"moves over pieces allowed"}},
			{status: "missing", uci: "b1c3", claims: []claim{"moves missing"}, part: "knight"},
		}},
		{sample: &z, items: []item{{status: "refused"}, {status: "missing", uci: "b1a3", part: "knight"}}},
	}}
	want := []string{
		"1 case: moves over pieces allowed, see y", "2 cases: castling missing (O-O 2, O-O-O 1), see x",
		"2 cases: turns missing, see y",
		"1 case: conversions that do not happen, see x", "1 case: positions that the rules refuse, see z",
	}
	var got []string
	for _, k := range summarise(tr, []Fault{{Name: "moves over pieces allowed"}}) {
		got = append(got, k.String()+", see "+k.See)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// How a board differs from the right one, after the first example of docs/RULES.md: Nf5 there converts in four
// waves, and after the first wave alone stands what only e7 and g7 add to it.
func TestBoardDetail(t *testing.T) {
	g, p, m := at(t, "pacifist1", "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w - - 0 1", "e3f5")
	turn, err := g.TryPlay(p, m, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ fen, want string }{
		{"rkqn1rb1/ppppPpBp/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR b", "conversions: only the first wave"},
		{"rkqn1rb1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR b", "conversions that do not happen"},
		{"RkqN1RB1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR b", "conversions that should not happen"},
		{"Rkqn1RB1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR b", "conversions of other pieces"},
		{"rkqN1RB1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR w", "the side to move after a turn is wrong"},
		{"rkqN1RB1/ppppPPBP/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR b", "boards on which other pieces stand"},
		{"rkqN1RB1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPP b", "boards that cannot be read"},
		{"rkqN1RB1/ppppPPBPP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR b", "boards that cannot be read"},
		{"rkqN1RB1/ppppPPBP/P7/1n3Np1/8/7/1PPPPPPP/RNK1BBQR b", "boards that cannot be read"},
		{"rkqN1RB1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPX/RNK1BBQR b", "boards that cannot be read"},
	} {
		if got := boardDetail(&turn, []corpus.AnswerTurn{{FEN: test.fen}}); got != test.want {
			t.Errorf("%s: %s, want %s", test.fen, got, test.want)
		}
	}
	if got := boardDetail(&turn, make([]corpus.AnswerTurn, 2)); got != "turns with another number of reclaims" {
		t.Error(got)
	}
}
