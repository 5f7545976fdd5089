package analysis

import (
	"slices"
	"strings"
	"testing"

	"turncoat/internal/longtest"
	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/solution"
	"turncoat/puzzle/solve"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Patterns of turns: what is read, and what is none.
func TestParsePattern(t *testing.T) {
	for text, want := range map[string]string{
		"N": "", "n": "", "N@f7": "", "@f7": "", "P@a1": "",
		"N@": `"N@" has no square after @`, "N@i9": `"N@i9" has no square after @`, "@": `"@" has no square after @`,
		"": `"" is neither a piece (K, Q, R, B, N or P), nor a piece and a square such as N@f7`, "X": `"X" is neither a piece (K, Q, R, B, N or P), nor a piece and a square such as N@f7`,
		"NB": `"NB" is neither a piece (K, Q, R, B, N or P), nor a piece and a square such as N@f7`, "NB@f7": `"NB@f7" is neither a piece (K, Q, R, B, N or P), nor a piece and a square such as N@f7`,
	} {
		got := ""
		if _, err := ParsePattern(text); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	for texts, want := range map[[2]string]string{
		{"", ""}: "", {"N", "@f7"}: "", {"x", ""}: `"x" is neither`, {"", "y"}: `"y" is neither`, {"x", "y"}: `"x" is neither`,
	} {
		if _, err := ParseShape(texts[0], texts[1]); want == "" && err != nil || want != "" &&
			(err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%q: %v, want %s", texts, err, want)
		}
	}
}

// A move matches by its piece, by the piece that a pawn becomes, and by where it goes, in castling where the king goes.
func TestPatternMatches(t *testing.T) {
	g := puzzletest.Named(t, "chess")
	for _, test := range []struct{ fen, move, yes, no string }{
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "K @g1 K@g1", "R @h1 K@h1 R@g1 @f1 @e1"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "K @c1 K@c1", "@a1 @d1 R"},
		{"r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8g8", "K @g8", "@h8 @g1"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1a5", "R @a5 r@a5", "K N @a1 R@a1 K@a5"},
		{"8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", "P N P@e8 N@e8 @e8", "Q @e7 Q@e8 N@e7 K"},
		{"8/7k/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "P P@e4", "N @e3 @e2 K"},
	} {
		at := puzzletest.Position(t, g, test.fen)
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

// The shape of a solution: of its key, and of the last turn of the main line; of a help-win, of every solution.
func TestShapes(t *testing.T) {
	chess := puzzletest.Named(t, "chess")
	direct := puzzletest.Position(t, chess, "7k/8/8/6K1/8/8/8/R7 w - - 0 1") // 1.Kg6 Kg8 2.Ra8#
	found, err := New(chess, Options{}).Analyse(t.Context(), &direct, 2)
	if err != nil {
		t.Fatal(err)
	}
	at := puzzletest.Position(t, chess, "7k/8/5K2/8/8/8/8/R7 w - - 0 1") // 1...Kf7 2.Kh7 Rh1#; 1...Kg6 2.Kg8 Ra8#
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
		{&direct, &found, "", "", 0}, {&direct, &found, "K@g6", "R@a8", 0}, {&direct, &found, "K@g8", "R@a8", 1},
		{&direct, &found, "K", "K", 1}, {&direct, &found, "R", "K", 2},
		{&at, &help, "K", "R", 0}, {&at, &help, "K@f7", "R", 1}, {&at, &help, "K@g6", "", 1}, {&at, &help, "", "@h1",
			1}, {&at, &help, "", "@a8", 1}, {&at, &help, "@f7", "@h1", 2}, {&at, &help, "R", "K", 2},
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

// Themes that can be asked for, and why others cannot.
func TestCheckTheme(t *testing.T) {
	for _, test := range []struct {
		name, set string
		goal      solve.Goal
		want      string
	}{
		{"promotion=N", "chess", solve.Win, ""}, {"promotion=Q", "chess", solve.HelpWin, ""},
		{"promotion=B", "pacifist1", solve.Win, ""}, {"promotion=R", "conversion", solve.Win, ""},
		{"promotion=K", "chess", solve.Win, `there is no theme "promotion=K": a promotion is to Q, R, B or N`}, {"promotion=P", "chess", solve.Win, `there is no theme "promotion=P": a promotion is to Q, R, B or N`},
		{"promotion=", "chess", solve.Win, `there is no theme "promotion=": a promotion is to Q, R, B or N`}, {"promotion=QQ", "chess", solve.Win, `there is no theme "promotion=QQ": a promotion is to Q, R, B or N`},
		{"promotion=x", "chess", solve.Win, `there is no theme "promotion=x": a promotion is to Q, R, B or N`}, {"castling=Q", "chess", solve.Win, `there is no theme "castling=Q": a promotion is to Q, R, B or N`},
		{"swichback", "chess", solve.Win, `there is no theme "swichback" (did you mean "switchback"?)`},
		{"xyzxyz", "chess", solve.Win, `there is no theme "xyzxyz"`}, {"", "chess", solve.Win, `there is no theme ""`},
		{"promotion", "chess", solve.HelpWin, ""}, {"castling", "chess", solve.Win, ""}, {"switchback", "chess",
			solve.HelpWin, ""},
		{"waves", "pacifist1", solve.Win, ""}, {"waves-3", "pacifist1", solve.HelpWin, ""},
		{"waves", "chess", solve.Win, "no puzzle can show waves: a turn has one wave of conversions at most"},
		{"waves-3", "conversion", solve.Win, "no puzzle can show waves-3: a turn has one wave of conversions at most"},
		{"reclaim", "pacifist-number", solve.Win, ""}, {"reclaim-choice", "pacifist-number", solve.HelpWin, ""},
		{"reclaim", "pacifist1", solve.Win, "no puzzle can show reclaim: nothing is ever reclaimed"},
		{"reclaim-choice", "pacifist2", solve.Win, "no puzzle can show reclaim-choice: nothing is ever reclaimed"},
		{"reclaim", "chess", solve.Win, "no puzzle can show reclaim: nothing is ever reclaimed"},
		{"reclaim", "conversion", solve.Win, "no puzzle can show reclaim: nothing is ever reclaimed"},
		{"king-exchange", "pacifist1", solve.Win, ""}, {"king-exchange", "chess", solve.Win,
			"no puzzle can show king-exchange: no king ever changes sides"},
		{"king-sacrifice", "conversion", solve.Win, "no puzzle can show king-sacrifice: no king ever changes sides"},
		{"counter-claim", "chess", solve.SelfWin, "no puzzle can show counter-claim: no king ever changes sides"},
		{"quiet-key", "chess", solve.HelpWin, "no puzzle can show quiet-key: in a help-win nobody is forced"},
		{"zugzwang", "pacifist1", solve.HelpWin, "no puzzle can show zugzwang: in a help-win nobody is forced"},
		{"counter-claim", "chess", solve.HelpWin, "no puzzle can show counter-claim: in a help-win nobody is forced"},
		{"reciprocal-play", "chess", solve.HelpWin,
			"no puzzle can show reciprocal-play: in a help-win nobody is forced"},
		{"zagoruiko", "pacifist1", solve.HelpWin, "no puzzle can show zagoruiko: in a help-win nobody is forced"},
		{"grimshaw", "chess", solve.SelfWin, ""}, {"battery", "conversion", solve.Win,
			"no puzzle can show battery: lines and mates are those of orthodox chess"},
		{"novotni", "chess", solve.Win, `there is no theme "novotni" (did you mean "novotny"?)`},
		{"changed-play", "chess", solve.Win, ""}, {"transferred-play", "pacifist1", solve.SelfWin, ""},
		{"needs-batteries", "pacifist1", solve.Win, ""}, {"needs-batteries", "chess", solve.Win,
			"no puzzle can show needs-batteries: the rules have no lines"}, {"needs-no-chain", "conversion",
			solve.Win, ""},
		{"needs-no-chain", "pacifist1", solve.Win, "no puzzle can show needs-no-chain: the rules have no chain"},
		{"needs-reclaim", "pacifist1", solve.Win,
			"no puzzle can show needs-reclaim: the rules are without it: reclaim is none"},
		{"needs-reclaim", "pacifist-number", solve.Win, ""}, {"needs-weighing", "pacifist-number", solve.HelpWin, ""},
	} {
		got := ""
		if err := CheckTheme(test.name, puzzletest.Named(t, test.set).Set(), test.goal); err != nil {
			got = err.Error()
		}
		if unknown, _, _ := strings.Cut(got, "; there are "); unknown != test.want {
			t.Errorf("%s of %s: %s, want %s", test.name, test.set, got, test.want)
		}
	}
	for name, want := range map[string]bool{"changed-play": true, "transferred-play": true, "reciprocal-play": true,
		"zagoruiko": true, "zugzwang": false} {
		if PhaseTheme(name) != want {
			t.Errorf("%s compares phases: %t", name, !want)
		}
	}
	if theme, ok := FindTheme("waves-7"); !ok || theme.Title != "chain of 7 waves" ||
		theme.Means != "a turn of the main line converts in 7 waves" || theme.Name != "waves-7" {
		t.Errorf("%+v", theme)
	}
	if theme, ok := FindTheme("zugzwang"); !ok || theme.Title != "zugzwang" {
		t.Errorf("%+v", theme)
	}
	set := puzzletest.Named(t, "pacifist1").Set()
	set.Lines = ruleset.Blocked
	if g, ok := Misread("needs-batteries", puzzletest.Named(t, "pacifist1").Set()); !ok || g.Set() != set {
		t.Errorf("batteries are needed where %+v fails", g.Set())
	}
	if _, ok := Misread("needs-batteries", puzzletest.Named(t, "chess").Set()); ok {
		t.Error("chess has batteries")
	}
}

// What a puzzle is said to show is just what Shows finds, one theme after the other.
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
		for _, theme := range Themes {
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
		waves := slices.ContainsFunc(p.Themes, func(name string) bool { return strings.HasPrefix(name, WavesPrefix) })
		if got, err := a.Shows(t.Context(), &at, &found, "waves"); err != nil || got != waves {
			t.Errorf("%s waves: %t, %v", p.ID, got, err)
		}
		// A promotion is written in the turns of the main line that are the attacker's (NOT-1).
		for _, letter := range []string{"Q", "R", "B", "N"} {
			want := false
			for j := 0; j < len(p.Line); j += 2 {
				want = want || strings.Contains(p.Line[j], "="+letter)
			}
			if got, err := a.Shows(t.Context(), &at, &found, "promotion="+letter); err != nil || got != want {
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
				if got, err := a.Shows(t.Context(), &at, &found, name); err != nil || got != (i == 0) {
					t.Errorf("%s: %s is %t, %v", test.fen, name, got, err)
				}
			}
		}
	}
}

// A choice of reclaims matters where the full one would not do: for the attacker's own turns, and for what the
// enemy takes back (PAC-8).
func TestReclaimChoice(t *testing.T) {
	const fen = "1k4r1/1b6/8/3N4/6nR/8/3R4/K7 w - - 0 1" // Rc2 leaves the knight d5 to the bishop b7
	for text, want := range map[string]bool{
		`["d2c2",[["g8e8"],["a1b1"]]]`: false, `["d2c2",[["~- g8e8"],["a1b1"]]]`: true, `["d2c2",[["g8e8"],["a1b1"]],[["~- g8e8"],["a1a2"]]]`: true, `["d2c2",[["g8e8"]]]`: false,
		`["d2c2",[["g8e8"],["a1b1"]],[["~- g8e8"],["a1b1"]]]`: false, // answered alike
		`["d2c2",[["g8e8"],["~- a1b1"]]]`:                     true, `["d2c2",[["g8e8","~- g8e8"],["a1b1"]]]`: false,
	} {
		c := critic2(t, "pacifist-number", fen, text)
		if got := choosesReclaim(c.found.Key()); got != want {
			t.Errorf("%s: %t, want %t (%v)", text, got, want, solution.Text(text))
		}
	}
}
