package puzzle

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"turncoat/rules"
	"turncoat/rules/board"
)

// built returns the tree of a compact form.
func built(t *testing.T, variant *rules.Variant, p *board.Position, text Solution) *Tree {
	t.Helper()
	tree, err := text.Tree(variant, p, Win)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func TestGoals(t *testing.T) {
	for goal, name := range map[Goal]string{Win: "win", SelfWin: "self-win", HelpWin: "help-win",
		Claim: "claim"} {
		if goal.String() != name {
			t.Errorf("%s is %s", name, goal)
		}
		if got, ok := ParseGoal(name); !ok || got != goal {
			t.Errorf("%s is read as %s, %t", name, got, ok)
		}
	}

	if got, ok := ParseGoal("draw"); ok || got != Win {
		t.Errorf("draw is read as %s, %t", got, ok)
	}
	for _, test := range []struct {
		set, fen, move string
		reached, enemy []Goal
	}{
		{"chess", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", []Goal{Win}, []Goal{SelfWin}},
		{"chess", "7K/8/6k1/8/8/8/8/r7 b - - 0 1", "a1a8", []Goal{Win}, []Goal{SelfWin}},
		{"chess", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a7", nil, nil},
		{"chess", "7k/8/6K1/8/8/8/8/6R1 w - - 0 1", "g1g5", nil, nil},
		// The king on the rook's file is converted by any turn; on another file it is not.
		{"pacifist1", "k7/8/8/8/8/8/8/RK6 w - - 0 1", "b1c1", []Goal{Win, Claim}, []Goal{SelfWin}},
		{"pacifist1", "1k6/8/8/8/8/8/8/R1K5 w - - 0 1", "c1c2", nil, nil},
		// The rook may go to h2 and claim the king on b2: the other is converted, and the game is
		// not over.
		{"pacifist1", "k7/7r/8/8/8/8/8/RK6 w - - 0 1", "b1b2", []Goal{Claim}, nil},
	} {
		variant, p := position(t, test.set, test.fen)
		turn := line(t, variant, p, test.move)[0]
		for goal := range Goal(4) {
			if got := goal.Reached(variant, &turn); got != slices.Contains(test.reached, goal) {
				t.Errorf("%s %s: that %s is reached is %t", test.fen, test.move, goal, got)
			}
			if got := goal.ReachedByEnemy(variant, &turn); got != slices.Contains(test.enemy,
				goal) {
				t.Errorf("%s %s: that %s is reached by the enemy is %t", test.fen, test.move, goal,
					got)
			}
		}
	}
}

// What is counted in a tree, and the ways through it.
func TestTreeWalked(t *testing.T) {
	for _, test := range []struct {
		set, fen string
		text     Solution
		size     int
		choice   bool
		line     string
		lines    string
	}{
		{"chess", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", `["a1a8"]`, 1, false, "a1a8", "a1a8"},
		{"chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", `["f6f7",[["h8h7"],["a1h1"]]]`, 2, false,
			"f6f7 h8h7 a1h1", "f6f7 h8h7 a1h1"},
		{"chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", `["a1a2",[["h8g8","h8h7"]]]`, 1, false,
			"a1a2 h8g8", "a1a2 h8g8; a1a2 h8h7"},
		{"chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1",
			`["a1a2",[["h8g8"],["a2a3"]],[["h8h7"],["a2a4"]]]`, 3, true, "a1a2 h8g8 a2a3",
			"a1a2 h8g8 a2a3; a1a2 h8h7 a2a4"},
		// The choice comes at the second turn.
		{"chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1",
			`["a1a2",[["h8g8","h8h7"],["a2a1",[["g8h8","h7h8"],["a1a3"]]]]]`, 0, false, "", ""},
		{"chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1",
			`["a1a2",[["h8g8"],["a2a3",[["g8h8","g8h7"],["a3a4"]],[["g8f8"],["a3a5"]]]],[["h8h7"]]]`, 4, true,
			"a1a2 h8g8 a2a3 g8h8 a3a4",
			"a1a2 h8g8 a2a3 g8h8 a3a4; a1a2 h8g8 a2a3 g8h7 a3a4; a1a2 h8g8 a2a3 g8f8 a3a5; a1a2 h8h7"},
		{"chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1",
			`["a1a2",[["h8g8"],["a2a3",[["g8h8","g8h7"],["a3a4"]],[["g8f8"],["a3a5"]]]]]`, 4, true,
			"a1a2 h8g8 a2a3 g8h8 a3a4",
			"a1a2 h8g8 a2a3 g8h8 a3a4; a1a2 h8g8 a2a3 g8h7 a3a4; a1a2 h8g8 a2a3 g8f8 a3a5"},
		{"chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1",
			`["a1a2",[["h8g8"],["a2a3",[["g8h8","g8h7","g8f8"],["a3a4"]]]]]`, 3, false,
			"a1a2 h8g8 a2a3 g8h8 a3a4",
			"a1a2 h8g8 a2a3 g8h8 a3a4; a1a2 h8g8 a2a3 g8h7 a3a4; a1a2 h8g8 a2a3 g8f8 a3a4"},
		{"pacifist-number", reclaims,
			`["d2c2",[["~- g8e8"],["~- a1a2",[["b8a8"]]]],[["g8e8"],["a1b1",[["b8c8"]]]]]`, 3, true,
			"d2c2~- g8e8~- a1a2 b8a8", "d2c2~- g8e8~- a1a2 b8a8; d2c2 g8e8 a1b1 b8c8"},
	} {
		variant, p := position(t, test.set, test.fen)
		tree, err := test.text.Tree(variant, p, Win)
		if test.size == 0 {
			if err == nil {
				t.Errorf("%s: kings leave squares that they do not stand on", test.text)
			}
			continue
		}

		if err != nil {
			t.Fatal(err)
		}
		key := &tree.Keys[0]
		if key.Size() != test.size || key.HasChoice() != test.choice {
			t.Errorf("%s: size %d, choice %t; want %d, %t", test.text, key.Size(), key.HasChoice(),
				test.size,
				test.choice)
		}

		if got := strings.Join(LineWords(variant, p, key.Line()), " "); got != test.line {
			t.Errorf("%s: the line is %s, want %s", test.text, got, test.line)
		}
		var lines []string
		for line := range key.Variations {
			lines = append(lines, strings.Join(LineWords(variant, p, line), " "))
		}
		if got := strings.Join(lines, "; "); got != test.lines {
			t.Errorf("%s: the variations are %s, want %s", test.text, got, test.lines)
		}
	}
}

// Duals are counted where more than one continuation is the shortest, in the main line and in all.
func TestDuals(t *testing.T) {
	variant, p := position(t, "chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1")
	key := &built(t, variant, p,
		`["a1a2",[["h8g8"],["a2a3",[["g8h8"],["a3a4"]]]],[["h8h7"],["a2a4"]]]`).Keys[0]
	add := func(d *Defence, words ...string) {
		for _, word := range words {
			d.Continuations = append(d.Continuations,
				Play{After: &d.Turn, Turn: line(t, variant, &d.Turn.After,
					word)[0], In: 1})
		}
	}
	first, second := &key.Defences[0], &key.Defences[1]
	next := &first.Continuations[0]
	add(&next.Defences[0], "a3a5", "a3a6")
	next.Finish(&first.Turn.After, &first.Turn)
	if next.Duals != 1 || next.LineDuals != 1 {
		t.Errorf("three ways on are %d duals, %d in the main line; want 1 and 1", next.Duals,
			next.LineDuals)
	}

	add(second, "a2a5")
	key.Finish(p, nil)
	if key.Duals != 2 || key.LineDuals != 1 {
		t.Errorf("%d duals, %d in the main line; want 2 and 1", key.Duals, key.LineDuals)
	}
	if got, want := key.Text(),
		Solution(`["a1a2",[["h8g8"],["a2a3",[["g8h8"],["a3a4"],"a3a5","a3a6"]]],`+
			`[["h8h7"],["a2a4"],"a2a5"]]`); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// The statements of a tree: one for each place, whatever its clock, made again only where it is
// said of more turns than before.
func TestStatements(t *testing.T) {
	for _, test := range []struct {
		text Solution
		want string
	}{
		{`["a1a8"]`, "7k/8/5K2/8/8/8/8/R7 w - - 1 a1a8;"},
		{`["f6f7",[["h8h7"],["a1h1"]]]`,
			"7k/8/5K2/8/8/8/8/R7 w - - 2 f6f7;8/5K1k/8/8/8/8/8/R7 w - - 1 a1h1;"},
		// The second time the same place is said to be won in one turn, which is less and is said;
		// the third time it is known.
		{`["a1a2",[["h8g8"],["a2a1",[["g8h8"],["a1a3"]]]],[["h8h7"],["a2a1",[["h7h8"],["a1a3"]]]]]`,
			"7k/8/5K2/8/8/8/8/R7 w - - 3 a1a2;6k1/8/5K2/8/8/8/R7/8 w - - 2 a2a1;7k/8/5K2/8/8/8/8/R7 w - - 1 a1a3;8/7k/5K2/8/8/8/R7/8 w - - 2 a2a1;"},
		// The same place after the same number of turns is stated once, and once more when it is
		// won sooner.
		{`["a1a2",[["h8g8"],["a2a3",[["g8h7"],["a3a4",[["h7h8"]]]]]],[["h8h7"],["a2a3",[["h7g8"],["a3a4"]]]]]`,
			"7k/8/5K2/8/8/8/8/R7 w - - 3 a1a2;6k1/8/5K2/8/8/8/R7/8 w - - 2 a2a3;8/7k/5K2/8/8/R7/8/8 w - - 1 a3a4;8/7k/5K2/8/8/8/R7/8 w - - 2 a2a3;6k1/8/5K2/8/8/R7/8/8 w - - 1 a3a4;"},
	} {
		variant, p := position(t, "chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1")
		var b strings.Builder
		for _, s := range built(t, variant, p, test.text).Steps(variant) {
			fmt.Fprintf(&b, "%s %d %s;", s.At, s.Win, strings.Join(s.Play, ","))
		}
		if b.String() != test.want {
			t.Errorf("%s: %s, want %s", test.text, b.String(), test.want)
		}
	}

	if got := (&Tree{}).Steps(nil); len(got) > 0 {
		t.Errorf("without a key: %v", got)
	}
}
