package check

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/rulestest"
)

// Bugs are played out beside the misreadings that an ordinary bug goes with in what has been found, or beside all.
func TestBeside(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	d := newDiagnoser(t.Context(), set, nil)
	found := func(m corpus.Misreading, faults ...claim) *faulty {
		return &faulty{trial: &trial{misreading: m}, faults: faults}
	}
	none, one, two := corpus.Misread(set), d.single[3], corpus.Misread(set, d.single[0].Changes[0],
		d.single[len(d.single)-1].Changes[0])
	for _, test := range []struct {
		found []*faulty
		want  string // the names of the misreadings
	}{
		{nil, "all"},
		{[]*faulty{found(one, "a")}, one.Name},
		{[]*faulty{found(one, "a"), found(d.single[5], "a")}, one.Name + " " + d.single[5].Name},
		{[]*faulty{found(none, "a", "b")}, "all"},
		{[]*faulty{found(one, "a", "b")}, "all"},
		{[]*faulty{found(two)}, "all"},
		{[]*faulty{found(none, "a", "b"), found(one, "a")}, one.Name},
	} {
		var names []string
		for _, m := range d.beside(test.found) {
			names = append(names, m.Name)
		}
		if got := strings.Join(names, " "); got != test.want && (test.want != "all" || len(names) != len(d.single)) {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

// The more it takes to explain all answers, the more else is looked for.
func TestDoubts(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	none, one := corpus.Misread(set), corpus.Single(set)[0]
	for _, test := range []struct {
		found []*faulty
		want  [3]bool
	}{
		{nil, [3]bool{true, true, true}},
		{[]*faulty{{trial: &trial{misreading: none}, faults: []claim{"castling missing"}}}, [3]bool{}},
		{[]*faulty{{trial: &trial{misreading: none}, faults: []claim{"second waves wrong"}}},
			[3]bool{true, false, false}},
		{[]*faulty{{trial: &trial{misreading: one}, faults: []claim{"castling missing"}}}, [3]bool{true, true, false}},
		{[]*faulty{{trial: &trial{misreading: none}, faults: []claim{"castling missing", "promotions missing"}}},
			[3]bool{true, true, false}},
		{[]*faulty{{trial: &trial{misreading: one}, faults: []claim{"castling missing", "promotions missing"}}},
			[3]bool{true, true, true}},
	} {
		further, beside, patterns := doubts(test.found)
		if got := [3]bool{further, beside, patterns}; got != test.want {
			t.Errorf("%+v: %v, want %v", test.found, got, test.want)
		}
	}
}

// Of what explains everything the least is taken, with the fewest bugs, and all misreadings that go with the same bugs.
func TestSimplest(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	single := corpus.Single(set)
	none := corpus.Misread(set)
	make := func(m corpus.Misreading, left int, faults ...claim) *faulty {
		return &faulty{trial: &trial{misreading: m, refuted: map[claim]int{}}, faults: faults, left: left}
	}
	a, ab, abc := make(none, 0, "a"), make(none, 0, "a", "b"), make(none, 0, "a", "b", "c")
	withFirst, withSecond, other := make(single[0], 0, "a"), make(single[1], 0, "a"), make(single[2], 0, "b")
	vague := make(none, 0, "White's turns missing", "b")
	for _, test := range []struct {
		list, want []*faulty
	}{
		{nil, nil},
		{[]*faulty{make(none, 1, "a"), make(none, 0), abc, vague}, nil},
		{[]*faulty{ab, a}, []*faulty{a}},
		{[]*faulty{a, ab}, []*faulty{a}},
		{[]*faulty{ab, withFirst}, []*faulty{withFirst}},
		{[]*faulty{withFirst, ab}, []*faulty{withFirst}},
		{[]*faulty{withFirst, withSecond, other, make(single[0], 0, "a")}, []*faulty{withFirst, withSecond}},
		{[]*faulty{make(none, 0, "White's turns missing")}, []*faulty{nil}},
	} {
		got := simplest(test.list)
		same := len(got) == len(test.want)
		for i := range min(len(got), len(test.want)) {
			same = same && (test.want[i] == nil || got[i] == test.want[i])
		}
		if !same {
			t.Errorf("%d of %d are simplest, want %d", len(got), len(test.list), len(test.want))
		}
	}
	if !a.certain() || ab.certain() || withFirst.certain() {
		t.Error("a bug alone is certain, and nothing else")
	}
	if a.refuted["a"] = 1; a.certain() {
		t.Error("what a right turn speaks against is certain")
	}
	if ab.size() != 2 || withFirst.size() != 2 || a.size() != 1 {
		t.Error("a setting or a bug counts one")
	}
}

// Claims that leave open what is wrong.
func TestLooseClaims(t *testing.T) {
	for claim, want := range map[claim]bool{
		"second waves wrong": true, "moves that leave the king over-persuaded allowed": true,
		"castling O-O over other pieces allowed":        true,
		"castling after another rook has moved missing": true, "castling without a right allowed": true,
		"two-steps over persuaded squares allowed": true,
		"castling missing":                         false, "moves over other pieces allowed": false,
		"castling after the move of a king allowed": false, "promotions to a knight missing": false,
	} {
		if isLoose(claim) != want {
			t.Errorf("%q is loose: %v", claim, !want)
		}
	}
	for claim, want := range map[claim]bool{"White's turns missing": true, "Black's turns wrong": true,
		"turns of a mover with both kings missing": false} {
		if isVague(claim) != want {
			t.Errorf("%q is vague: %v", claim, !want)
		}
	}
}

// A claim is taken that explains the most; one of bearing may be refuted once for ten turns that it explains,
// which costs three; one turn is enough where nothing else is left; and a case that a claim excuses is explained
// by it.
func TestBestClaim(t *testing.T) {
	x := sample{result: &Result{Case: &corpus.Case{ID: "x"}}}
	of := func(n int, claims ...claim) (list []item) {
		for range n {
			list = append(list, item{status: "missing", claims: claims})
		}
		return list
	}
	const bearing = "bearing of the rook wrong"
	for _, test := range []struct {
		items   []item
		refuted map[claim]int
		want    string
		left    int
	}{
		{of(1, "a"), nil, "a", 0},
		{append(of(1, "a"), of(1, "b")...), nil, "", 1},
		{append(of(2, "a", "b"), of(1, "b")...), nil, "b", 0},
		{append(of(2, "a"), of(2, "b")...), nil, "a b", 0},
		{of(2, "a", "a"), nil, "a", 0},
		{of(10, bearing), map[claim]int{bearing: 1}, bearing, 0},
		{of(9, bearing), map[claim]int{bearing: 1}, "", 1},
		{of(20, "a"), map[claim]int{"a": 1}, "", 1},
		{append(of(10, bearing, "a"), of(2, bearing)...), map[claim]int{bearing: 1}, "a", 1},
		{append(of(10, bearing, "a"), of(4, bearing)...), map[claim]int{bearing: 1}, bearing, 0},
		{append(append(append(of(2, "a"), of(2, "b")...), of(2, "c")...), of(2, "d")...), nil, "a b c", 1},
	} {
		refuted := test.refuted
		if refuted == nil {
			refuted = map[claim]int{}
		}
		f := cover(&trial{refuted: refuted, cases: []trialCase{{sample: &x, items: test.items}}})
		if got := strings.Trim(fmt.Sprint(f.faults), "[]"); got != test.want || f.left != test.left {
			t.Errorf("%v: %q with %d left over, want %q with %d", test.items, got, f.left, test.want, test.left)
		}
	}
	tr := &trial{refuted: map[claim]int{}, cases: []trialCase{
		{sample: &x, items: of(2, "a")},
		{sample: &sample{result: &Result{Case: &corpus.Case{ID: "y"}}}, items: of(1, "b"), excuse: []claim{"a"}},
	}}
	if f := cover(tr); f.left != 0 || len(f.faults) != 1 || f.counts[0].Turns != 2 || f.counts[0].Cases != 1 ||
		f.counts[0].See != "x" {
		t.Errorf("%+v", f)
	}
}

// Which misreadings are tried: each pair of settings once, never two values of one, and a setting that is
// changed already stays.
func TestCombinations(t *testing.T) {
	d := newDiagnoser(t.Context(), rulestest.Builtin(t, "pacifist1"), nil)
	want := 0
	for i, a := range d.single {
		for _, b := range d.single[i+1:] {
			if a.Changes[0].Setting != b.Changes[0].Setting {
				want++
			}
		}
	}
	pairs, seen := d.combinations(2), map[string]bool{}
	for _, m := range pairs {
		seen[m.Name] = true
		if len(m.Changes) != 2 || m.Changes[0].Setting == m.Changes[1].Setting {
			t.Errorf("%s is no pair", m.Name)
		}
	}
	if len(pairs) != want || len(seen) != want || len(d.combinations(1)) != len(d.single) {
		t.Errorf("%d pairs of %d, want %d", len(pairs), len(seen), want)
	}
	a, b := d.single[0].Changes[0], d.single[len(d.single)-1].Changes[0]
	if got := joined([]corpus.Change{a}, b); len(got) != 2 || got[1].Setting != b.Setting {
		t.Errorf("%v", got)
	}
	if got := joined([]corpus.Change{a}, a); len(got) != 1 {
		t.Errorf("%v", got)
	}
}

// Of many answers sixty are looked at: the thirty smallest, and others evenly from the rest.
func TestSpread(t *testing.T) {
	number := func(n int) (list []sample) {
		for i := range n {
			list = append(list, sample{limit: i})
		}
		return list
	}
	of := func(list []sample) (n []int) {
		for _, s := range list {
			n = append(n, s.limit)
		}
		return n
	}
	if got := of(spread(number(60))); len(got) != 60 || got[59] != 59 {
		t.Errorf("%v", got)
	}
	var want []int
	for i := range 30 {
		want = append(want, i)
	}
	for i := range 30 {
		want = append(want, 30+2*i)
	}
	if got := of(spread(number(90))); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
