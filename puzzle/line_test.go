package puzzle

import (
	"slices"
	"testing"

	"turncoat/rules"
	"turncoat/rules/board"
)

// line plays turns in UCI text from a position.
func line(t *testing.T, variant *rules.Variant, p *board.Position, words ...string) []board.Played {
	t.Helper()
	turns, err := PlayLine(variant, p, HelpWin, words)
	if err != nil {
		t.Fatal(err)
	}
	return turns
}

// Help-mates in two turns and in a turn and a half with king and rook, worked out by hand: the
// turns of the side that is mated are numbered.
func TestHelpLines(t *testing.T) {
	for _, test := range []struct {
		fen   string
		in    int
		half  bool
		words []string
		json  Solution
		told  string
	}{
		{"7k/8/5K2/8/8/8/8/R7 b - - 0 1", 2, false, []string{"h8g8", "f6g6", "g8h8", "a1a8"},
			`["h8g8",[["f6g6"],["g8h8",[["a1a8"]]]]]`,
			"Kg8 in 2 ~- (0:Kg6 in 1 ~- Kh8 in 1 ~- (0:Ra8# in 0))"},
		{"6k1/8/5K2/8/8/8/8/R7 w - - 0 1", 1, true, []string{"f6g6", "g8h8", "a1a8"},
			`["f6g6",[["g8h8"],["a1a8"]]]`, "Kg6 in 2 ~- (0:Kh8 in 1 ~- Ra8# in 1 ~-!)"},
		{"7k/8/6K1/8/8/8/8/R7 w - - 0 1", 0, true, []string{"a1a8"}, `["a1a8"]`, "Ra8# in 1 ~-!"},
	} {
		variant, p := position(t, "chess", test.fen)
		turns := line(t, variant, p, test.words...)
		if got := LineWords(variant, p, turns); !slices.Equal(got, test.words) {
			t.Errorf("%s: %q, want %q", test.fen, got, test.words)
		}
		tree := HelpTree(p, HelpWin, test.in, test.half, [][]board.Played{turns, turns})
		if len(tree.Keys) != 2 || tree.Goal != HelpWin || tree.In != test.in ||
			tree.Half != test.half ||
			tree.Position != *p {
			t.Fatalf("%s: %d keys of a %s in %d (half %t)", test.fen, len(tree.Keys), tree.Goal,
				tree.In, tree.Half)
		}

		for i := range tree.Keys {
			if got := tree.Keys[i].Text(); got != test.json {
				t.Errorf("%s: %s, want %s", test.fen, got, test.json)
			}
			if got := told(variant, p, &tree.Keys[i]); got != test.told {
				t.Errorf("%s: %s, want %s", test.fen, got, test.told)
			}
		}
	}
}

// A reclaim that is not the full one stands behind the turn, and is read from there.
func TestLineReclaims(t *testing.T) {
	variant, p := position(t, "pacifist-number", reclaims)
	words := []string{"d2c2~-", "g8e8~-", "a1a2"}
	turns := line(t, variant, p, words...)
	if got := LineWords(variant, p, turns); !slices.Equal(got, words) {
		t.Errorf("%q, want %q", got, words)
	}
	// The full one may be written, too.
	full := line(t, variant, p, "d2c2~d5", "g8e8~g4")
	if got := LineWords(variant, p, full); !slices.Equal(got, []string{"d2c2", "g8e8"}) {
		t.Errorf("the full reclaims are written as %q", got)
	}
	for _, bad := range [][]string{{"d2c2~"}, {"d2c2~z9"}, {"d2c2~c2"}, {"d2"}, {"d2c2", "g8g8"},
		{"a1a1~-"}} {
		if turns, err := PlayLine(variant, p, HelpWin, bad); err == nil {
			t.Errorf("%q is played as %q", bad, LineWords(variant, p, turns))
		}
	}

	for word, want := range map[string]string{"e7e5": "e7e5 none", "e7e5~-": "e7e5 -",
		"e7e5~d4,e5": "e7e5 d4,e5"} {
		move, reclaimed, err := CutReclaim(word)
		got := move + " none"
		if reclaimed != nil {
			got = move + " " + reclaimed.String()
		}
		if err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", word, got, err, want)
		}
	}
}

// Every goal is read by its name, and by its symbol, which is Popeye's.
func TestGoalsAreRead(t *testing.T) {
	for name, symbol := range map[string]string{
		"win": "#", "self-win": "s#", "help-win": "h#", "claim": "claim in ", "stalemate": "=",
		"self-stalemate": "s=",
		"help-stalemate": "h=", "series-win": "ser-#", "series-help-win": "ser-h#",
		"series-stalemate":      "ser-=",
		"series-help-stalemate": "ser-h=", "reflex-win": "r#", "semi-reflex-win": "semi-r#",
		"reflex-stalemate":      "r=",
		"semi-reflex-stalemate": "semi-r=",
		"exact-win":             "exact-#", "exact-claim": "exact-claim in ",
		"exact-self-stalemate": "exact-s=", "exact-series-help-win": "exact-ser-h#",
		"exact-quodlibet-self-win": "exact-quodlibet s#",
	} {
		goal, ok := ParseGoal(name)
		asked, n, _, is := ParseStipulation(symbol + "3")
		if !ok || !is || goal != asked || n != 3 || goal.String() != name ||
			goal.Symbol() != symbol {
			t.Errorf("%s is %v, %s3 is %v in %d", name, goal, symbol, asked, n)
		}
	}

	if goal, ok := ParseGoal("helpmate"); ok {
		t.Errorf("helpmate is %v", goal)
	}
}

// A stipulation is read as people write it; what has no sense is none.
func TestStipulationsAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]string{
		"#3": "#3", "S#3": "s#3", "self-win 3": "s#3", "self-win in 3": "s#3", "H# 2½": "h#2.5",
		"help-win 2.5": "h#2.5", "h#0.5": "h#0.5", "Ser-H#14": "ser-h#14", "claim 2": "claim in 2",
		"claim in 2": "claim in 2", "=2": "=2", "stalemate 2": "=2", "semi-r#2": "semi-r#2",
		"reflex-stalemate 4": "r=4", "win  in 60": "#60",
		"hs#2.5": "hs#2.5", "help-self-win 3": "hs#3", "ser-s=4": "ser-s=4", "hr#2": "hr#2",
		"ser-r#3": "ser-r#3", "reci-h#2.5": "reci-h#2.5", "Quodlibet  s#2": "quodlibet s#2",
		"quodlibet r=2": "quodlibet r=2", "h#0": "", "#0": "", "#0.5": "", "s#2.5": "", "#61": "",
		"h#-1": "", "h#2.4": "", "h#": "", "mate": "", "": "", "win": "", "claim=2": "",
		"#3 x": "", "hsr#2": "", "ser-s#2.5": "", "Exact-#3": "exact-#3",
		"exact-win in 3": "exact-#3", "exact-h#2.5": "exact-h#2.5", "exact-exact-#3": "",
		"exact-": "", "exact-mate 3": "",
	} {
		goal, in, half, ok := ParseStipulation(text)
		got := ""
		if ok {
			got = goal.Symbol() + LengthText(in, half)
		}
		if got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}
