package generate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/corpus/internal/probe"
	"turncoat/internal/rulestest"
	"turncoat/rules"
)

// All that small positions show, worked out by hand.
func TestTraitsInFull(t *testing.T) {
	const corner = "K moves +0+1; K moves +1+0; K moves +1+1"
	for _, test := range []struct{ rules, fen, moves, want string }{
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "",
			"K moves +0+1; K moves +1+0; K moves +1+1; K moves -1+0; K moves -1+1"},
		{"chess", "4k3/8/8/8/8/8/4P3/K7 w - - 0 1", "", corner +
			"; P moves 1 times +0+1; P moves 2 times +0+1; two-step"},
		{"chess", "4k3/8/8/8/8/4P3/8/K7 w - - 0 1", "", corner + "; P moves 1 times +0+1"},
		{"chess", "k7/4p3/8/8/8/8/8/4K3 b - - 0 1", "",
			"K moves +0-1; K moves +1+0; K moves +1-1; P moves 1 times +0-1; P moves 2 times +0-1; two-step"},
		{"chess", "4k3/8/8/8/8/4n3/4P3/K7 w - - 0 1", "", corner + "; a pawn hindered"},
		{"chess", "4k3/8/8/8/4n3/8/4P3/K7 w - - 0 1", "", corner + "; P moves 1 times +0+1; a two-step hindered"},
		{"chess", "4k3/8/8/4n3/4P3/8/8/K7 w - - 0 1", "", corner + "; a pawn hindered"},
		// What stands on the last rank hinders a promotion, which is something else.
		{"chess", "4n2k/4P3/8/8/8/8/8/K7 w - - 0 1", "", corner},
		{"chess", "k7/8/8/8/8/8/8/K6r w - - 0 1", "", "K moves +0+1; K moves +1+1; R bears from +1+0; a check"},
		{"chess", "R6k/8/6K1/8/8/8/8/8 b - - 0 1", "", "R bears from -1+0; a check; a decided game"},
		{"chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "", corner + "; P promotes +0+1; promotion"},
		{"chess", "4k3/8/8/3pP3/8/8/8/K7 w - d6 0 1", "", corner +
			"; P moves 1 times +0+1; P takes en passant -1+1; en passant"},
		{"chess", "k7/8/8/8/8/8/1p6/K7 w - - 0 1", "",
			"K moves +0+1; K moves +1+0; K takes; P bears from +1+1; a check; a take"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "",
			"K moves +0+1; K moves +1+0; K moves +1+1; K moves -1+0; K moves -1+1; R moves +0+1; R moves -1+0; castling; side 0 castles on wing 1"},
		// A slider that goes one square shows nothing.
		{"chess", "7k/8/8/8/8/N7/1P6/RNK5 w - - 0 1", "",
			"K moves +0+1; K moves +1+0; K moves +1+1; N moves +1+2; N moves +2+1; N moves +2-1; P moves 1 times +0+1; P moves 2 times +0+1; two-step"},
		{"pacifist1", "8/8/8/8/8/k7/8/K7 w - - 0 1", "", "K bears from +0-1; K bears from +1-1; " + corner +
			"; a conversion; a king converted"},
		{"pacifist1", "8/8/8/8/8/K7/K7/8 b - - 0 1", "", "a decided game; a mover without a king"},
		{"pacifist1", "8/8/8/8/8/8/8/K1K5 w - - 0 1", "",
			"K moves +0+1; K moves +1+0; K moves +1+1; K moves -1+0; K moves -1+1; a mover with two kings"},
	} {
		got := traits(probe.Question{FEN: test.fen, Moves: strings.Fields(test.moves)},
			rules.New(rulestest.Builtin(t, test.rules)), 200)
		if all := strings.Join(got, "; "); all != test.want {
			t.Errorf("%s %s shows\n%s, want\n%s", test.rules, test.fen, all, test.want)
		}
	}
	chess := rules.New(rulestest.Builtin(t, "chess"))
	for most, want := range map[int]int{0: 0, 1: 1, 5: 5, 200: 5} {
		if got := traits(probe.Question{FEN: "4k3/8/8/8/8/8/8/4K3 w - - 0 1"}, chess, most); len(got) != want {
			t.Errorf("%d turns show %q", most, got)
		}
	}
	if got := traits(probe.Question{FEN: "x"}, chess, 10); got != nil {
		t.Errorf("no position shows %q", got)
	}
}

// Each feature has a rule of the family that shows it.
func TestRulesOfFeatures(t *testing.T) {
	for name, want := range map[string][3]string{
		"castling": {"PAC-13", "CON-9", "PAC-13"}, "promotion": {"PAC-2", "CON-1", "PAC-2"},
		"two-step": {"PAC-3", "CON-1", "PAC-3"}, "a decided game": {"PAC-12", "CON-11", "PAC-12"},
		"a mover without a king":                       {"PAC-10", "PAC-10", "PAC-11"},
		"a right lost by the move of its king, wing 0": {"PAC-15", "CON-10", "PAC-15"}, "K moves +0+1": {"", "", ""},
	} {
		for i, set := range []string{"pacifist1", "conversion", "pacifist-number"} {
			if name == "a mover without a king" && set == "conversion" {
				continue
			}
			if got := ruleOfFeature(name, rulestest.Builtin(t, set)); got != want[i] {
				t.Errorf("%s: %q shows %q, want %q", set, name, got, want[i])
			}
		}
	}
}

// Other values of pieces: one less and one more, of kings those in use; where pieces are counted there are none.
func TestOtherValues(t *testing.T) {
	for _, set := range []string{"pacifist1", "conversion", "chess", "pacifist-number"} {
		if list := otherValues(rulestest.Builtin(t, set)); len(list) > 0 {
			t.Errorf("%s has %d other values", set, len(list))
		}
	}
	var names []string
	for _, v := range otherValues(rulestest.Builtin(t, "pacifist-value")) {
		names = append(names, v.name)
	}
	want := []string{
		"a pawn of 0 told", "a pawn of 2 told", "a knight of 2 told", "a knight of 4 told", "a bishop of 2 told",
		"a bishop of 4 told", "a rook of 4 told", "a rook of 6 told",
		"a queen of 8 told", "a queen of 10 told", "a king of 0 told", "a king of 3 told", "a king of 4 told",
		"a king of 10 told",
	}
	if !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	set := rulestest.Builtin(t, "pacifist-value")
	set.Values[0] = 0
	for _, v := range otherValues(set) {
		if v.name == "a pawn of -1 told" || v.name == "a pawn of 0 told" {
			t.Errorf("of a pawn that is worth nothing: %s", v.name)
		}
	}
}

// A candidate helps that tells what is told too seldom, or parts a class; what it was not asked says nothing.
func TestHelps(t *testing.T) {
	s := probe.State{Told: []int{2, 0, 5, 5}, Classes: [][]int{{0}, {1}, {2, 3}}}
	for _, test := range []struct {
		keys []probe.Key
		want bool
	}{
		{[]probe.Key{1, 1, 1, 1}, false}, {[]probe.Key{2, 1, 1, 1}, false}, {[]probe.Key{1, 2, 1, 1}, true},
		{[]probe.Key{1, 1, 2, 2}, false}, {[]probe.Key{1, 1, 2, 1}, true}, {[]probe.Key{1, 1, 2, 3}, true},
		{[]probe.Key{1, 0, 2, 0}, false}, {[]probe.Key{0, 0, 0, 0}, false}, {[]probe.Key{1, probe.Refused, 1, 1},
			false}, {[]probe.Key{1, 1, probe.Refused, 1}, false},
	} {
		c := &candidate{Answers: probe.Answers{Base: 1, Keys: test.keys}}
		if got := helps(s, c, 2); got != test.want {
			t.Errorf("%v helps: %t", test.keys, got)
		}
	}
	if helps(s, &candidate{Answers: probe.Answers{Base: 1, Keys: []probe.Key{2, 1, 1, 1}}}, 2) ||
		!helps(s, &candidate{Answers: probe.Answers{Base: 1, Keys: []probe.Key{2, 1, 1, 1}}}, 3) {
		t.Error("what is told twice is told too seldom from three on")
	}
}

// The positions of the scenarios are legal, of the family, and written as the rules write them.
func TestScenarioSeeds(t *testing.T) {
	for _, name := range []string{"pacifist1", "conversion", "chess"} {
		set := rulestest.Builtin(t, name)
		g := rules.New(set)
		seeds := ScenarioSeeds(set)
		if len(seeds) < 3 {
			t.Errorf("%s has %d positions", name, len(seeds))
		}
		for _, s := range seeds {
			if p, err := g.ParseFEN(s.FEN); err != nil || g.FEN(&p) != s.FEN || len(s.Moves) > 0 {
				t.Errorf("%s: %+v, %v", name, s, err)
			}
		}
	}
}

// The entry of a file in the manifest has its checksum (that of "abc" is published in FIPS 180-2) and all that
// was counted.
func TestDescribe(t *testing.T) {
	set := rulestest.Builtin(t, "chess")
	m := &Made{Size: corpus.Smoke, Rules: set, Cases: make([]corpus.Case, 3), Searched: 40, Misreadings: 9, Told: 7,
		Weakest: 2}
	got := m.Describe("chess.jsonl", []byte("abc"), 5)
	if got.File != "chess.jsonl" ||
		got.SHA256 != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" || got.Bytes != 3 ||
		got.Rules != set || got.Size != corpus.Smoke ||
		got.Seed != 5 || got.Cases != 3 || got.Searched != 40 || got.Misreadings != 9 || got.Told != 7 ||
		got.Weakest != 2 || got.Alike != nil {
		t.Errorf("%+v", got)
	}
}

// The seeds alone become cases: each once, with what tells which misreading and by which rules, the smallest first.
func TestOnly(t *testing.T) {
	set := rulestest.Builtin(t, "chess")
	seeds := []corpus.Seed{{FEN: "8/P6k/8/8/8/8/8/K7 w - - 0 1"}, {FEN: "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{FEN: "8/P6k/8/8/8/8/8/K7 w - - 0 1"}}
	made, err := Generate(t.Context(), set, Options{Size: corpus.Smoke, Seed: 1, Seeds: seeds, Only: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(made) != 1 || made[0].Searched != 3 || made[0].Rules != set || made[0].Size != corpus.Smoke {
		t.Fatalf("%+v", made)
	}
	var got []string
	for _, c := range made[0].Cases {
		got = append(got, fmt.Sprintf("%s %d %s %s", c.FEN, len(c.Turns), strings.Join(c.Tells, ","),
			strings.Join(c.Cite, ",")))
	}
	// A promotion tells that every piece can be chosen; king moves alone tell nothing, and such a case is not chosen.
	for _, text := range got {
		if strings.HasPrefix(text, "8/P6k/8/8/8/8/8/K7 w - - 0 1 7 ") && strings.Contains(text, "promotion=queen") &&
			strings.HasSuffix(text, "CON-1") {
			continue
		}
		if text != "4k3/8/8/8/8/8/8/4K3 w - - 0 1 5  CON-1" {
			t.Errorf("%s", text)
		}
	}
	if len(got) == 0 {
		t.Error("no case is made")
	}
}
