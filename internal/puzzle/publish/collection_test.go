package publish

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/internal/testing/rulestest"
	"turncoat/puzzle"
)

// collection reads the committed collection.
func collection(t testing.TB) []puzzle.Puzzle {
	t.Helper()
	files, err := filepath.Glob("../../../puzzle/collection/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var list []puzzle.Puzzle
	for _, name := range files {
		for _, p := range puzzletest.File(t, name) {
			if p.Rules.Name != strings.TrimSuffix(filepath.Base(name), ".jsonl") {
				t.Errorf("%s stands in %s", p.ID, name)
			}
			list = append(list, p)
		}
	}

	return list
}

// The collection holds what it promises: enough strict wins in 2 and 3 of every rule set, longer
// ones whose main line is sound, nothing twice, and everything graded.
func TestCollectionIsWhole(t *testing.T) {
	strict, long, seen := map[string][4]int{}, 0, puzzle.Seen{}
	levels, themes := map[int]int{}, map[string]int{}
	for _, p := range collection(t) {
		name := p.Rules.Name
		switch {
		case p.In > 3 && len(p.Keys) == 1 && p.Claims.LineDuals == 0:
			long++
		case p.In == 2 && p.Strict() || p.In == 3 && p.Strict():
			n := strict[name]
			n[p.In]++
			strict[name] = n
		default:
			t.Errorf("%s is not sound enough: %+v", p.ID, p.Claims)
		}

		if !p.Claims.Choice || p.Claims.FirstTurns < 2 {
			t.Errorf("%s: %+v", p.ID, p.Claims)
		}
		if !seen.Add(&p) {
			t.Errorf("%s: the position or the idea stands in the collection twice", p.ID)
		}
		if at, err := p.Position(); err != nil || p.Source.Before == "" {
			if _, _, ok := analysis.LastTurn(p.Variant(), &at); !ok {
				t.Errorf("%s: no turn can have led to it (%v)", p.ID, err)
			}
		}

		if p.Grade == nil {
			t.Fatalf("%s is not graded", p.ID)
		}
		levels[p.Grade.Level]++
		for _, theme := range p.Themes {
			if _, ok := analysis.FindTheme(theme); !ok {
				t.Errorf("%s: nothing is known of the theme %q", p.ID, theme)
			}
			themes[theme]++
		}
	}

	for _, name := range rulestest.WithBook() {
		least := 20
		if name == "pacifist1" {
			least = 50
		}
		if n := strict[name]; n[2] < least || n[3] < least {
			t.Errorf("%s: %d in 2 and %d in 3, want %d each", name, n[2], n[3], least)
		}
	}

	if long < 20 {
		t.Errorf("only %d in 4 or more", long)
	}
	for level := 1; level <= 5; level++ {
		if levels[level] < 20 {
			t.Errorf("only %d of level %d", levels[level], level)
		}
	}

	if len(themes) < 20 {
		t.Errorf("only %d themes", len(themes))
	}
	t.Log(strict, long, levels, themes)
}

// A few of the collection, each time the same, are proved again here; `turncoat puzzle verify` does
// it for all.
func TestCollectionVerifies(t *testing.T) {
	step := 101
	if longtest.Enabled() {
		step = 23
	}
	for i, p := range collection(t) {
		if i%step != 0 || p.In > 3 {
			continue
		}
		if _, err := analysis.Verify(context.Background(), &p, 2, nil); err != nil {
			t.Errorf("%s: %v", p.ID, err)
		}
	}
}
