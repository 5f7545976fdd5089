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
	"turncoat/rules"
)

// helpCorner has two solutions: 1...Kf7 2.Kh7 Rh1# and 1...Kg6 2.Kg8 Ra8#.
const helpCorner = "7k/8/5K2/8/8/8/8/R7 w - - 0 1"

// helped makes a puzzle of a help-win in one and a half.
func helped(t *testing.T, fen string) (*Analyst, Analysis, puzzle.Puzzle) {
	t.Helper()
	variant := puzzletest.Named(t, "chess")
	at := puzzletest.Position(t, variant, fen)
	a := New(variant, Options{Goal: solve.HelpWin, Half: true})
	found, err := a.Analyse(t.Context(), &at, 1)
	if err != nil || found.In != 1 {
		t.Fatal(found.In, err)
	}
	p, err := a.Make(t.Context(), &at, &found)
	if err != nil {
		t.Fatal(err)
	}
	p.Source.From = "given"
	return a, found, p
}

// When the context ends, its error is returned, wherever the work is, and nothing counts as
// settled.
func TestInterrupted(t *testing.T) {
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for _, p := range []puzzle.Puzzle{solved(t, corner), puzzletest.Sample(t)[0]} {
		variant := p.Variant()
		at := puzzletest.Position(t, variant, p.FEN)
		a := New(variant, Options{})
		found, err := a.Analyse(t.Context(), &at, p.In)
		if err != nil {
			t.Fatal(err)
		}
		two := found
		two.Keys = append(slices.Clone(found.Keys), found.Keys[0])
		for name, do := range map[string]func() error{
			"shortest": func() error { _, _, err := a.Shortest(over, &at, p.In); return err },
			"analysis": func() error { _, err := a.Analyse(over, &at, p.In); return err },
			"solution": func() error {
				_, err := a.Solution(over, &at, p.In, found.Keys,
					Bounds{})
				return err
			},
			"phases":  func() error { _, err := a.Phases(over, &at, &found, 1); return err },
			"themes":  func() error { _, err := a.Themes(over, &at, &found); return err },
			"making":  func() error { _, err := a.Make(over, &at, &found); return err },
			"mistake": func() error { _, err := a.Mistake(over, &at, p.In); return err },
			"cooks": func() error {
				_, err := a.Critique(over, &at, &two,
					Demands{OneKey: true})
				return err
			},
			"critique": func() error {
				_, err := a.Critique(over, &at, &found,
					Demands{})
				return err
			},
			"verified": func() error { _, err := Verify(over, &p, 1, nil); return err },
			"zugzwang": func() error { _, err := a.Shows(over, &at, &found, zugzwang); return err },
			"changed": func() error {
				_, err := a.Shows(over, &at, &found,
					changedPlay)
				return err
			},
		} {
			if err := do(); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %s: %v", p.ID, name, err)
			}
		}
	}

	a, _, p := helped(t, helpCorner)
	at := puzzletest.Position(t, a.variant, p.FEN)
	if _, err := a.Solution(over, &at, 1, nil, Bounds{}); !errors.Is(err, context.Canceled) {
		t.Errorf("help: %v", err)
	}
	if _, err := Verify(over, &p, 1, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("help verified: %v", err)
	}
}

// A solution with more turns of the enemy than are wanted is not made.
func TestBoundOfTurns(t *testing.T) {
	p := puzzletest.Sample(t)[0]
	a := New(p.Variant(), Options{})
	at := puzzletest.Position(t, p.Variant(), p.FEN)
	found, err := a.Analyse(t.Context(), &at, p.In)
	if err != nil || found.Claims.Defences < 2 {
		t.Fatalf("%+v, %v", found.Claims, err)
	}
	if _, err := a.Solution(t.Context(), &at, p.In, found.Keys,
		Bounds{Duals: -1, Turns: 1}); !errors.Is(err,
		rules.ErrLimit) {
		t.Errorf("one turn: %v", err)
	}

	for _, turns := range []int{0, -1, maxTurns} {
		if again, err := a.Solution(t.Context(), &at, p.In, found.Keys,
			Bounds{Duals: -1, Turns: turns}); err != nil || again.Claims != found.Claims {
			t.Errorf("%d turns: %+v, %v", turns, again.Claims, err)
		}
	}
}

// Without a help-win there is no solution. If the search reaches its limit, the error says so.
func TestHelpSolution(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	at := puzzletest.Position(t, variant, "7k/8/8/8/8/8/K7/R7 w - - 0 1")
	if found, err := New(variant, Options{Goal: solve.HelpWin}).Solution(t.Context(), &at, 1, nil,
		Bounds{}); err != nil ||
		found.In != 0 || found.Tree != nil {
		t.Errorf("%+v, %v", found, err)
	}

	for half, want := range map[bool]string{false: "no answer for a help-win in 2",
		true: "no answer for a help-win in 2.5"} {
		if _, err := New(variant, Options{Goal: solve.HelpWin, Half: half,
			Nodes: 1}).Solution(t.Context(), &at, 2, nil,
			Bounds{}); !errors.Is(err, rules.ErrLimit) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// A theme such as "needs batteries" is not claimed if its search would reach the limit, or if the
// rule set does not have the rule.
func TestNeedsAreSettled(t *testing.T) {
	settled := 0
	for i, p := range puzzletest.Sample(t) {
		if p.In > 2 || i%4 != 0 {
			continue
		}
		a := New(p.Variant(), Options{})
		at := puzzletest.Position(t, p.Variant(), p.FEN)
		found, err := a.Analyse(t.Context(), &at, p.In)
		if err != nil {
			t.Fatal(err)
		}
		for _, theme := range Themes() {
			misread, ok := theme.misreading(p.Rules)
			if got, err := a.Shows(t.Context(), &at, &found, theme.Name); !ok &&
				theme.Setting != "" &&
				(got || err != nil) {
				t.Errorf("%s: %s of rules without %s: %t, %v", p.ID, theme.Name, theme.Setting, got,
					err)
			}

			if !ok || !slices.Contains(p.Themes, theme.Name) {
				continue
			}
			if variant := rules.New(misread); !slices.Contains(variant.Moves(&at), found.Keys[0]) {
				continue // that is seen at once
			}
			got, err := a.needs(t.Context(), misread, &at, &found, 0)
			if err != nil || got {
				t.Errorf("%s: %s without a look at a turn: %t, %v", p.ID, theme.Name, got, err)
			}
			settled++
		}
	}

	if settled == 0 {
		t.Error("no need was met")
	}
}

// What shows changed, transferred or reciprocal play by its phases shows it when it is asked for.
func TestShowsOfPhases(t *testing.T) {
	met := 0
	for _, p := range puzzletest.Sample(t) {
		if p.In != 2 || p.Rules.Reclaim != 0 {
			continue
		}
		a := New(p.Variant(), Options{})
		at := puzzletest.Position(t, p.Variant(), p.FEN)
		found, err := a.Analyse(t.Context(), &at, 2)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := a.Phases(t.Context(), &at, &found, 1)
		if err != nil {
			t.Fatal(err)
		}
		names := PhaseThemes(tree)
		for _, name := range []string{changedPlay, transferredPlay, reciprocalPlay} {
			got, err := a.Shows(t.Context(), &at, &found, name)
			if want := slices.Contains(names, name); err != nil || got != want {
				t.Errorf("%s: %s is %t, %v", p.ID, name, got, err)
			} else if want {
				met++
			}
		}
	}

	if met == 0 {
		t.Error("no theme of phases was met")
	}
	if names := PhaseThemes(&puzzle.Tree{Goal: solve.HelpWin,
		Keys: make([]puzzle.Play, 1)}); names != nil {
		t.Errorf("a help-win shows %v", names)
	}

	if names := PhaseThemes(&puzzle.Tree{}); names != nil {
		t.Errorf("nothing shows %v", names)
	}
}

// The lines of a help-win must be in order.
func TestOrderOfLines(t *testing.T) {
	_, _, p := helped(t, helpCorner)
	if got := wrongWith(t, &p); got != "" || len(p.Lines) != 2 {
		t.Fatalf("%s, %v", got, p.Lines)
	}
	slices.Reverse(p.Lines)
	if got := wrongWith(t, &p); !strings.HasPrefix(got, "the lines are ") {
		t.Error(got)
	}
}

// What is said against a help-win, against a puzzle with one legal turn, and of defences to which
// there is no answer.
func TestFurtherRemarks(t *testing.T) {
	// Without the pawn b4 the other cannot help: Black's king is not safe after b3-b4. Without b3
	// Black's pawn may move instead of the king.
	a, found, p := helped(t, "7k/8/5K2/8/1p6/1P6/8/R7 w - - 0 1")
	at := puzzletest.Position(t, a.variant, p.FEN)
	remarks, err := a.Critique(t.Context(), &at, &found, Demands{})
	if got := remarked(remarks); err != nil ||
		got != "|idle piece on b4: the solution is the same without it" {
		t.Errorf("%s, %v", got, err)
	}

	variant := puzzletest.Named(t, "chess")
	at = puzzletest.Position(t, variant, corner)
	b := New(variant, Options{})
	direct, err := b.Analyse(t.Context(), &at, 2)
	if err != nil {
		t.Fatal(err)
	}
	const rest = "|no variations: the enemy has no choice that matters\n|flight-taking key: g7,h7"
	for first, want := range map[int]string{1: "turns|the key is the only legal turn\n" + rest,
		2: rest} {
		direct.Claims.FirstTurns = first
		remarks, err := b.Critique(t.Context(), &at, &direct, Demands{Turns: true})
		if got := remarked(remarks); err != nil || got != want {
			t.Errorf("%d first turns: %s, %v", first, got, err)
		}
	}

	c := critic2(t, "pacifist-number", "1k4r1/1b6/8/3N4/6nR/8/3R4/K7 w - - 0 1",
		`["d2c2",[["g8e8"]]]`)
	c.duals(Demands{Strict: true})
	if len(c.remarks) > 0 {
		t.Errorf("%v", c.remarks)
	}
}
