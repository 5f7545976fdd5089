package analysis

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules/board"
)

// critiqued returns the remarks on a position's solution, a line each; keys are those that the
// critic is told of, by default all.
func critiqued(t *testing.T, set, fen string, in int, demands Demands, keys ...string) string {
	t.Helper()
	variant := puzzletest.Named(t, set)
	at := puzzletest.Position(t, variant, fen)
	a := New(variant, Options{})
	found, err := a.Analyse(t.Context(), &at, in)
	if len(keys) > 0 && err == nil {
		var moves []board.Move
		for _, key := range keys {
			m, err := board.ParseUCI(&at, key)
			if err != nil {
				t.Fatal(err)
			}
			moves = append(moves, m)
		}

		found, err = a.Solution(t.Context(), &at, in, moves, Bounds{Duals: -1})
	}

	if err != nil || found.In != in {
		t.Fatalf("%s: a win in %d, %v", fen, found.In, err)
	}
	remarks, err := a.Critique(t.Context(), &at, &found, demands)
	if err != nil {
		t.Fatal(err)
	}
	return remarked(remarks)
}

func remarked(remarks []Remark) string {
	var lines []string
	for _, r := range remarks {
		lines = append(lines, r.Demand+"|"+r.Text)
	}
	return strings.Join(lines, "\n")
}

// Mates of king and rook against king, all worked out by hand.
func TestCritique(t *testing.T) {
	const lone, cooked, rooks = "7k/8/8/6K1/8/8/8/R7 w - - 0 1", "k7/8/2K5/8/8/8/8/7R w - - 0 1",
		"7k/8/5K2/8/8/8/R7/1R6 w - - 0 1"
	const none = "|no variations: the enemy has no choice that matters\n|flight-taking key: "
	const both = "multiple threat in the main line (serious): 1.Kf7 Kh7 and then 2.Rh2# or 2.Rh1#\n" + none + "g8"
	for _, test := range []struct {
		fen     string
		in      int
		keys    string
		demands Demands
		want    string
	}{
		{lone, 2, "", Demands{}, none + "g7,h7"},
		{lone, 2, "", Fine(), "choice" + none + "g7,h7"},
		{lone, 2, "", Demands{OneKey: true, Turns: true, Reached: true, NoDuals: true, Strict: true,
			MaxSize: 2},
			none + "g7,h7"},
		{lone, 2, "", Demands{MaxSize: 1}, strings.Replace(none, "\n",
			"\nsize|the solution has 2 turns, more than 1\n",
			1) + "g7,h7"},
		// 1.Kb6 Kb8 2.Rh8# and 1.Kc7 Ka7 2.Ra1#.
		{cooked, 2, "", Sound(), "keys|another key: 1.Kc7 Ka7 2.Ra1#\n" + none + "a7"},
		{cooked, 2, "", Demands{}, "|another key: 1.Kc7 Ka7 2.Ra1#\n" + none + "a7"},
		// 1.Kf7 Kh7, and either rook mates on the h-file.
		{rooks, 2, "f6f7", Demands{}, "|" + both},
		{rooks, 2, "f6f7", Demands{NoDuals: true}, "duals|" + both},
		{rooks, 2, "f6f7", Demands{Strict: true}, "duals|" + both},
		// Without the pawn b4 nothing else happens; without b3 it runs.
		{"7k/8/8/6K1/1p6/1P6/8/R7 w - - 0 1", 2, "", Demands{},
			none + "g7,h7\n|idle piece on b4: the solution is the same without it"},
	} {
		if got := critiqued(t, "chess", test.fen, test.in, test.demands,
			strings.Fields(test.keys)...); got != test.want {
			t.Errorf("%s %+v:\n%s, want\n%s", test.fen, test.demands, got, test.want)
		}
	}

	// The enemy cannot have left its king so (PAC-10), and the only turn is the key.
	smothered := critiqued(t, "chess", "4R1Bk/6pp/8/6N1/8/8/8/K7 w - - 0 1", 1,
		Demands{Reached: true})
	if !strings.Contains(smothered, "\nreached|no last turn: ") {
		t.Errorf("%s", smothered)
	}
}

// A critic is asked about a tree whose turns are legal, and that is all.
func critic2(t *testing.T, set, fen, text string) *critic {
	t.Helper()
	variant := puzzletest.Named(t, set)
	at := puzzletest.Position(t, variant, fen)
	tree, err := puzzle.Solution(text).Tree(variant, &at, solve.Win)
	if err != nil {
		t.Fatal(err)
	}
	return &critic{analyst: New(variant, Options{}), at: &at,
		found: &Analysis{In: tree.In, Tree: tree}}
}

// Duals are weighed by where they stand and when they come, and each is named with the way to it.
func TestDuals(t *testing.T) {
	const wide = "4k3/pppppppp/8/8/8/8/8/R3K3 w - - 0 1"
	make := func() *critic {
		c := critic2(t, "chess", wide,
			`["a1b1",[["a7a6"],["b1c1",[["b7b6"],["c1d1"]]]],[["c7c6"],["b1d1",[["d7d6"],["d1c1"]]]]]`)
		double := func(d *puzzle.Defence, fen, key string, in int) {
			again := critic2(t, "chess", fen, `["`+key+`"]`).found.Tree.Keys[0]
			again.After = d.Continuations[0].After
			d.Continuations, d.In = append(d.Continuations, again), in
		}
		key := c.found.Key()
		double(&key.Defences[0], "4k3/1ppppppp/p7/8/8/8/8/1R2K3 w - - 0 1", "e1d1", 2)
		double(&key.Defences[0].Continuations[0].Defences[0],
			"4k3/2pppppp/pp6/8/8/8/8/2R1K3 w - - 0 1", "c1b1", 1)
		double(&key.Defences[1], "4k3/pp1ppppp/2p5/8/8/8/8/1R2K3 w - - 0 1", "b1c1", 2)
		double(&key.Defences[1].Continuations[0].Defences[0],
			"4k3/pp2pppp/2pp4/8/8/8/8/3RK3 w - - 0 1", "d1b1", 1)
		return c
	}
	lines := []string{
		"dual in the main line (grave): 1.Rb1 a6 and then 2.Rc1 or 2.Kd1",
		"dual in the main line (serious): 1.Rb1 a6 2.Rc1 b6 and then 3.Rd1 or 3.Rb1",
		"dual beside the main line (serious): 1.Rb1 c6 and then 2.Rd1 or 2.Rc1",
		"dual beside the main line (slight): 1.Rb1 c6 2.Rd1 d6 and then 3.Rc1 or 3.Rb1",
	}
	for _, test := range []struct {
		demands Demands
		fail    int // how many are more than blemishes
	}{{Demands{}, 0}, {Demands{NoDuals: true}, 2}, {Demands{Strict: true}, 4}} {
		c := make()
		c.duals(test.demands)
		var want []string
		for i, line := range lines {
			demand := ""
			if i < test.fail {
				demand = "duals"
			}
			want = append(want, demand+"|"+line)
		}

		if got := remarked(c.remarks); got != strings.Join(want, "\n") {
			t.Errorf("%+v:\n%s", test.demands, got)
		}
	}

	// Twenty are named, the others counted.
	for n, more := range map[int]string{20: "", 21: "1 duals more", 23: "3 duals more"} {
		c := make()
		key := c.found.Key()
		key.Defences[0].Continuations[0].Defences, key.Defences = nil, key.Defences[:1]
		key.Defences = slices.Repeat(key.Defences, n)
		c.duals(Demands{})
		last := c.remarks[len(c.remarks)-1]
		if len(c.remarks) != min(n, 20)+min(1, len(more)) ||
			more != "" && last != (Remark{"", more}) {
			t.Errorf("%d duals: %d remarks, the last %+v", n, len(c.remarks), last)
		}
	}
}

// A key gets a remark if it claims, converts, captures or gives check.
func TestKeyRemarks(t *testing.T) {
	for _, test := range []struct{ set, fen, key, want string }{
		{"chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1b1", ""},
		{"chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "|checking key"},
		{"chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "|capturing key"},
		// The rook's square is that of a friend.
		{"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "|flight-taking key: f7,f8"},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6",
			"|capturing key\n|flight-taking key: e7"},
		{"chess", "8/8/8/8/8/8/5k2/Q6K w - - 0 1", "h1h2", "|flight-taking key: g3"},
		{"pacifist1", "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w - - 0 1", "e3f5",
			"|converting key: 7 pieces"},
		{"pacifist1", "7k/8/8/8/8/8/n7/3R3K w - - 0 1", "d1a1", "|converting key: 1 piece"},
		{"pacifist1", "8/8/8/3k4/8/8/PPP5/K7 w - - 0 1", "c2c4", "|claiming key"},
		{"pacifist1", "1r5q/8/8/8/8/k7/8/K7 w - - 0 1", "a1b2", "|claiming key\n|checking key"},
	} {
		c := critic2(t, test.set, test.fen, `["`+test.key+`"]`)
		c.key()
		if remarked(c.remarks) != test.want {
			t.Errorf("%s %s: %s, want %s", test.fen, test.key, remarked(c.remarks), test.want)
		}
	}
}

// Pieces that a game does not begin with: of a kind, or bishops on squares of one colour. Where
// pieces change sides, both sides count together.
func TestPromotedPieces(t *testing.T) {
	for _, test := range []struct{ set, fen, want string }{
		{"chess", "1nbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1", ""},
		{"chess", "4k3/8/8/8/8/8/8/NNN1K3 w - - 0 1", "|3 of the kind N: some are promoted"},
		{"chess", "nnn1k3/8/8/8/8/8/8/NN2K3 w - - 0 1", "|3 of the kind N: some are promoted"},
		{"chess", "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", "|2 of the kind Q: some are promoted"},
		{"chess", "4k3/8/8/8/8/R7/8/RR2K3 w - - 0 1", "|3 of the kind R: some are promoted"},
		{"chess", "4k3/8/8/8/8/8/8/BB1BK3 w - - 0 1", "|3 of the kind B: some are promoted"},
		{"chess", "4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1",
			"|2 bishops on dark squares: some are promoted"},
		{"chess", "4k3/8/8/8/8/8/8/1B1BK3 w - - 0 1",
			"|2 bishops on light squares: some are promoted"},
		{"chess", "1b2k3/8/8/8/8/8/8/2B1K3 w - - 0 1", ""},
		{"pacifist1", "4k3/8/8/8/8/8/8/NNNNK3 w - - 0 1", ""},
		{"pacifist1", "4k3/8/8/8/8/8/n7/NNNNK3 w - - 0 1", "|5 of the kind N: some are promoted"},
		{"pacifist2", "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", ""},
		{"pacifist2", "3qk3/8/8/8/8/8/8/QQ2K3 w - - 0 1", "|3 of the kind Q: some are promoted"},
		{"pacifist1", "4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1", ""},
		{"pacifist1", "4k3/8/8/8/8/8/8/B1B1K1b1 w - - 0 1",
			"|3 bishops on dark squares: some are promoted"},
	} {
		variant := puzzletest.Named(t, test.set)
		at := puzzletest.Position(t, variant, test.fen)
		c := &critic{analyst: New(variant, Options{}), at: &at}
		c.promoted()
		if remarked(c.remarks) != test.want {
			t.Errorf("%s %s: %s, want %s", test.set, test.fen, remarked(c.remarks), test.want)
		}
	}
}

// A help-mate with two solutions, which Popeye finds, too, is criticised unless two are wanted.
func TestCritiqueOfHelp(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	at := puzzletest.Position(t, variant, "7k/8/5K2/8/8/8/8/R7 w - - 0 1")
	a := New(variant, Options{Goal: solve.HelpWin, Half: true})
	found, err := a.Analyse(t.Context(), &at, 1)
	if err != nil {
		t.Fatal(err)
	}
	const both = "1...Kf7 2.Kh7 Rh1#; 1...Kg6 2.Kg8 Ra8#"
	for lines, want := range map[int]string{0: "", 2: "", 1: "lines|2 solutions, not 1: " + both,
		3: "lines|2 solutions, not 3: " + both} {
		demands := Demands{Lines: lines, Choice: true, OneKey: true, Strict: true, Turns: true,
			MaxSize: 1}
		remarks, err := a.Critique(t.Context(), &at, &found, demands)
		if got := remarked(remarks); err != nil || got != want {
			t.Errorf("%d wanted: %s, %v, want %s", lines, got, err, want)
		}
		wanted := ""
		if want != "" {
			wanted = "lines"
		}
		if got := demands.Meets(&found); got != wanted {
			t.Errorf("%d wanted: it does not meet %q", lines, got)
		}
	}

	for n, want := range map[int]int{20: 20, 21: 20} {
		again := found
		tree := *found.Tree
		tree.Keys = slices.Repeat(tree.Keys[:1], n)
		again.Tree = &tree
		c := &critic{analyst: a, at: &at, found: &again}
		c.solutions(Demands{Lines: 1})
		if text := c.remarks[0].Text; strings.Count(text, "Rh1#") != want || strings.HasSuffix(text,
			"; …") != (n > want) {
			t.Errorf("%d solutions: %s", n, text)
		}
	}

	found.Claims.FirstTurns = 1
	if got := (Demands{Turns: true}).Meets(&found); got != "turns" {
		t.Errorf("with one turn: %q", got)
	}
	if got := (Demands{}).Meets(&found); got != "" {
		t.Errorf("without demands: %q", got)
	}
}

// Meets names the first demand that a solution does not fulfil.
func TestMeets(t *testing.T) {
	c := critic2(t, "chess", "4k3/pppppppp/8/8/8/8/8/R3K3 w - - 0 1",
		`["a1b1",[["a7a6"],["b1c1"]],[["c7c6"],["b1d1"]]]`)
	size := c.found.Key().Size()
	good := Analysis{In: 2, Keys: make([]board.Move, 1), Tree: c.found.Tree,
		Claims: puzzle.Claims{FirstTurns: 2,
			Choice: true}}
	all := Demands{OneKey: true, NoDuals: true, Strict: true, Turns: true, Choice: true,
		MaxSize: size}
	for name, test := range map[string]struct {
		spoil   func(a *Analysis)
		demands Demands
		want    string
	}{
		"good":          {func(*Analysis) {}, all, ""},
		"two keys":      {func(a *Analysis) { a.Keys = make([]board.Move, 2) }, all, "keys"},
		"two keys, may": {func(a *Analysis) { a.Keys = make([]board.Move, 2) }, Demands{}, ""},
		"one turn":      {func(a *Analysis) { a.Claims.FirstTurns = 1 }, all, "turns"},
		"one turn, may": {func(a *Analysis) { a.Claims.FirstTurns = 1 }, Demands{}, ""},
		"line dual": {func(a *Analysis) { a.Claims.LineDuals = 1 }, Demands{NoDuals: true},
			"duals"},
		"line dual, may": {func(a *Analysis) { a.Claims.LineDuals = 1 }, Demands{Strict: true}, ""},
		"dual": {func(a *Analysis) { a.Claims.Duals = 1 }, Demands{Strict: true},
			"duals"},
		"dual, may":      {func(a *Analysis) { a.Claims.Duals = 1 }, Demands{NoDuals: true}, ""},
		"no choice":      {func(a *Analysis) { a.Claims.Choice = false }, all, "choice"},
		"no choice, may": {func(a *Analysis) { a.Claims.Choice = false }, Demands{}, ""},
		"size":           {func(*Analysis) {}, Demands{MaxSize: size - 1}, "size"},
		"every size":     {func(*Analysis) {}, Demands{MaxSize: 0}, ""},
		"all at once": {func(a *Analysis) {
			a.Keys, a.Claims = make([]board.Move, 2), puzzle.Claims{FirstTurns: 1, LineDuals: 1}
		}, all, "keys"},
	} {
		a := good
		test.spoil(&a)
		if got := test.demands.Meets(&a); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// A turn is a mistake if another would have held: into the corner the king is mated in two, but on
// the last rank every turn leads to mate.
func TestMistake(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	a := New(variant, Options{})
	for _, test := range []struct {
		fen  string
		n    int
		want bool
	}{
		{"6k1/8/8/6K1/8/8/8/R7 b - - 0 1", 2, true}, {"7k/8/6K1/8/8/8/8/R7 b - - 0 1", 1, false},
		{"7k/8/6K1/8/8/8/8/R7 b - - 0 1", 2, false},
		{"7k/6p1/6K1/8/8/8/8/R7 b - - 0 1", 1, false}, {"7k/p7/6K1/8/8/8/8/R7 b - - 0 1", 1, true},
	} {
		at := puzzletest.Position(t, variant, test.fen)
		if got, err := a.Mistake(t.Context(), &at, test.n); err != nil || got != test.want {
			t.Errorf("%s: %t, %v", test.fen, got, err)
		}
	}

	ended, stop := context.WithCancel(t.Context())
	stop()
	at := puzzletest.Position(t, variant, "6k1/8/8/6K1/8/8/8/R7 b - - 0 1")
	if _, err := a.Mistake(ended, &at, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("ended: %v", err)
	}
}

// A threat that already exists in set play is named, with the turn that it answers there.
func TestPhaseRemarks(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	const fen = "4k3/pppppppp/8/8/8/8/8/R3K3 w - - 0 1"
	at := puzzletest.Position(t, variant, fen)
	c := critic2(t, "chess", fen, `["e1d1"]`)
	set, err := puzzle.Solution(`["0000",[["a7a6"],["a1b1"]],[["b7b6"],["a1b1"]],[["c7c6"],["a1c1"]],[["d7d6"]]]`).SetPlay(variant, &at, solve.Win)
	if err != nil {
		t.Fatal(err)
	}
	key := c.found.Key()
	c.found.Tree.Set = set
	for words, want := range map[string]string{
		"": "", "a1a2": "", "a1b1": "the threat 2.Rb1 is set already: 1...a6 2.Rb1",
		"a1c1 a1b1": "the threat 2.Rc1 is set already: 1...c6 2.Rc1\n|the threat 2.Rb1 is set already: 1...a6 2.Rb1",
	} {
		key.Threats = nil
		if words != "" {
			if err := key.SetThreats(variant, strings.Fields(words)); err != nil {
				t.Fatal(err)
			}
		}

		if want != "" {
			want = "|" + want
		}
		if got := remarked(PhaseRemarks(variant, c.found.Tree)); got != want {
			t.Errorf("%s: %s, want %s", words, got, want)
		}
	}
}
