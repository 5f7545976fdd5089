package analysis

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// winsAtOnce lists the moves that win at once, whatever the enemy takes back.
func winsAtOnce(variant *rules.Variant, at *board.Position) []board.Move {
	var list []board.Move
	for _, m := range variant.Moves(at) {
		wins := true
		for t := range variant.TurnsOf(at, m) {
			wins = wins && variant.Outcome(&t.After).Result == board.Win(at.Turn)
		}
		if wins {
			list = append(list, m)
		}
	}

	return list
}

// Set play, tries and threats of puzzles in two are those that going through all turns finds,
// without any search.
func TestPhasesOfPuzzlesInTwo(t *testing.T) {
	sets, tries := 0, 0
	for i, p := range puzzletest.Sample(t) {
		variant := p.Variant()
		if !longtest.Enabled() && i%4 != 0 || p.In != 2 ||
			variant.Set().Reclaim != 0 && variant.Set().Name != "pacifist1" {
			continue // with a choice of reclaims there is more to go through
		}

		at := puzzletest.Position(t, variant, p.FEN)
		a := New(variant, Options{})
		found, err := a.Analyse(context.Background(), &at, 2)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := a.Phases(context.Background(), &at, &found, 1)
		if err != nil {
			t.Fatal(err)
		}
		enemy := puzzle.NullMove(&at)
		passes := !at.Kingless(at.Turn.Other())
		if p.Rules.Name == "chess" || p.Rules.Name == "conversion" {
			passes = !variant.InCheck(&enemy)
		}
		set := map[string][]board.Move{}
		if passes {
			for _, m := range variant.Moves(&enemy) {
				after := variant.Play(&enemy, m).After
				if answers := winsAtOnce(variant, &after); len(answers) > 0 {
					set[m.UCI(&enemy)] = answers
				}
			}
		}

		if len(tree.Set) != len(set) {
			t.Errorf("%s: set play after %d turns, want %d", p.FEN, len(tree.Set), len(set))
		}
		for i := range tree.Set {
			d := &tree.Set[i]
			if !slices.Contains(set[d.Turn.Move.UCI(&enemy)], d.Continuations[0].Turn.Move) {
				t.Errorf("%s: set play 1...%s", p.FEN, d.Turn.Move.UCI(&enemy))
			}
			sets++
		}

		want := map[string]string{}
		for _, m := range variant.Moves(&at) {
			after := variant.Play(&at, m).After
			var refuted []string
			replies := variant.Moves(&after)
			for _, reply := range replies {
				next := variant.Play(&after, reply).After
				if len(winsAtOnce(variant, &next)) == 0 {
					refuted = append(refuted, reply.UCI(&after))
				}
			}

			if len(refuted) == 1 && len(replies) > 1 {
				want[m.UCI(&at)] = refuted[0]
			}
		}

		got := map[string]string{}
		for _, try := range puzzle.PhasesOf(tree).Tries {
			got[try.Solution.First()] = try.Refutations[0]
			tries++
		}

		for m, r := range want {
			if got[m] != r {
				t.Errorf("%s: the try %s fails to %q, want %s", p.FEN, m, got[m], r)
			}
		}

		if len(got) != len(want) {
			t.Errorf("%s: tries %v, want %v", p.FEN, got, want)
		}
		verifyPhases(t, &p, tree)
	}

	if sets == 0 || tries == 0 {
		t.Errorf("%d turns of set play and %d tries were met", sets, tries)
	}
}

// verifyPhases holds a puzzle with its phases to what Verify says, as it is and spoiled.
func verifyPhases(t *testing.T, p *puzzle.Puzzle, tree *puzzle.Tree) {
	t.Helper()
	p.AddPhases(tree, PhaseThemes(tree))
	if _, err := Verify(context.Background(), p, 1, nil); err != nil {
		t.Errorf("%s: %v", p.FEN, err)
	}
	if !longtest.Enabled() && !strings.HasPrefix(p.ID, "chess-") {
		return
	}
	for name, spoil := range map[string]func(ph *puzzle.Phases) bool{
		"threats": func(ph *puzzle.Phases) bool { ph.Threats = nil; ph.Zugzwang = !ph.Zugzwang; return true },
		"set":     func(ph *puzzle.Phases) bool { had := ph.Set != ""; ph.Set = ""; return had },
		"a try twice": func(ph *puzzle.Phases) bool {
			ph.Tries = append(slices.Clone(ph.Tries), ph.Tries...)
			return len(ph.Tries) > 0
		},
		"try": func(ph *puzzle.Phases) bool {
			if len(ph.Tries) == 0 {
				return false
			}
			ph.Tries = slices.Clone(ph.Tries)
			ph.Tries[0].Solution = puzzle.Solution(`["` + p.Keys[0] + `"]`)
			return true
		},
	} {
		bad, phases := *p, *p.Phases
		bad.Phases = &phases
		if !spoil(&phases) {
			continue
		}
		if _, err := Verify(context.Background(), &bad, 1, nil); !errors.Is(err,
			puzzle.ErrUnsound) {
			t.Errorf("%s with other %s: %v", p.FEN, name, err)
		}
	}
}

// What the themes of phases mean: a, b, c are turns of the enemy's, X, Y, Z answers.
func TestComparedPhases(t *testing.T) {
	x, y, z := answer{to: 1}, answer{to: 2}, answer{to: 3}
	for _, c := range []struct {
		name, want  string
		before, now phasePlay
	}{
		{"the same", "", phasePlay{"a": x, "b": y}, phasePlay{"a": x, "b": y}},
		{"nothing before", "", phasePlay{}, phasePlay{"a": x}},
		{"a changed answer", "changed-play", phasePlay{"a": x}, phasePlay{"a": y}},
		{"two changed answers", "changed-play", phasePlay{"a": x, "b": y},
			phasePlay{"a": z, "b": z}},
		{"transferred", "transferred-play", phasePlay{"a": x}, phasePlay{"b": x}},
		{"transferred and changed", "changed-play transferred-play", phasePlay{"a": x},
			phasePlay{"a": y, "b": x}},
		{"reciprocal", "changed-play reciprocal-play", phasePlay{"a": x, "b": y},
			phasePlay{"a": y, "b": x}},
		{"half of a reciprocal change", "changed-play transferred-play", phasePlay{"a": x, "b": y},
			phasePlay{"a": z, "b": x}},
		{"an answer that spreads", "", phasePlay{"a": x}, phasePlay{"a": x, "b": x}},
		{"a cycle of three", "changed-play transferred-play", phasePlay{"a": x, "b": y, "c": z},
			phasePlay{"a": y, "b": z, "c": x}},
	} {
		set := seen{}
		set.compare(c.before, c.now)
		if got := strings.Join(set.shown(), " "); got != c.want {
			t.Errorf("%s: %s", c.name, got)
		}
	}
}

// A Zagoruiko needs two turns of the enemy's, each with three answers.
func TestZagoruiko(t *testing.T) {
	x, y, z := answer{to: 1}, answer{to: 2}, answer{to: 3}
	for _, test := range []struct {
		a, b, c phasePlay
		want    bool
	}{
		{phasePlay{"a": x, "b": y}, phasePlay{"a": y, "b": z}, phasePlay{"a": z, "b": x}, true},
		{phasePlay{"a": x, "b": y}, phasePlay{"a": y, "b": z}, phasePlay{"a": z, "b": y}, false},
		{phasePlay{"a": x, "b": y}, phasePlay{"a": y, "b": y}, phasePlay{"a": z, "b": x}, false},
		{phasePlay{"a": x, "b": y}, phasePlay{"a": y, "b": z}, phasePlay{"a": z, "b": z}, false},
		{phasePlay{"a": x, "b": y}, phasePlay{"a": y, "b": z}, phasePlay{"a": z}, false},
		{phasePlay{"a": x}, phasePlay{"a": y, "b": z}, phasePlay{"a": z, "b": x}, false},
	} {
		if got := twiceChanged(test.a, test.b, test.c); got != test.want {
			t.Errorf("%v %v %v: %t", test.a, test.b, test.c, got)
		}
	}
}

// phased adds its phases to a puzzle in two, and returns its verifier, what was found of it, and
// the themes of the phases.
func phased(t *testing.T, p *puzzle.Puzzle) (v verifier, found Analysis, names []string) {
	t.Helper()
	at := puzzletest.Position(t, p.Variant(), p.FEN)
	a := New(p.Variant(), Options{})
	found, err := a.Analyse(t.Context(), &at, 2)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := a.Phases(t.Context(), &at, &found, 1)
	if err != nil {
		t.Fatal(err)
	}
	names = PhaseThemes(tree)
	p.AddPhases(tree, names)
	return verifier{puzzle: p, at: at, analyst: a}, found, names
}

// Each fault in the phases of a puzzle is named by itself.
func TestPhasesAreNamed(t *testing.T) {
	for _, p := range puzzletest.Sample(t) {
		if p.In != 2 || p.Rules.Reclaim != 0 {
			continue
		}
		right, found, _ := phased(t, &p)
		good := *p.Phases
		if good.Set == "" || len(good.Tries) < 2 {
			continue
		}
		first := good.Tries[0].Solution.First()
		for _, test := range []struct {
			spoil func(ph *puzzle.Phases)
			want  string
		}{
			{func(*puzzle.Phases) {}, ""},
			{func(ph *puzzle.Phases) { ph.Tries = ph.Tries[1:] }, ""}, // it need not have all
			{func(ph *puzzle.Phases) { ph.Set = "" },
				"the set play is " + string(good.Set) + ", not "},
			{func(ph *puzzle.Phases) { ph.Threats = []string{"a1a1"} },
				fmt.Sprintf("the key threatens %v, not [a1a1]", good.Threats)},
			{func(ph *puzzle.Phases) { ph.Zugzwang = !ph.Zugzwang },
				fmt.Sprintf("the key threatens %v, not %v",
					good.Threats, good.Threats)},
			{func(ph *puzzle.Phases) { ph.Tries = append(slices.Clone(ph.Tries), ph.Tries[0]) },
				"the try " + first +
					" stands there twice"},
			{func(ph *puzzle.Phases) {
				ph.Tries = slices.Clone(ph.Tries)
				ph.Tries[0].Refutations = []string{"a1a1"}
			}, first + " is no such try"},
		} {
			bad, phases := p, good
			test.spoil(&phases)
			bad.Phases = &phases
			v := verifier{puzzle: &bad, at: right.at, analyst: right.analyst}
			if _, err := v.phases(t.Context(), &found); err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, fault := range v.faults {
				got += strings.TrimPrefix(fault.Error(), puzzle.ErrUnsound.Error()+": ")
			}
			if got != test.want {
				t.Errorf("%s: %q, want %q", p.ID, got, test.want)
			}
		}

		return
	}

	t.Error("no puzzle has set play and two tries")
}
