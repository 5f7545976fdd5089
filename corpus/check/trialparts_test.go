package check

import (
	"slices"
	"testing"

	"turncoat/corpus"
	"turncoat/corpus/internal/probe"
	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
)

// The boards of an answer are summed by moves, each board of a move once, and moves that nobody wants are listed
// once each.
func TestSumTurns(t *testing.T) {
	one, two := probe.Hash([]byte("one")), probe.Hash([]byte("two"))
	a := &corpus.Answer{Turns: []corpus.AnswerTurn{{UCI: "a", FEN: "one"}, {UCI: "a", FEN: "one"},
		{UCI: "a", FEN: "two"}, {UCI: "b", FEN: "two"}, {UCI: "c", FEN: "one"}, {UCI: "c", FEN: "two"}}}
	got, extra := sumTurns(a, map[string]*turnGroup{"a": {}})
	if len(got) != 3 || got["a"] != one+two || got["b"] != two || got["c"] != one+two ||
		!slices.Equal(extra, []string{"b", "c"}) {
		t.Errorf("%v, %q", got, extra)
	}
	if got := turnsOf(a, "b"); len(got) != 1 || got[0].FEN != "two" {
		t.Errorf("%v", got)
	}
}

// The wrong side may be to move after each of several turns of a move, none of which stands there twice.
func TestSidesOfSeveral(t *testing.T) {
	x, y := probe.Hash([]byte("x b")), probe.Hash([]byte("y b"))
	for _, test := range []struct {
		sum  probe.Key
		fens []string
		want bool
	}{
		{x + y, []string{"x w", "y w"}, true}, {x + y, []string{"x w"}, false}, {x + x, []string{"x w", "x w"},
			false}, {x + y, []string{"x w", "y b"}, false},
	} {
		var theirs []corpus.AnswerTurn
		for _, fen := range test.fens {
			theirs = append(theirs, corpus.AnswerTurn{FEN: fen})
		}
		if got := sidesOnly(&turnGroup{sum: test.sum}, theirs, board.White); got != test.want {
			t.Errorf("%q: %v", test.fens, got)
		}
	}
}

// The turns of a position by their moves; where there is a reclaim each choice of it is one.
func TestGroupTurns(t *testing.T) {
	for name, choices := range map[string]int{"pacifist1": 0, "pacifist-number": 1} {
		g, p, _ := at(t, name, apart, "h1g1")
		want, order := groupTurns(g, p)
		if slices.Sort(order); !slices.Equal(order, []string{"h1g1", "h1g2", "h1h2"}) || len(want) != 3 {
			t.Errorf("%s: %q of %d", name, order, len(want))
		}
		for i, turn := range steps {
			group := want[turn.UCI]
			if group == nil || group.sum != probe.Hash([]byte(turn.FEN)) || len(group.turns) != choices ||
				group.turn.Move.UCI(p) != order[i] {
				t.Errorf("%s: %s: %+v", name, turn.UCI, group)
			}
		}
	}
}

// What would allow a move that is none: it cannot be read, it is a castling, it breaks a rule. Where it breaks
// nothing but what kings must keep to, a wrong board may have made it legal.
func TestExtraClaims(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	tr := &trial{misreading: corpus.Misread(set), refuted: map[claim]int{}}
	for _, test := range []struct {
		fen, uci   string
		has, lacks []claim
	}{
		{apart, "h1", []claim{"moves that cannot be read"}, []claim{"moves of the king wrong"}},
		{"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1", []claim{"castling without a right allowed"}, nil},
		{"k3r3/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2a2", []claim{"moves that leave the king over-persuaded allowed",
			"moves of the rook wrong"}, nil},
		{"7k/8/8/8/8/8/P7/R6K w - - 0 1", "a1a3", []claim{"moves over own pieces allowed"},
			[]claim{"moves of the rook wrong"}},
	} {
		g := rules.New(set)
		p, err := g.ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		before := staged(t, "pacifist1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", "e8e7")
		for _, path := range [][]stage{{{position: p}}, {before, {position: p}}} {
			got := tr.extraClaims(path, test.uci, false)
			for _, want := range test.has {
				if !slices.Contains(got, want) {
					t.Errorf("%s in %s: %q is not in %q", test.uci, test.fen, want, got)
				}
			}
			for _, other := range test.lacks {
				if slices.Contains(got, other) {
					t.Errorf("%s in %s: %q is in %q", test.uci, test.fen, other, got)
				}
			}
		}
	}
	// How pieces bear on what a two-step passes is asked of when it is looked into.
	_, p, m := at(t, "pacifist1", "1r5k/8/8/8/8/8/1P6/7K w - - 0 1", "b2b4")
	for _, deep := range []bool{false, true} {
		if got := tr.ways(p, m, deep); slices.Contains(got, kind("bearing of the rook")) != deep {
			t.Errorf("looked into %v: %q", deep, got)
		}
	}
	if got := reversed([]kind{"a", "b", "c"}); !slices.Equal(got, []kind{"c", "b", "a"}) {
		t.Errorf("%q", got)
	}
}

// A right that ends with the move of another piece of its own side has been ended by what the turn converted.
func TestRightLostOtherwise(t *testing.T) {
	first := staged(t, "pacifist1", "r6r/8/8/8/8/K7/8/R3K2R w KQ - 0 1", "a1b1")
	last := staged(t, "pacifist1", "r6r/8/8/8/8/K7/8/R3K2R w - - 0 1", "e1h1")
	if got := lostKinds([]stage{first, last}, last.move); !slices.Equal(got,
		[]kind{"castling after its king or rook was converted or taken"}) {
		t.Errorf("%q", got)
	}
}
