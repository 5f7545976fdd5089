package grade

import (
	"cmp"
	"context"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"turncoat/engine"
	"turncoat/internal/puzzle/chance"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/rules/ruleset"
)

// ranks returns the places in order, equal values sharing the mean of theirs.
func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	list := make([]float64, len(values))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && values[order[j]] == values[order[i]] {
			j++
		}
		for k := i; k < j; k++ {
			list[order[k]] = float64(i+j-1) / 2
		}
		i = j
	}

	return list
}

// spearman returns the rank correlation of two series.
func spearman(a, b []float64) float64 {
	a, b = ranks(a), ranks(b)
	mean := float64(len(a)-1) / 2
	var ab, aa, bb float64
	for i := range a {
		ab += (a[i] - mean) * (b[i] - mean)
		aa += (a[i] - mean) * (a[i] - mean)
		bb += (b[i] - mean) * (b[i] - mean)
	}

	return ab / math.Sqrt(aa*bb)
}

// The order that grades give is the same whatever the seed: a rank correlation of at least 0.9.
func TestGradesAreStable(t *testing.T) {
	grades := make([][]float64, 3)
	levels := map[int]bool{}
	for i := range grades {
		puzzles := puzzletest.Sample(t)
		if err := All(context.Background(), puzzles, uint64(100+i), 1+i); err != nil {
			t.Fatal(err)
		}
		for _, p := range puzzles {
			grades[i] = append(grades[i], float64(p.Grade.Rating))
			levels[p.Grade.Level] = true
		}
	}

	for i, pair := range [][2]int{{0, 1}, {0, 2}, {1, 2}} {
		if got := spearman(grades[pair[0]], grades[pair[1]]); got < 0.9 {
			t.Errorf("pair %d: a rank correlation of %.3f", i, got)
		} else {
			t.Logf("rank correlation %.3f", got)
		}
	}

	if len(levels) < 3 {
		t.Errorf("only the levels %v", levels)
	}
}

// Higher levels solve more.
func TestHigherLevelsSolveMore(t *testing.T) {
	puzzles := puzzletest.Sample(t)
	solved := make([]int, engine.Levels+1)
	for i := range puzzles {
		_, test, err := measure(context.Background(), &puzzles[i], nil)
		if err != nil {
			t.Fatal(err)
		}
		random := chance.For(1, "test", i)
		for level := 1; level <= engine.Levels; level++ {
			for range 20 {
				if solves(level, test, random) {
					solved[level]++
				}
			}
		}
	}

	if solved[1] >= solved[4] || solved[4] >= solved[engine.Levels] {
		t.Errorf("solved by level: %v", solved)
	}
}

// A level sees a forced win to its end from one ply more than twice the turns before its last: a win in two
// from three plies on. One that sees less takes the turn that looks better.
func TestHowDeepLevelsSee(t *testing.T) {
	looks := []engine.Look{{Score: 0}, {Score: 2000}}
	d := decision{rules: ruleset.Set{Family: ruleset.Chess}, wins: []bool{true, false},
		looks: [][]engine.Look{looks, looks, looks}}
	for level := 2; level <= engine.Levels; level++ { // the levels that look into more than one turn
		for d.left = 1; d.left <= 4; d.left++ {
			got := d.foundBy(level, chance.For(1, "x", 1))
			if want := engine.LevelDepth(level) >= 2*d.left-1; got != want {
				t.Errorf("level %d finds a win in %d: %t", level, d.left, got)
			}
		}
	}
}

// A puzzle graded by itself is graded as in the collection, and the levels' ratings are those that they get there.
func TestOneIsGradedAsInTheCollection(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("attempts all puzzles of the collection")
	}
	files, err := filepath.Glob("../../../puzzle/collection/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var all []puzzle.Puzzle
	for _, name := range files {
		all = append(all, puzzletest.File(t, name)...)
	}
	tests := make([][]decision, len(all))
	for i := range all {
		_, tests[i], err = measure(context.Background(), &all[i], nil)
		if err != nil {
			t.Fatal(err)
		}
	}

	_, levels := compete(tests, 1, false)
	for i, p := range levels {
		t.Logf("%.0f±%.0f", p.Value, p.Deviation)
		if math.Abs(p.Value-settled[i]) > 20 {
			t.Errorf("level %d is rated %.0f, want %.0f", i+1, p.Value, settled[i])
		}
	}

	var alone, together []float64
	for i := 0; i < len(all); i += 9 {
		p := all[i]
		together = append(together, float64(p.Grade.Rating))
		if err := One(context.Background(), &p, 1, nil); err != nil {
			t.Fatal(err)
		}
		alone = append(alone, float64(p.Grade.Rating))
	}

	if got := spearman(alone, together); got < 0.95 {
		t.Errorf("a rank correlation of %.3f: %v and %v", got, alone, together)
	}
	off := 0.0
	for i := range alone {
		off += (alone[i] - together[i]) / float64(len(alone))
	}
	if math.Abs(off) > 60 {
		t.Errorf("on the average %.0f off", off)
	}
}
