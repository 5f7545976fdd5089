package mine

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/rules"
)

// Of puzzles with the same features, one is chosen before any second one. The chosen ones keep
// their order.
func TestChoose(t *testing.T) {
	named := func(id string, themes ...string) puzzle.Puzzle {
		return puzzle.Puzzle{ID: id, Themes: themes}
	}
	list := []puzzle.Puzzle{named("a", "x"), named("b", "x"), named("c", "y"), named("d", "x", "y"),
		named("e", "z"), named("f")}
	for count, want := range map[int]string{0: "", 1: "d", 2: "de", 3: "ade", 4: "acde", 5: "abcde",
		6: "abcdef", 9: "abcdef"} {
		got := ""
		for _, p := range choose(list, count) {
			got += p.ID
		}
		if got != want {
			t.Errorf("%d: %s, want %s", count, got, want)
		}
	}

	if got := rarity([]string{"a", "b", "c"}, map[string]int{"a": 1, "b": 3}); got != 1.75 {
		t.Errorf("%f", got)
	}
	p := puzzle.Puzzle{
		Rules: puzzletest.Named(t, "chess").Set(), FEN: "7k/8/8/6K1/8/8/8/R7 w - - 0 1", In: 2,
		Keys: []string{"g5g6"}, Line: []string{"Kg6", "Kg8", "Ra8#"},
		Solution: `["g5g6",[["h8g8"],["a1a8"]]]`,
		Themes:   []string{"quiet-key"}, Grade: &puzzle.Grade{Rating: 1500, Level: 3},
		Source: puzzle.Source{From: "given", Unit: 4},
	}
	if got := strings.Join(featuresOf(&p),
		", "); got != "quiet-key, grade 15, level 3, in 2, from given, unit 4, key king, pieces 1, size 0" {
		t.Error(got)
	}

	sizes := map[int]bool{}
	for _, p := range puzzletest.Sample(t) {
		tree, err := p.Tree()
		if err != nil {
			t.Fatal(err)
		}
		size := tree.Keys[0].Size()
		sizes[size] = true
		if !slices.Contains(featuresOf(&p), fmt.Sprint("size ", size/3)) {
			t.Errorf("%s, with %d turns: %q", p.ID, size, featuresOf(&p))
		}
	}

	if !sizes[3] && !sizes[6] && !sizes[7] {
		t.Errorf("%v: the test shows little", sizes)
	}
}

// A mine that finds fewer puzzles than wanted returns an error with those it has found.
func TestExhausted(t *testing.T) {
	m := &Mine{Rules: puzzletest.Named(t, "chess").Set(), From: Given,
		Position: "7k/8/8/6K1/8/8/8/R7 w - - 0 1", Least: 2, Most: 2, Count: 2, Pool: 2, Units: 2,
		Demands: analysis.Demands{OneKey: true}}
	got, err := m.Run(t.Context(), Options{Jobs: 1})
	if !errors.Is(err, ErrExhausted) || !errors.Is(err, rules.ErrLimit) || len(got) != 1 ||
		got[0].Grade == nil {
		t.Errorf("%d puzzles, %v", len(got), err)
	}
	m.Least, m.Most = 3, 3 // the win is too short
	if got, err := m.Run(t.Context(), Options{Jobs: 1}); !errors.Is(err, ErrExhausted) ||
		len(got) != 0 {
		t.Errorf("%d puzzles, %v", len(got), err)
	}
}
