package generate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/corpus/golden"
	"turncoat/corpus/internal/bearing"
	"turncoat/corpus/internal/probe"
	"turncoat/internal/longtest"
	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// What small positions show, worked out by hand.
func TestTraits(t *testing.T) {
	tests := []struct {
		rules, fen, moves string
		shows, lacks      []string
	}{
		// The king claims the other, which it alone bears on: from a2 the square b1 lies at +1-1, from c2 at -1-1.
		{"pacifist1", "8/8/8/8/8/k7/8/K7 w - - 0 1", "", []string{"K moves +0+1", "K bears from +0-1",
			"K bears from +1-1", "a king converted"}, []string{"K bears from -1-1", "two waves"}},
		// Nothing stands between but the knight; the b-file is free.
		{"chess", "4k3/8/8/8/8/8/8/R2NK3 w Q - 0 1", "", []string{"castling hindered on the d-file", "N moves -1+2",
			"R moves +0+1"}, []string{"side 0 castles on wing 0", "castling hindered on the b-file"}},
		{"chess", "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "", []string{"side 0 castles on wing 0",
			"castling past an attacked b-file"}, []string{"castling with an attacked rook"}},
		{"chess", "1r2k3/8/8/8/8/8/8/4K2R w K - 0 1", "", []string{"side 0 castles on wing 1"},
			[]string{"castling past an attacked b-file"}},
		{"chess", "r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "", []string{"castling with an attacked rook", "R takes"},
			[]string{"castling past an attacked b-file"}},
		{"chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1e2 e8e7 e2e1 e7e8",
			[]string{"a right lost by the move of its king, wing 0"}, nil},
		{"chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1a2 e8e7 a2a1 e7e8",
			[]string{"a right lost by the move of its rook, wing 0"}, nil},
		// Black bears on d1, so that nothing is forbidden by the right alone.
		{"chess", "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1a2 d8d7 a2a1 d7d8", nil,
			[]string{"a right lost by the move of its rook, wing 0"}},
		// Black has no king and claims the one that has moved.
		{"pacifist1", "2r5/8/8/8/8/8/8/R3K2K w Q - 0 1", "h1h2 c8h8",
			[]string{"a right lost by the move of another king, wing 0"},
			[]string{"a right lost by the move of its king, wing 0"}},
		{"chess", "4k3/8/8/8/8/3n4/8/4K3 w - - 0 1", "", []string{"N bears from -1+2", "a check"}, nil},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "", []string{"P takes en passant -1+1",
			"P moves 1 times +0+1"}, nil},
		{"chess", "4k3/8/8/8/8/8/7p/4K1N1 b - - 0 1", "", []string{"P promotes +0-1", "P promotes -1-1"},
			[]string{"P moves 1 times +0-1"}},
	}
	for _, test := range tests {
		got := traits(probe.Question{FEN: test.fen, Moves: strings.Fields(test.moves)},
			rules.New(rulestest.Builtin(t, test.rules)), 200)
		checkShows(t, test.rules+" "+test.fen+" "+test.moves, got, test.shows, test.lacks)
	}
}

// Three rooks in a line against three others: by number the third decides, by value too where the three are rooks.
func TestBearer(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	p, err := board.ParseFEN("4k3/3r4/3R4/3R4/3R4/8/B2n4/3K4 w - - 0 1", set)
	if err != nil {
		t.Fatal(err)
	}
	if got := bearer(set, &p, board.At(3, 6), board.Black); got != "K bears from +1+1" {
		t.Errorf("on d7 bears %q", got)
	}
	if w := bearing.Weigh(set, &p, board.At(3, 6), board.White); w.Count != 3 {
		t.Errorf("%d white pieces bear on d7", w.Count)
	}
	third := &bearing.Readings[0]
	if w := third.Weigh(set, &p, board.At(3, 6), board.White); w.Count != 2 {
		t.Errorf("without a third slider %d white pieces bear on d7", w.Count)
	}
}

// The wrong ways to count along a line, on lines worked out by hand: what bears on e8, where White
// has a rook on e6 and behind it something else.
func TestLineReadings(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	for behind, want := range map[string][3]int64{
		"R": {2, 2, 2}, "B": {1, 2, 1}, "r": {1, 1, 2}, "b": {1, 1, 1}, "N": {1, 1, 1}, "n": {1, 1, 1},
	} {
		p, err := board.ParseFEN("4n2k/8/4R3/4"+behind+"3/8/8/8/K7 w - - 0 1", set)
		if err != nil {
			t.Fatal(err)
		}
		for i := range bearing.Readings {
			if w := bearing.Readings[i].Weigh(set, &p, board.At(4, 7), board.White); w.Count != want[i] {
				t.Errorf("%s behind the rook, %s: %d white pieces bear on e8, want %d", behind,
					bearing.Readings[i].Trait, w.Count, want[i])
			}
		}
	}
}

// The smallest corpora show how every piece moves and bears in each of its directions, how each
// castling is done and hindered, and that rights are lost.
func TestGoldenShowsPlay(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		if longtest.Short() && name != "pacifist1" && name != "chess" {
			continue
		}
		set := rulestest.Builtin(t, name)
		cases, err := golden.Cases(corpus.Smoke, name)
		if err != nil {
			t.Fatal(err)
		}
		shown := map[string]bool{}
		for i := range cases {
			for _, trait := range traits(probe.Question{FEN: cases[i].FEN, Moves: cases[i].Moves}, rules.New(set),
				1000) {
				shown[trait] = true
			}
		}
		for _, want := range ordinary(set.Family) {
			if !shown[want] {
				t.Errorf("%s: no case shows %q", name, want)
			}
		}
	}
}

// ordinary lists what a corpus of a family is to show at least.
func ordinary(family ruleset.Family) []string {
	list := []string{"a pawn hindered", "a two-step hindered"}
	around := []string{"+0+1", "+0-1", "+1+0", "+1+1", "+1-1", "-1+0", "-1+1", "-1-1"}
	leaps := []string{"+1+2", "+1-2", "+2+1", "+2-1", "-1+2", "-1-2", "-2+1", "-2-1"}
	straight := []string{"+0+1", "+0-1", "+1+0", "-1+0"}
	diagonal := []string{"+1+1", "+1-1", "-1+1", "-1-1"}
	for kind, directions := range map[string][]string{"K": around, "Q": around, "R": straight, "B": diagonal,
		"N": leaps} {
		for _, d := range directions {
			list = append(list, kind+" moves "+d)
			if kind != "K" || family == ruleset.Pacifist {
				list = append(list, kind+" bears from "+d)
			}
		}
	}
	for _, d := range diagonal {
		list = append(list, "P bears from "+d)
		if family != ruleset.Pacifist {
			list = append(list, "P moves 1 times "+d)
		}
	}
	for side, ahead := range []string{"+0+1", "+0-1"} {
		list = append(list, "P moves 1 times "+ahead, "P moves 2 times "+ahead, "P promotes "+ahead)
		for wing := range 2 {
			list = append(list, fmt.Sprintf("side %d castles on wing %d", side, wing))
		}
	}
	for _, file := range "bcdfg" {
		list = append(list, fmt.Sprintf("castling hindered on the %c-file", file))
	}
	for wing := range 2 {
		list = append(list, fmt.Sprintf("a right lost by the move of its king, wing %d", wing),
			fmt.Sprintf("a right lost by the move of its rook, wing %d", wing))
	}
	if family == ruleset.Pacifist {
		list = append(list, "a right lost by the move of another king, wing 0",
			"a right lost by the move of another king, wing 1",
			"a third slider on a line decides", "a slider of other lines behind the first does not count",
			"an enemy slider behind the first does not count", "four waves or more")
	} else {
		list = append(list, "P takes en passant -1+1", "P takes en passant +1+1", "P takes en passant -1-1",
			"P takes en passant +1-1")
	}
	slices.Sort(list)
	return list
}

// Both kings become the mover's, and nothing else changes; the rules of other families have no such position.
func TestCrown(t *testing.T) {
	c := &composer{variant: rules.New(rulestest.Builtin(t, "pacifist1")), family: ruleset.Pacifist}
	q := probe.Question{FEN: "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"}
	if !c.crown(&q) || q.FEN != "4K3/8/8/8/8/8/8/R3K3 w Q - 0 1" {
		t.Errorf("crowned it is %s", q.FEN)
	}
	c.variant = rules.New(rulestest.Builtin(t, "chess"))
	q.FEN = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
	if c.crown(&q) {
		t.Errorf("in chess White has both kings: %s", q.FEN)
	}
}
