package analysis

import (
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Patterns of turns: what is read, and what is none.
func TestParsePattern(t *testing.T) {
	for _, text := range []string{"N", "n", "N@f7", "@f7", "P@a1"} {
		_, err := ParsePattern(text)
		if _, both := ParseShape("", text); err != nil || both != nil {
			t.Errorf("%q: %v, %v", text, err, both)
		}
	}

	for _, text := range []string{"N@", "N@i9", "@", "", "X", "NB", "NB@f7"} {
		_, err := ParsePattern(text)
		_, key := ParseShape(text, "")
		if _, final := ParseShape("N", text); err == nil ||
			text != "" && (key == nil || final == nil) {
			t.Errorf("%q is a pattern", text)
		}
	}
}

// A move matches by its piece, by the piece that a pawn becomes, and by where it goes, in castling
// where the king goes.
func TestPatternMatches(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	for _, test := range []struct{ fen, move, yes, no string }{
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "K @g1 K@g1", "R @h1 K@h1 R@g1 @f1 @e1"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "K @c1 K@c1", "@a1 @d1 R"},
		{"r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8g8", "K @g8", "@h8 @g1"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1a5", "R @a5 r@a5", "K N @a1 R@a1 K@a5"},
		{"8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", "P N P@e8 N@e8 @e8", "Q @e7 Q@e8 N@e7 K"},
		{"8/7k/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "P P@e4", "N @e3 @e2 K"},
	} {
		at := puzzletest.Position(t, variant, test.fen)
		m, err := board.ParseUCI(&at, test.move)
		if err != nil {
			t.Fatal(err)
		}
		for i, list := range []string{test.yes, test.no} {
			for _, text := range strings.Fields(list) {
				p, err := ParsePattern(text)
				if err != nil || p.Matches(&at, m) != (i == 0) {
					t.Errorf("%s %s: %s is %t, %v", test.fen, test.move, text, i != 0, err)
				}
			}
		}

		if !(Pattern{}).Matches(&at, m) {
			t.Errorf("%s: the pattern of every turn does not match", test.move)
		}
	}
}

// The shape of a solution: of its key, and of the last turn of the main line; of a help-win, of
// every solution.
func TestShapes(t *testing.T) {
	chess := puzzletest.Named(t, "chess")
	direct := puzzletest.Position(t, chess, "7k/8/8/6K1/8/8/8/R7 w - - 0 1") // 1.Kg6 Kg8 2.Ra8#
	found, err := New(chess, Options{}).Analyse(t.Context(), &direct, 2)
	if err != nil {
		t.Fatal(err)
	}
	// 1...Kf7 2.Kh7 Rh1#; 1...Kg6 2.Kg8 Ra8#
	at := puzzletest.Position(t, chess, "7k/8/5K2/8/8/8/8/R7 w - - 0 1")
	help, err := New(chess, Options{Goal: solve.HelpWin, Half: true}).Analyse(t.Context(), &at, 1)
	if err != nil {
		t.Fatal(err)
	}
	once := puzzletest.Position(t, chess, "7k/8/6K1/8/8/8/8/R7 w - - 0 1")
	one, err := New(chess, Options{}).Analyse(t.Context(), &once, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		at         *board.Position
		found      *Analysis
		key, final string
		want       int
	}{
		{&direct, &found, "", "", 0}, {&direct, &found, "K@g6", "R@a8", 0},
		{&direct, &found, "K@g8", "R@a8", 1},
		{&direct, &found, "K", "K", 1}, {&direct, &found, "R", "K", 2},
		{&at, &help, "K", "R", 0}, {&at, &help, "K@f7", "R", 1}, {&at, &help, "K@g6", "", 1},
		{&at, &help, "", "@h1",
			1}, {&at, &help, "", "@a8", 1}, {&at, &help, "@f7", "@h1", 2},
		{&at, &help, "R", "K", 2},
		{&once, &one, "R@a8", "R@a8", 0}, {&once, &one, "K", "R", 1}, {&once, &one, "R", "K", 1},
	} {
		shape, err := ParseShape(test.key, test.final)
		if err != nil {
			t.Fatal(err)
		}
		if got := shape.Missing(test.at, test.found); got != test.want {
			t.Errorf("%s and %s: %d are missing, want %d", test.key, test.final, got, test.want)
		}
	}
}

// Each theme is accepted or refused, and a refusal gives the reason.
func TestCheckTheme(t *testing.T) {
	for _, test := range []struct {
		set    string
		goal   solve.Goal
		names  string
		reason string
	}{
		{"chess", solve.Win, "promotion=N castling pin-mate changed-play", ""},
		{"chess", solve.HelpWin, "promotion=Q promotion switchback", ""},
		{"chess", solve.SelfWin, "pin-mate", ""},
		{"chess", solve.Win,
			"promotion=K promotion=P promotion= promotion=QQ promotion=x castling=Q",
			"Q, R, B or N"},
		{"chess", solve.Win, "swichback", `did you mean "switchback"?`},
		{"chess", solve.Win, "xyzxyz", "there are promotion=N, "},
		{"chess", solve.Win, "waves waves-2", "one wave"},
		{"chess", solve.Win, "reclaim", "reclaimed"},
		{"chess", solve.Win, "king-exchange", "no king"},
		{"chess", solve.SelfWin, "counter-claim", "no king"},
		{"chess", solve.Win, "needs-batteries", "the rules have no lines"},
		{"chess", solve.HelpWin, "quiet-key counter-claim reciprocal-play", "nobody is forced"},
		{"conversion", solve.Win, "promotion=R needs-no-chain", ""},
		{"conversion", solve.Win, "waves waves-3", "one wave"},
		{"conversion", solve.Win, "reclaim", "reclaimed"},
		{"conversion", solve.Win, "king-sacrifice", "no king"},
		{"conversion", solve.Win, "battery", "orthodox chess"},
		{"pacifist1", solve.Win, "promotion=B waves king-exchange needs-batteries", ""},
		{"pacifist1", solve.HelpWin, "waves-3", ""},
		{"pacifist1", solve.SelfWin, "transferred-play", ""},
		{"pacifist1", solve.Win, "reclaim reclaim-choice", "reclaimed"},
		{"pacifist1", solve.Win, "needs-reclaim", "reclaim is none"},
		{"pacifist1", solve.Win, "needs-no-chain", "the rules have no chain"},
		{"pacifist1", solve.HelpWin, "zugzwang zagoruiko", "nobody is forced"},
		{"pacifist-number", solve.Win, "reclaim needs-reclaim", ""},
		{"pacifist-number", solve.HelpWin, "reclaim-choice needs-weighing", ""},
	} {
		for _, name := range strings.Fields(test.names) {
			err := CheckTheme(name, puzzletest.Named(t, test.set).Set(), test.goal)
			if test.reason == "" && err != nil || test.reason != "" && (err == nil ||
				!strings.Contains(err.Error(), test.reason)) {
				t.Errorf("%s of %s: %v, want %s", name, test.set, err, test.reason)
			}
		}
	}

	for name, want := range map[string]bool{"changed-play": true, "transferred-play": true,
		"reciprocal-play": true,
		"zagoruiko":       true, "zugzwang": false} {
		if PhaseTheme(name) != want {
			t.Errorf("%s compares phases: %t", name, !want)
		}
	}

	if theme, ok := FindTheme("waves-7"); !ok || theme.Title != "chain of 7 waves" {
		t.Errorf("%+v", theme)
	}
	set := puzzletest.Named(t, "pacifist1").Set()
	set.Lines = ruleset.Blocked
	if variant, ok := Misread("needs-batteries", puzzletest.Named(t, "pacifist1").Set()); !ok ||
		variant.Set() != set {
		t.Errorf("batteries are needed where %+v fails", variant.Set())
	}

	if _, ok := Misread("needs-batteries", puzzletest.Named(t, "chess").Set()); ok {
		t.Error("chess has batteries")
	}
}

// Shows finds exactly the themes that a puzzle lists, asked one by one.
func TestShowsAgreesWithThemes(t *testing.T) {
	met := map[string]int{}
	for i, p := range puzzletest.Sample(t) {
		if !longtest.Enabled() && i%3 != 0 {
			continue
		}
		at, err := p.Position()
		if err != nil {
			t.Fatal(err)
		}
		a := New(p.Variant(), Options{})
		found, err := a.Analyse(t.Context(), &at, p.In)
		if err != nil {
			t.Fatal(err)
		}
		for _, theme := range Themes() {
			if PhaseTheme(theme.Name) || Impossible(theme.Name, p.Rules, solve.Win) != "" {
				continue
			}
			got, err := a.Shows(t.Context(), &at, &found, theme.Name)
			if want := slices.Contains(p.Themes, theme.Name); err != nil || got != want {
				t.Errorf("%s %s: %t, %v", p.ID, theme.Name, got, err)
			} else if want {
				met[theme.Name]++
			}
		}

		waves := slices.ContainsFunc(p.Themes,
			func(name string) bool { return strings.HasPrefix(name, WavesPrefix) })
		if got, err := a.Shows(t.Context(), &at, &found, "waves"); err != nil || got != waves {
			t.Errorf("%s waves: %t, %v", p.ID, got, err)
		}
		// A promotion is written in the turns of the main line that are the attacker's (NOT-1).
		for _, letter := range []string{"Q", "R", "B", "N"} {
			want := false
			for j := 0; j < len(p.Line); j += 2 {
				want = want || strings.Contains(p.Line[j], "="+letter)
			}
			if got, err := a.Shows(t.Context(), &at, &found, "promotion="+letter); err != nil ||
				got != want {
				t.Errorf("%s %v: a promotion to %s is %t, %v", p.ID, p.Line, letter, got, err)
			}
		}
	}

	if len(met) < 8 {
		t.Errorf("only %v were met", met)
	}
}

// Themes of a help-win: those of both sides' turns.
func TestShowsOfHelp(t *testing.T) {
	chess := puzzletest.Named(t, "chess")
	for _, test := range []struct {
		fen     string
		in      int
		half    bool
		yes, no string
	}{
		{"7k/8/5K2/8/8/8/8/R7 w - - 0 1", 1, true, "",
			"promotion promotion=Q castling switchback reclaim reclaim-choice waves underpromotion"},
		// Both sides help: the pawn becomes a queen on h8, or a rook.
		{"8/7P/5k2/8/5K2/8/5p2/8 w - - 0 1", 2, false, "promotion promotion=Q",
			"promotion=N castling switchback underpromotion"},
	} {
		at := puzzletest.Position(t, chess, test.fen)
		a := New(chess, Options{Goal: solve.HelpWin, Half: test.half})
		found, err := a.Analyse(t.Context(), &at, test.in)
		if err != nil || found.In != test.in {
			t.Fatal(test.fen, found.In, err)
		}
		for i, list := range []string{test.yes, test.no} {
			for _, name := range strings.Fields(list) {
				if got, err := a.Shows(t.Context(), &at, &found, name); err != nil ||
					got != (i == 0) {
					t.Errorf("%s: %s is %t, %v", test.fen, name, got, err)
				}
			}
		}
	}
}

// The choice of reclaims is a theme only if the full reclaim would fail: for the attacker in its
// own turns, or for the enemy (PAC-8).
func TestReclaimChoice(t *testing.T) {
	// Rc2 leaves the knight d5 to the bishop b7
	const fen = "1k4r1/1b6/8/3N4/6nR/8/3R4/K7 w - - 0 1"
	for text, want := range map[string]bool{
		`["d2c2",[["g8e8"],["a1b1"]]]`: false, `["d2c2",[["~- g8e8"],["a1b1"]]]`: true,
		`["d2c2",[["g8e8"],["a1b1"]],[["~- g8e8"],["a1a2"]]]`: true,
		`["d2c2",[["g8e8"]]]`: false,
		`["d2c2",[["g8e8"],["a1b1"]],[["~- g8e8"],["a1b1"]]]`: false, // answered alike
		`["d2c2",[["g8e8"],["~- a1b1"]]]`:                     true,
		`["d2c2",[["g8e8","~- g8e8"],["a1b1"]]]`:              false,
	} {
		c := critic2(t, "pacifist-number", fen, text)
		if got := choosesReclaim(c.found.Key()); got != want {
			t.Errorf("%s: %t, want %t (%v)", text, got, want, puzzle.Solution(text))
		}
	}
}
