package check

import (
	"slices"
	"testing"

	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Wrong ways of judging a square: pawns that look back, squares without support, averages without their fraction.
func TestJudgements(t *testing.T) {
	for _, test := range []struct {
		rules, fen, square string
		owner              board.Colour
		over               bool // by the rules
		otherwise          []kind
	}{
		// The white pawn on d4 bears on c5 and e5; backwards it would bear on c3 and e3.
		{"pacifist1", "7k/8/8/2n5/3P4/8/8/7K w - - 0 1", "c5", board.Black, true,
			[]kind{backwards, backwardsOf[board.White], unsupported}},
		{"pacifist1", "7k/8/8/8/3P4/2n5/8/7K w - - 0 1", "c3", board.Black, false,
			[]kind{backwards, backwardsOf[board.White]}},
		// A black pawn on d6 supports c5 against it; looking back it would support c7.
		{"pacifist1", "7k/8/3p4/2n5/3P4/8/8/7K w - - 0 1", "c5", board.Black, false, []kind{backwardsOf[board.Black]}},
		// 3 and 5 are 4 on an average, 3 and 1 are 2; 3 and 3 and 1 are 7/3, which without its fraction is no more
		// than 2.
		{"pacifist-average", "7k/8/2n5/4n3/8/2N1B3/3P4/7K w - - 0 1", "d4", board.Black, false, nil},
	} {
		g := rules.New(rulestest.Builtin(t, test.rules))
		p, err := g.ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		s := squareOf(t, test.square)
		if over(g.Set(), &p, s, test.owner) != test.over {
			t.Errorf("%s: %s is over-persuaded: %v", test.fen, test.square, !test.over)
		}
		for _, k := range judgementOrder(g.Set(), 0) {
			if got := judgements[k](g.Set(), &p, s, test.owner,
				0) != test.over; got != slices.Contains(test.otherwise, k) {
				t.Errorf("%s: %s is judged otherwise by %q: %v", test.fen, test.square, k, got)
			}
		}
	}
	if got := roundDown(rules.Weight{Sum: 7, Count: 3}); got != 2 {
		t.Errorf("7/3 rounded down is %d", got)
	}
	if got := roundDown(rules.Weight{}); got != 0 {
		t.Errorf("nothing is %d", got)
	}
}

// Ways of bearing, named by piece, direction, distance and what lies between.
func TestBearKinds(t *testing.T) {
	g := rules.New(rulestest.Builtin(t, "pacifist1"))
	p, err := g.ParseFEN("7k/8/3n4/8/3R4/8/3Q4/7K w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	s := squareOf(t, "d6")
	w := rules.NewReference(g.Set()).Weigh(&p, s, board.White)
	if w.Count != 2 {
		t.Fatalf("%d pieces bear on d6, want rook and queen", w.Count)
	}
	j := &bearJudge{set: g.Set(), moved: board.NoSquare}
	for _, b := range w.By {
		kinds := j.bearKinds(s, b, w.By, persuasion)
		if b.Piece.Kind == board.Rook {
			expect(t, "the rook", kinds, []kind{"bearing of the rook", "bearing of the rook in persuasion",
				"bearing of the rook by +0+1", "bearing over more than 1 square"},
				[]kind{"bearing through other sliders", "bearing of sliders from the next square",
					"bearing over more than 2 squares"})
			continue
		}
		expect(t, "the queen", kinds, []kind{"bearing of the queen", "bearing through rooks",
			"bearing through sliders of another kind", "straight bearing through other sliders",
			"bearing through other sliders at a distance", "bearing over more than 3 squares"},
			[]kind{"bearing through queens", "bearing of third sliders"})
	}
	// Without the rook the queen behind it does not bear either.
	kinds := j.kindsOf(w, s, persuasion)
	if got := j.less(w, kinds, "bearing of the rook"); got.Count != 0 || got.Sum != 0 {
		t.Errorf("without the rook %+v", got)
	}
	if got := j.less(w, kinds, "bearing of the queen"); got.Count != 1 || got.Sum != 5 {
		t.Errorf("without the queen %+v", got)
	}
}

// Other values are tried where values are weighed, and the right ones are not.
func TestValued(t *testing.T) {
	if list := valued(rulestest.Builtin(t, "pacifist1")); list != nil {
		t.Errorf("by number: %d", len(list))
	}
	names := map[string]bool{}
	for _, m := range valued(rulestest.Builtin(t, "pacifist2")) {
		if names[m.Name] {
			t.Errorf("%s twice", m.Name)
		}
		names[m.Name] = true
		if m.Set == rulestest.Builtin(t, "pacifist2") || len(m.Changes) != 1 {
			t.Errorf("%s changes %v", m.Name, m.Changes)
		}
	}
	for _, want := range []string{"values.king=4", "values.queen=8", "values.bishop=4", "values.pawn=2"} {
		if !names[want] {
			t.Errorf("%s is not tried", want)
		}
	}
}

// Which judgements a rule set can show: averages are rounded where they are taken, and what is left aside is no
// matter to those about pawns.
func TestJudgementOrder(t *testing.T) {
	pawns := []kind{backwards, backwardsOf[board.White], backwardsOf[board.Black]}
	for _, test := range []struct {
		rules   string
		without board.Bitboard
		want    []kind
	}{
		{"pacifist1", 0, append(slices.Clip(pawns), unsupported)},
		{"pacifist1", 1, []kind{unsupported}},
		{"pacifist-average", 0, append(slices.Clip(pawns), unsupported, roundedDown)},
		{"pacifist-average", 1, []kind{unsupported, roundedDown}},
		{"pacifist-value", 1, []kind{unsupported}},
	} {
		if got := judgementOrder(rulestest.Builtin(t, test.rules), test.without); !slices.Equal(got, test.want) {
			t.Errorf("%s without %x: %q, want %q", test.rules, test.without, got, test.want)
		}
	}
}
