package check

import (
	"cmp"
	"slices"
	"testing"

	"turncoat/corpus"
	"turncoat/corpus/golden"
	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A castling king may not be over-persuaded where it stands, on its way with its first square empty and a
// castling rook on the way gone, or at its end (PAC-14). Counted by hand.
func TestPersuadedOnWay(t *testing.T) {
	for _, test := range []struct {
		what, fen, uci string
		want           bool
	}{
		{"nobody bears on the way", "3k4/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", false},
		{"the rook supports e1", "3kr3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", false},
		{"two bear on e1", "3kr3/4r3/8/8/8/8/8/4K2R w K - 0 1", "e1h1", true},
		{"the rook supports f1", "3k1r2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", false},
		{"two bear on f1", "3k1r2/5r2/8/8/8/8/8/4K2R w K - 0 1", "e1h1", true},
		{"the rook supports g1 from f1", "3k2r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", false},
		{"two bear on g1", "3k2r1/6r1/8/8/8/8/8/4K2R w K - 0 1", "e1h1", true},
		{"one bears on f1, and the rook on the way is gone", "3k1r2/8/8/8/8/8/8/3KR3 w E - 0 1", "d1e1", true},
		{"the rook on the way supports the king where it stands", "2kr4/8/8/8/8/8/8/3KR3 w E - 0 1", "d1e1", false},
		{"two bear on f1 over e1, which is empty", "3k4/8/8/B7/8/8/8/rr2K2R w K - 0 1", "e1h1", true},
		{"one does so", "3k4/8/8/8/8/8/8/r3K2R w K - 0 1", "e1h1", false},
		{"two bear on f8", "4k2r/8/8/8/8/8/5R2/3K1R2 b k - 0 1", "e8h8", true},
		{"one bears on f8", "4k2r/8/8/8/8/8/8/3K1R2 b k - 0 1", "e8h8", false},
		{"two bear on c1, where the king ends", "3k4/2r5/2r5/8/8/8/8/R3K3 w Q - 0 1", "e1a1", true},
		{"two bear on c1, which the king beside it does not support from where it stood",
			"3k4/2r5/2r5/8/8/8/8/RK6 w A - 0 1", "b1a1", true},
		{"two bear on b1, which the rook crosses", "3k4/1r6/1r6/8/8/8/8/R3K3 w Q - 0 1", "e1a1", false},
	} {
		g, p, m := at(t, "pacifist-number", test.fen, test.uci)
		wing, _ := m.Castles(p)
		if got := (&wrongJudge{set: g.Set(), way: &wrongWay{}}).persuadedOnWay(p, m, wing); got != test.want {
			t.Errorf("%s: %v", test.what, got)
		}
	}
}

// A castling king is in check on its way where a co-square would be there, were a castling rook on the way gone
// (CON-9).
func TestPassingKinds(t *testing.T) {
	pair := func(of kind) []kind {
		return []kind{"co-squares of two of a kind", "co-squares of two " + of,
			"co-squares on the rank of the moved piece"}
	}
	for _, test := range []struct {
		what, fen, uci string
		want           []kind
	}{
		{"Nc1 would convert f1 with the knight on f6", "4k3/8/5n2/8/8/1n6/8/4K2R w K - 0 1", "e1h1", pair("knights")},
		{"a king that does not castle passes nothing", "4k3/8/5n2/8/8/1n6/8/4K2R w K - 0 1", "e1e2", nil},
		{"Be1 would convert f1 with the bishop on f6, no rook being there", "8/7k/5b2/b7/8/8/8/3KR3 w E - 0 1",
			"d1e1", pair("bishops")},
		{"on g1, where the king ends, all is as after any move", "4k3/8/6n1/8/8/1n6/8/4K2R w K - 0 1", "e1h1", nil},
	} {
		_, p, m := at(t, "conversion", test.fen, test.uci)
		if got := passingKinds(p, m); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.what, got, test.want)
		}
	}
}

// What the enemy may take back, and must, is as another implementation has it; whoever looks at the turns can
// stop at any of them (PAC-8).
func TestReclaimsPlayedOut(t *testing.T) {
	cases, err := golden.Cases(corpus.Standard, "pacifist1")
	if err != nil {
		t.Fatal(err)
	}
	for _, reclaim := range []ruleset.Reclaim{ruleset.FullReclaim, ruleset.OptionalReclaim} {
		set := rulestest.Builtin(t, "pacifist1")
		set.Reclaim = reclaim
		g, j, held := rules.New(set), &wrongJudge{set: set, way: &wrongWay{}}, 0
		for i := range cases {
			c := cases[i]
			p, err := g.ParseFEN(c.FEN)
			if err != nil || held == 12 {
				continue
			}
			c.Moves, c.Rules = nil, set
			want := corpus.AnswerOf(g, &c)
			if !slices.ContainsFunc(slices.Collect(g.Turns(&p)),
				func(turn board.Played) bool { return turn.Reclaimed.Count() > 1 }) {
				continue
			}
			held++
			got, _ := j.answer(g, &sample{result: &Result{Case: &c}}, false)
			for _, a := range []*corpus.Answer{&want, &got} {
				slices.SortFunc(a.Turns, func(x, y corpus.AnswerTurn) int {
					return cmp.Or(cmp.Compare(x.UCI, y.UCI),
						cmp.Compare(x.FEN, y.FEN))
				})
			}
			if d := corpus.Compare(&want, &got); !d.None() || len(got.Turns) != len(want.Turns) {
				t.Errorf("%v of %s: %d turns, want %d: %+v", reclaim, c.FEN, len(got.Turns), len(want.Turns), d)
			}
			ours, theirs := len(slices.Collect(j.each(&p))), len(slices.Collect(g.Turns(&p)))
			if ours != theirs {
				t.Errorf("%v of %s: %d turns, some of them twice, want %d", reclaim, c.FEN, ours, theirs)
			}
			for n := range min(len(want.Turns), 40) {
				seen := 0
				for range j.each(&p) {
					if seen++; seen > n {
						break
					}
				}
				if seen != n+1 {
					t.Errorf("%v of %s: stopped after %d turns, not %d", reclaim, c.FEN, seen, n+1)
				}
			}
		}
		if held < 4 {
			t.Errorf("%v: only %d cases", reclaim, held)
		}
	}
}
