package grade

import (
	"cmp"
	"context"
	"math"
	"slices"
	"testing"

	"turncoat/puzzle/internal/chance"
	"turncoat/puzzle/internal/puzzletest"
)

// ranks gives the places in order, equal values sharing the mean of theirs.
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

// spearman gives the rank correlation of two series.
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
		if err := All(context.Background(), puzzles, uint64(100+i)); err != nil {
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

// A player that sees no further than its turn misses what a player that sees the whole win finds.
func TestStrongerPlayersSolveMore(t *testing.T) {
	puzzles := puzzletest.Sample(t)
	solved := make([]int, len(ladder))
	for i := range puzzles {
		_, test, err := measure(context.Background(), &puzzles[i])
		if err != nil {
			t.Fatal(err)
		}
		random := chance.For(1, "test", i)
		for j, r := range ladder {
			for range 20 {
				if r.solves(test, random) {
					solved[j]++
				}
			}
		}
	}
	t.Log(solved)
	if solved[0] >= solved[5] || solved[5] >= solved[len(ladder)-1] {
		t.Errorf("solved by the ladder: %v", solved)
	}
}
