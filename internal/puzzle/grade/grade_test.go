package grade

import (
	"cmp"
	"context"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"turncoat/engine"
	"turncoat/internal/glicko"
	"turncoat/internal/puzzle/chance"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
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
		if err := Each(t.Context(), puzzles, uint64(100+i), 1+i); err != nil {
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

// A level sees a forced win to its end from one ply more than twice the turns before its last: a
// win in two from three plies on. One that sees less takes the turn that looks better.
func TestHowDeepLevelsSee(t *testing.T) {
	looks := []engine.Look{{Score: 0}, {Score: 2000}}
	d := decision{rules: ruleset.Set{Family: ruleset.Chess}, wins: []bool{true, false},
		looks: [][]engine.Look{looks, looks, looks}}
	// the levels that look into more than one turn
	for level := 2; level <= engine.Levels; level++ {
		for d.left = 1; d.left <= 4; d.left++ {
			got := d.foundBy(level, chance.For(1, "x", 1))
			if want := engine.LevelDepth(level) >= 2*d.left-1; got != want {
				t.Errorf("level %d finds a win in %d: %t", level, d.left, got)
			}
		}
	}
}

// ratedTogether has the levels attempt the tests, and rates levels and tests by all of the
// attempts. It returns the ratings of the levels, the mean of which is arbitrary.
func ratedTogether(tests [][]decision, seed uint64) []glicko.Rating {
	rated, tasks := make([]glicko.Rating, engine.Levels), make([]glicko.Rating, len(tests))
	for i := range rated {
		rated[i] = glicko.New()
	}
	for i := range tasks {
		tasks[i] = glicko.New()
	}

	for period := range attempts {
		random := chance.For(seed, "grade", period)
		byLevel, byTask := make([][]glicko.Result, len(rated)), make([][]glicko.Result, len(tasks))
		for i := range tests {
			for j := range rated {
				score := 0.0
				if solves(j+1, tests[i], random) {
					score = 1
				}
				byLevel[j] = append(byLevel[j], glicko.Result{Opponent: tasks[i], Score: score})
				byTask[i] = append(byTask[i], glicko.Result{Opponent: rated[j], Score: 1 - score})
			}
		}

		for j := range rated {
			rated[j] = rated[j].After(byLevel[j])
		}
		for i := range tasks {
			tasks[i] = tasks[i].After(byTask[i])
		}
	}

	return rated
}

// mean returns the mean of some numbers.
func mean(values []float64) float64 {
	sum := 0.0
	for _, value := range values {
		sum += value
	}
	return sum / float64(len(values))
}

// The levels are as far apart as they are when levels and the puzzles of the collection are rated
// together.
func TestLevelsAreRatedByTheCollection(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("attempts all puzzles of the collection")
	}
	files, err := filepath.Glob("../../../puzzle/collection/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var tests [][]decision
	for _, name := range files {
		for _, p := range puzzletest.File(t, name) {
			_, test, err := measure(t.Context(), &p, nil)
			if err != nil {
				t.Fatal(err)
			}
			tests = append(tests, test)
		}
	}

	var values []float64
	for _, rating := range ratedTogether(tests, 1) {
		values = append(values, rating.Value)
	}
	shift := mean(levels[:]) - mean(values)
	for i, value := range values {
		if math.Abs(value+shift-levels[i]) > 20 {
			t.Errorf("level %d is rated %.0f, want %.0f", i+1, value+shift, levels[i])
		}
	}
}
