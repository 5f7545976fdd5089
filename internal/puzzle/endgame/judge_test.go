package endgame

import (
	"slices"
	"testing"

	"turncoat/internal/tablebase"
	"turncoat/puzzle"
)

// If there are fewer puzzles than are wanted, all of them are made, and the progress counts those of
// each class and length. By default a hundred thousand wins are looked at.
func TestPuzzlesRunOut(t *testing.T) {
	tables := opened(t, "pacifist1")
	kkn, kkb := class(t, "KKN"), class(t, "KKB")
	var told [][3]any
	wanted := Wanted{Least: 2, Most: 3, Count: 1000, Looked: 100, MaxSize: 40, Seed: 1,
		Progress: func(c tablebase.Class, in, found int) {
			told = append(told, [3]any{c, in, found})
		}}
	list, err := Puzzles(t.Context(), tables, []tablebase.Class{kkn, kkb}, wanted)
	if err != nil || len(list) == 0 {
		t.Fatalf("%d, %v", len(list), err)
	}
	var want [][3]any
	for _, c := range []tablebase.Class{kkn, kkb} {
		for in := 2; in <= 3; in++ {
			n := 0
			for i := range list {
				tree, err := list[i].Tree()
				if err != nil {
					t.Fatal(err)
				}
				if got, _ := tablebase.ClassOf(&tree.Position); got == c && list[i].In == in {
					n++
				}
			}

			total := n
			if len(want) > 0 {
				total += want[len(want)-1][2].(int)
			}
			want = append(want, [3]any{c, in, total})
		}
	}

	if !slices.Equal(told, want) {
		t.Errorf("told %v, want %v", told, want)
	}
	// Of fewer wins than a hundred thousand all are looked at when nothing is said.
	few := Wanted{Least: 2, Most: 2, Count: 3, MaxSize: 40, Seed: 1}
	all := few
	all.Looked = 100_000
	first, err1 := Puzzles(t.Context(), tables, []tablebase.Class{kkn}, few)
	second, err2 := Puzzles(t.Context(), tables, []tablebase.Class{kkn}, all)
	if err1 != nil || err2 != nil || len(first) != 3 || !slices.EqualFunc(first, second,
		func(a, b puzzle.Puzzle) bool { return a.ID == b.ID }) {
		t.Errorf("%d and %d puzzles, %v, %v", len(first), len(second), err1, err2)
	}
}

// Where fewer are wanted they are the first of those that there are: none is passed over because
// the idea of one before it had been met.
func TestPuzzlesAreTheFirst(t *testing.T) {
	tables := opened(t, "pacifist1")
	wanted := Wanted{Least: 2, Most: 2, Count: 1000, Looked: 200, MaxSize: 40, Seed: 3}
	all, err := Puzzles(t.Context(), tables, []tablebase.Class{class(t, "KKN")}, wanted)
	if err != nil || len(all) < 4 {
		t.Fatalf("%d puzzles, %v: the test says little", len(all), err)
	}
	for n := 1; n <= len(all); n += 2 {
		wanted.Count = n
		some, err := Puzzles(t.Context(), tables, []tablebase.Class{class(t, "KKN")}, wanted)
		if err != nil ||
			!slices.EqualFunc(some, all[:n],
				func(a, b puzzle.Puzzle) bool { return a.ID == b.ID }) {
			t.Errorf("%d wanted: %d puzzles, others than the first of %d, %v", n, len(some),
				len(all), err)
		}
	}
}
