package check

import (
	"slices"
	"strings"
	"testing"

	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// What programs with bugs convert after a move, worked out by hand. On the first board one piece turns after the
// other: b3, c5, c8, h3, f4.
func TestWavesByHand(t *testing.T) {
	const (
		chain = "2b4k/K7/8/2r5/5r2/1n5n/8/1R6"
		done  = "2B4k/K7/8/2R5/5R2/1N5N/8/1R6"
		// The first example of docs/RULES.md: e7, g7; f8; d8, g8; f7, h7.
		example = "rkqn1rb1/ppppppbp/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR"
		// Both kings and a knight at once; one king and a knight at once.
		kings = "k2R3k/8/8/8/3n4/8/8/8"
		king  = "8/8/8/8/3n4/8/8/k2R3K"
		// The king goes with c5 in the second wave.
		late = "2b5/K7/8/2r5/5r2/1n5n/8/kR6"
		// Black bears on f6 and, when that is black, twice on g7. If g7 stays white, f6 is turned back by f4 in the
		// end.
		own = "2b3k1/K5P1/5B2/2r5/5r2/1n5n/8/1R6"
	)
	first := func(set *ruleset.Set) { set.Rounds = ruleset.FirstRound }
	for _, test := range []struct {
		name        string
		change      func(set *ruleset.Set)
		board, want string
	}{
		{"waves of a single piece are not carried out", nil, chain, chain},
		{"waves of a single piece are not carried out", nil, example,
			"rkqn1rb1/ppppPpBp/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR"},
		{"waves of more than one piece are not carried out", nil, chain, done},
		{"waves of more than one piece are not carried out", nil, example, example},
		{"pieces that have changed sides do not persuade in the waves that follow", nil, chain,
			"2b4k/K7/8/2r5/5r2/1N5n/8/1R6"},
		{"support is counted once, before the first wave", nil, chain, "2b4k/K7/8/2r5/5r2/1N5n/8/1R6"},
		{"persuasion is counted once, before the first wave", nil, chain, "2b4k/K7/8/2r5/5r2/1N5n/8/1R6"},
		{"converted pieces are taken off the board", nil, chain, "2b4k/K7/8/2r5/5r2/7n/8/1R6"},
		{"converted pieces are taken off the board", nil, king, "8/8/8/8/8/8/8/3R3K"},
		{"converted pieces are taken off the board", first, "3b4/8/8/3n4/8/8/3R4/k6K", "3b4/8/8/8/8/8/3R4/k6K"},
		{"converted pieces are taken off the board", nil, "3b4/8/8/3n4/8/8/3R4/k6K", "8/8/8/8/8/8/3R4/k6K"},
		{"later waves reach only what the pieces of the wave before bear on", nil, chain, done},
		{"waves with a king are not carried out", nil, chain, done},
		{"waves with a king are not carried out", nil, kings, kings},
		{"waves with a king are not carried out", nil, late, "2b5/K7/8/2r5/5r2/1N5n/8/kR6"},
		{"a wave with a king changes nothing but the king", nil, chain, done},
		{"a wave with a king changes nothing but the king", first, kings, "K2R3K/8/8/8/3n4/8/8/8"},
		{"a wave with a king changes nothing but the king", first, king, "8/8/8/8/3n4/8/8/K2R3K"},
		{"kings change sides only after the first wave", first, kings, "k2R3k/8/8/8/3N4/8/8/8"},
		{"kings change sides only after the first wave", nil, kings, "K2R3K/8/8/8/3N4/8/8/8"},
		{"the last king of a side does not change sides", nil, king, "8/8/8/8/3N4/8/8/k2R3K"},
		{"the last king of a side does not change sides", nil, kings, "K2R3K/8/8/8/3N4/8/8/8"},
		{"the last king of a side does not change sides", nil, "k2R4/7k/8/8/3n4/8/8/8", "K2R4/7k/8/8/3N4/8/8/8"},
		{"conversions stop with the wave that changes a king", nil, chain, done},
		{"conversions stop with the wave that changes a king", nil, late, "2b5/K7/8/2R5/5r2/1N5n/8/KR6"},
		{"conversions stop with the wave that changes a king", nil, "2b5/K7/8/2r5/5r2/1n5n/8/1R1k4",
			"2b5/K7/8/2r5/5r2/1N5n/8/1R1K4"},
		{"the mover's own over-persuaded pieces change sides as well, in every wave", nil, own,
			"2B3k1/K5p1/5b2/2R5/5R2/1N5N/8/1R6"},
		{"the mover's own over-persuaded pieces change sides as well, in the first wave", nil, own,
			"2B3k1/K5P1/5B2/2R5/5R2/1N5N/8/1R6"},
		{"the mover's own over-persuaded pieces change sides, not the enemy's", nil, own,
			"2b3k1/K5p1/5b2/2r5/5r2/1n5n/8/1R6"},
		{"nothing is ever converted", nil, chain, chain},
		{"conversions are made before the move, not after it", nil, chain, chain},
	} {
		set := rulestest.Builtin(t, "pacifist1")
		if test.change != nil {
			test.change(&set)
		}
		list := playedWays()[test.name]
		if len(list) == 0 {
			t.Errorf("no bug is called %q", test.name)
			continue
		}
		b := *boardOf(t, test.board)
		list[0].convert(&wrongJudge{set: set, way: &list[0]}, &b, board.White)
		if got := b.Board(); got != test.want {
			t.Errorf("%s: %s becomes %s, want %s", test.name, test.board, got, test.want)
		}
	}
	for _, name := range []string{"conversions are made before the move, not after it",
		"conversions are made before the move as well as after it"} {
		way := playedWays()[name][0]
		p := *boardOf(t, chain)
		way.first(&wrongJudge{set: rulestest.Builtin(t, "pacifist1"), way: &way}, &p)
		if got := p.Board(); got != done {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// How programs with bugs compare persuasion with support: numbers, sums and averages.
func TestThresholdsByHand(t *testing.T) {
	w := func(sum, count int64) rules.Weight { return rules.Weight{Sum: sum, Count: count} }
	const (
		tie, wrongWay = "as much persuasion as support is enough, even none against none",
			"persuasion and support are compared the wrong way round"
		twice, byTwo = "persuasion must be at least twice the support", "persuasion must exceed support by two"
		any, two     = "a piece that has any support is never converted",
			"two persuaders are enough, whatever the support"
	)
	for _, test := range []struct {
		rules             string
		persuade, support rules.Weight
		yes               []string
	}{
		{"pacifist1", w(0, 0), w(0, 0), []string{tie}},
		{"pacifist1", w(0, 0), w(5, 1), []string{wrongWay}},
		{"pacifist1", w(9, 1), w(0, 0), []string{tie, twice, any}},
		{"pacifist1", w(9, 1), w(1, 1), []string{tie}},
		{"pacifist1", w(2, 2), w(0, 0), []string{tie, twice, byTwo, any, two}},
		{"pacifist1", w(2, 2), w(9, 1), []string{tie, twice, two}},
		{"pacifist1", w(2, 2), w(9, 3), []string{wrongWay, two}},
		{"pacifist1", w(3, 3), w(9, 1), []string{tie, twice, byTwo, two}},
		{"pacifist1", w(3, 3), w(9, 2), []string{tie, two}},
		{"pacifist1", w(4, 4), w(9, 2), []string{tie, twice, byTwo, two}},
		{"pacifist2", w(8, 2), w(4, 1), []string{tie, twice, byTwo, two}},
		{"pacifist2", w(3, 1), w(1, 1), []string{tie, twice, byTwo}},
		{"pacifist2", w(5, 1), w(4, 4), []string{tie}},
		{"pacifist-average", w(9, 1), w(8, 2), []string{tie, twice, byTwo}},
		{"pacifist-average", w(9, 3), w(2, 1), []string{tie, two}},
		{"pacifist-average", w(9, 1), w(0, 0), []string{tie, twice, byTwo, any}},
		{"pacifist-average", w(0, 0), w(0, 0), []string{tie}},
	} {
		set := rulestest.Builtin(t, test.rules)
		for _, way := range thresholdWays() {
			if got := way.exceeds(&set, test.persuade, test.support); got != slices.Contains(test.yes, way.name) {
				t.Errorf("%s, %+v against %+v: %s: %v", test.rules, test.persuade, test.support, way.name, got)
			}
		}
	}
	if got := len(thresholdWays()); got != 6 {
		t.Errorf("%d ways", got)
	}
}

// Parts of waves.
func TestPartsOfWaves(t *testing.T) {
	a, b, c := squareOf(t, "a1"), squareOf(t, "b1"), squareOf(t, "c1")
	list := []board.Square{b, c}
	for _, test := range []struct{ wave, want board.Bitboard }{{b.Bit() | c.Bit(), b.Bit()}, {c.Bit(), c.Bit()},
		{a.Bit(), 0}, {0, 0}} {
		if got := firstOf(test.wave, list); got != test.want {
			t.Errorf("of %v the first is %v", test.wave.Names(), got.Names())
		}
	}
	if carriedOut(b.Bit(), true) != b.Bit() || carriedOut(b.Bit(), false) != 0 {
		t.Error("a wave is carried out or not")
	}
	for i, name := range []string{"a1 b1 a2", "h8 g8 h7", "a8 b8 a7", "a1 a2 b1", "a8 a7 b8"} {
		list := orders[i].list
		squares := list[0].String() + " " + list[1].String() + " " + list[8].String()
		if squares != name || len(list) != 64 {
			t.Errorf("%s: %s, %d squares", orders[i].name, squares, len(list))
		}
	}
	j := &wrongJudge{kept: []board.Square{c, a}}
	if got := j.ordered(nil); !slices.Equal(got, j.kept) {
		t.Errorf("as the program keeps them: %v", got)
	}
	if got := j.ordered(orders[0].list); len(got) != 64 {
		t.Errorf("%d squares in an order", len(got))
	}
}

// What moves goes to the end of the list of pieces, in castling king and rook.
func TestKeptAfter(t *testing.T) {
	for _, test := range []struct{ fen, uci, kept, want string }{
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1e2", "e8 a1 e1 h1", "e8 a1 h1 e2"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "e8 a1 e1 h1", "e8 a1 g1 f1"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "e8 a1 e1 h1", "e8 h1 c1 d1"},
	} {
		_, p, m := at(t, "pacifist1", test.fen, test.uci)
		var kept []board.Square
		for _, s := range strings.Fields(test.kept) {
			kept = append(kept, squareOf(t, s))
		}
		var got []string
		for _, s := range keptAfter(kept, p, m) {
			got = append(got, s.String())
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: %v, want %s", test.uci, got, test.want)
		}
	}
}

// Beside which rules bugs are played out.
func TestPlays(t *testing.T) {
	for _, test := range []struct {
		rules  string
		change func(set *ruleset.Set)
		want   bool
	}{
		{"pacifist1", func(*ruleset.Set) {}, true},
		{"chess", func(*ruleset.Set) {}, false},
		{"conversion", func(*ruleset.Set) {}, false},
		{"pacifist-number", func(*ruleset.Set) {}, true},
		{"pacifist-average", func(*ruleset.Set) {}, false},
		{"pacifist-average", func(set *ruleset.Set) { set.Reclaim = ruleset.FullReclaim }, true},
		{"pacifist1", func(set *ruleset.Set) { set.Friendly = ruleset.FriendsFlip }, false},
		{"conversion", func(set *ruleset.Set) { set.Friendly = ruleset.FriendsFlip }, false},
	} {
		set := rulestest.Builtin(t, test.rules)
		test.change(&set)
		if got := (&wrongWay{}).plays(set); got != test.want {
			t.Errorf("%s: %v", test.rules, got)
		}
	}
}
