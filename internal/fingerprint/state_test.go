package fingerprint_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/fingerprint"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules/ruleset"
)

// What some questions tell of five misreadings: how often each is told from the rules, and which
// always answer alike.
func TestAssess(t *testing.T) {
	for _, test := range []struct {
		keys    [][]fingerprint.Key // 7 is the answer of the rules
		told    []int
		classes [][]int
	}{
		{nil, []int{0, 0, 0, 0, 0}, [][]int{{0, 1, 2, 3, 4}}},
		{[][]fingerprint.Key{{7, 7, 7, 7, 7}}, []int{0, 0, 0, 0, 0}, [][]int{{0, 1, 2, 3, 4}}},
		{[][]fingerprint.Key{{8, 7, 8, 7, 9}}, []int{1, 0, 1, 0, 1}, [][]int{{0, 2}, {1, 3}}},
		{[][]fingerprint.Key{{7, 8, 8, 7, 8}, {8, 8, 8, 9, 7}}, []int{1, 2, 2, 1, 1},
			[][]int{{1, 2}}},
		// The second question parts nobody whom the first has parted, and a refusal counts as the
		// answer of the rules.
		{[][]fingerprint.Key{{8, 8, 9, 9, 9}, {fingerprint.Refused, 7, 7, 8, 8}},
			[]int{1, 1, 1, 2, 2}, [][]int{{0, 1}, {3, 4}}},
		{[][]fingerprint.Key{{3, 4, 5, 6, 7}}, []int{1, 1, 1, 1, 0}, nil},
	} {
		var list []*fingerprint.Answers
		for _, keys := range test.keys {
			list = append(list, &fingerprint.Answers{Base: 7, Keys: keys})
		}
		s := fingerprint.Assess(list, 5)
		if !slices.Equal(s.Told, test.told) || !reflect.DeepEqual(s.Classes, test.classes) {
			t.Errorf("%v: told %v, want %v; classes %v, want %v", test.keys, s.Told, test.told,
				s.Classes, test.classes)
		}
	}

	s := fingerprint.State{Told: []int{0, 1, 0, 3}}
	if got := s.Untold([]int{0, 1, 3}); !slices.Equal(got, []int{1, 3}) {
		t.Errorf("%v", got)
	}
	if got := s.Untold([]int{0, 2}); got != nil {
		t.Errorf("%v", got)
	}
}

// changed returns a built-in rule set with something changed.
func changed(t *testing.T, name string, change func(s *ruleset.Set)) ruleset.Set {
	set := rulestest.Builtin(t, name)
	change(&set)
	return set
}

// Two sets play the same game where the text of the rules says so: with one round it does not
// matter when the moved piece is judged; a castling king has no partner but a queen.
func TestSameGame(t *testing.T) {
	judged := func(r ruleset.Rounds, m ruleset.MovedPiece) ruleset.Set {
		return changed(t, "pacifist-number", func(s *ruleset.Set) { s.Rounds, s.MovedPiece = r, m })
	}
	castled := func(pairs ruleset.Answer, c ruleset.CastlingCosquares) ruleset.Set {
		return changed(t, "conversion",
			func(s *ruleset.Set) { s.PairsKingQueen, s.CastlingCosquares = pairs, c })
	}
	inTurn := changed(t, "pacifist-average", func(s *ruleset.Set) { s.Rounds = ruleset.InTurn })
	const round, partner = "with a single round", "a castling king has no partner"
	for _, test := range []struct {
		what   string
		a, b   ruleset.Set
		reason string // the beginning; "-" where they are not proved to be the same
	}{
		{"a set and itself", judged(ruleset.AllRounds, ruleset.UnlessPersuaded),
			judged(ruleset.AllRounds, ruleset.UnlessPersuaded), ""},
		{"another name", changed(t, "chess", func(s *ruleset.Set) { s.Name = "x" }),
			rulestest.Builtin(t, "chess"), ""},
		{"one round, judged once and each round",
			judged(ruleset.FirstRound, ruleset.UnlessPersuaded), judged(ruleset.FirstRound,
				ruleset.EachRound), round},
		{"the same the other way round", judged(ruleset.FirstRound, ruleset.EachRound),
			judged(ruleset.FirstRound, ruleset.UnlessPersuaded), round},
		{"all rounds", judged(ruleset.AllRounds, ruleset.UnlessPersuaded), judged(ruleset.AllRounds,
			ruleset.EachRound), "-"},
		{"one round and all", judged(ruleset.FirstRound, ruleset.EachRound),
			judged(ruleset.AllRounds, ruleset.UnlessPersuaded), "-"},
		{"one round, not judged", judged(ruleset.FirstRound, ruleset.AlwaysCounts),
			judged(ruleset.FirstRound, ruleset.EachRound), "-"},
		{"in turn and together", judged(ruleset.InTurn, ruleset.EachRound),
			judged(ruleset.AllRounds, ruleset.EachRound), "where numbers or values"},
		{"in turn and together, by average", inTurn,
			rulestest.Builtin(t, "pacifist-average"), "-"},
		{"in turn and one round", judged(ruleset.InTurn, ruleset.EachRound),
			judged(ruleset.FirstRound, ruleset.EachRound), "-"},
		{"rook and both", castled(ruleset.No, ruleset.CastlingRook),
			castled(ruleset.No, ruleset.CastlingBoth), partner},
		{"king and none", castled(ruleset.No, ruleset.CastlingKing),
			castled(ruleset.No, ruleset.CastlingNone), partner},
		{"rook and none", castled(ruleset.No, ruleset.CastlingRook),
			castled(ruleset.No, ruleset.CastlingNone), "-"},
		{"king and both", castled(ruleset.No, ruleset.CastlingKing),
			castled(ruleset.No, ruleset.CastlingBoth), "-"},
		{"rook and both where king and queen are a pair",
			castled(ruleset.Yes, ruleset.CastlingRook), castled(ruleset.Yes,
				ruleset.CastlingBoth), "-"},
		{"king and none where king and queen are a pair",
			castled(ruleset.Yes, ruleset.CastlingKing), castled(ruleset.Yes,
				ruleset.CastlingNone), "-"},
	} {
		reason, proved := fingerprint.SameGame(test.a, test.b)
		if proved != (test.reason != "-") || proved && (!strings.HasPrefix(reason, test.reason) ||
			(reason == "") != (test.reason == "")) || !proved && reason != "" {
			t.Errorf("%s: %q, %t", test.what, reason, proved)
		}
	}

	// Sets of other families keep what their family does not ask for.
	odd := changed(t, "conversion", func(s *ruleset.Set) {
		s.Rounds, s.MovedPiece = ruleset.FirstRound,
			ruleset.EachRound
	})
	other := changed(t, "conversion", func(s *ruleset.Set) {
		s.Rounds, s.MovedPiece = ruleset.FirstRound,
			ruleset.UnlessPersuaded
	})
	if _, proved := fingerprint.SameGame(odd, other); proved {
		t.Error("in conversion chess the moved piece is not judged, and nothing is proved of it")
	}
}

// What a state does not tell is listed: what answers as the rules do, then what answers like
// others, with the proof where there is one.
func TestAlike(t *testing.T) {
	base := rulestest.Builtin(t, "pacifist-number")
	base.Rounds = ruleset.FirstRound
	with := func(change func(s *ruleset.Set)) ruleset.Set {
		set := base
		change(&set)
		return set
	}
	// as the rules, by proof
	each := with(func(s *ruleset.Set) { s.MovedPiece = ruleset.EachRound })
	always := with(func(s *ruleset.Set) { s.MovedPiece = ruleset.AlwaysCounts })
	draw := with(func(s *ruleset.Set) {
		s.Weigh, s.MovedPiece = ruleset.ByValue, ruleset.UnlessPersuaded
	})
	// as the one before, by proof
	drawEach := with(func(s *ruleset.Set) {
		s.Weigh, s.MovedPiece = ruleset.ByValue, ruleset.EachRound
	})
	average := with(func(s *ruleset.Set) { s.Weigh = ruleset.ByAverage })
	p := fingerprint.NewPanel(base, []ruleset.Set{each, always, draw, drawEach, average})
	reason, proved := p.Same(0)
	if !proved || !strings.HasPrefix(reason, "with a single round") {
		t.Errorf("%q, %t", reason, proved)
	}
	if _, proved := p.Same(1); proved {
		t.Error("what always counts is proved to be the same")
	}
	for _, test := range []struct {
		what  string
		state fingerprint.State
		want  []fingerprint.Alike
	}{
		{"all told", fingerprint.State{Told: []int{1, 1, 1, 1, 1}}, nil},
		{"two not told", fingerprint.State{Told: []int{0, 0, 1, 1, 1}, Classes: [][]int{{0, 1}}},
			[]fingerprint.Alike{{Members: []int{0}, Rules: true, Proof: reason},
				{Members: []int{1}, Rules: true}}},
		{"two alike by proof", fingerprint.State{Told: []int{1, 1, 1, 1, 1},
			Classes: [][]int{{2, 3}}}, []fingerprint.Alike{{Members: []int{2, 3}, Proof: reason}}},
		{"two never seen to differ", fingerprint.State{Told: []int{1, 1, 1, 1, 1},
			Classes: [][]int{{1, 4}}}, []fingerprint.Alike{{Members: []int{1, 4}}}},
		{"three, two of them by proof", fingerprint.State{Told: []int{1, 1, 1, 1, 1},
			Classes: [][]int{{1, 2, 3}}}, []fingerprint.Alike{{Members: []int{2, 3},
			Proof: reason}, {Members: []int{1, 2}}}},
		{"one of two not told", fingerprint.State{Told: []int{1, 0, 1, 1, 1},
			Classes: [][]int{{1, 4}}}, []fingerprint.Alike{{Members: []int{1}, Rules: true}}},
		{"one of three not told, in two classes",
			fingerprint.State{Told: []int{1, 0, 1, 1, 1}, Classes: [][]int{{1, 2, 4}, {0, 3}}},
			[]fingerprint.Alike{{Members: []int{1}, Rules: true}, {Members: []int{2, 4}},
				{Members: []int{0, 3}}}},
	} {
		if got := p.Alike(test.state); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %+v, want %+v", test.what, got, test.want)
		}
	}

	if got := p.Distinct([]int{1, 2, 3, 4}); !slices.Equal(got, []int{1, 2, 4}) {
		t.Errorf("%v", got)
	}
	if got := p.Distinct(nil); got != nil {
		t.Errorf("of none %v", got)
	}
}
