package endgame

import (
	"errors"
	"slices"
	"sort"
	"testing"

	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/tablebase"
	"turncoat/internal/testing/longtest"
	"turncoat/puzzle"
	"turncoat/rules"
)

// A solution has the same size for an analyst that has made it before, so that a limit does not
// depend on what came first.
func TestLimitOfKeptParts(t *testing.T) {
	tables := opened(t, "pacifist1")
	list, err := tables.Table(class(t, "KKN")).WithValue(t.Context(), tablebase.DecidedIn(9), 1)
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	p := &list[0].Position
	keys, err := quickest(tables, p, 5)
	if err != nil {
		t.Fatal(err)
	}
	analyst := func() *analysis.Analyst {
		return analysis.New(rules.New(tables.Set()), analysis.Options{Tables: tables})
	}
	fits := func(a *analysis.Analyst, most int) bool {
		_, err := a.Solution(t.Context(), p, 5, keys, analysis.Bounds{Duals: -1, Turns: most})
		if err != nil && !errors.Is(err, rules.ErrLimit) {
			t.Fatal(err)
		}
		return err == nil
	}
	least := sort.Search(5000, func(n int) bool { return n > 0 && fits(analyst(), n) })
	used := analyst()
	if !fits(used, 5000) || least < 2 {
		t.Fatalf("a solution of %d turns", least)
	}
	if fits(used, least-1) || !fits(used, least) {
		t.Errorf("a solution of %d turns has another size the second time", least)
	}
}

// The puzzles are what was wanted, by the verifier, which knows no table; no two are alike; and
// they are the same with any number of jobs.
func TestPuzzles(t *testing.T) {
	tables := opened(t, "pacifist1")
	classes := []tablebase.Class{class(t, "KKN"), class(t, "KKB")}
	wanted := Wanted{Least: 3, Most: 4, Count: 2, Looked: 600, MaxSize: 60, Seed: 5, Jobs: 1}
	list, err := Puzzles(t.Context(), tables, classes, wanted)
	if err != nil || len(list) < 7 {
		t.Fatalf("%d puzzles, %v", len(list), err)
	}
	count := map[[2]any]int{}
	for i := range list {
		p := &list[i]
		tree, err := p.Tree()
		if err != nil {
			t.Fatal(err)
		}
		c, _ := tablebase.ClassOf(&tree.Position)
		count[[2]any{c, p.In}]++
		if p.In < 3 || p.In > 4 || len(p.Keys) != 1 || p.Claims.LineDuals != 0 ||
			!p.Claims.Choice || p.Claims.FirstTurns < 2 || tree.Keys[0].Size() > 60 ||
			p.Source.From != "tablebase" {
			t.Errorf("not wanted: %+v", p)
		}

		if p.In > 3 && !longtest.Enabled() {
			continue
		}
		if _, err := analysis.Verify(t.Context(), p, 1, tables); err != nil {
			t.Errorf("with tables: %v", err)
		}
		if _, err := analysis.Verify(t.Context(), p, 1, nil); err != nil {
			t.Error(err)
		}
	}

	for where, n := range count {
		if n > 2 {
			t.Errorf("%v: %d puzzles", where, n)
		}
	}

	if unique := puzzle.Unique(list); len(unique) != len(list) {
		t.Errorf("%d of %d have an idea of their own", len(unique), len(list))
	}
	wanted.Jobs = 3
	again, err := Puzzles(t.Context(), tables, classes, wanted)
	same := slices.EqualFunc(list, again, func(a, b puzzle.Puzzle) bool {
		return a.ID == b.ID &&
			a.Solution == b.Solution
	})
	if err != nil || !same {
		t.Errorf("with three jobs: %v, the same: %t", err, same)
	}
	wanted.Seed = 6
	if other, err := Puzzles(t.Context(), tables, classes, wanted); err != nil ||
		slices.EqualFunc(list, other, func(a, b puzzle.Puzzle) bool { return a.ID == b.ID }) {
		t.Errorf("with another seed: %d, %v", len(other), err)
	}
}
