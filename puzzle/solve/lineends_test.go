package solve

import (
	"reflect"
	"strings"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/rules/board"
)

// A limit for each final position keeps so many lines of each, whatever the number of jobs, and
// those whose keys have none left are no keys.
func TestLinesPerEnd(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	p, err := variant.ParseFEN("q3k2r/8/5p2/5N2/5K2/8/8/8 b k - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	lines := func(o Options) Result {
		result, err := New(variant, o).Lines(t.Context(), &p, HelpWin, 8)
		if err != nil {
			t.Fatal(err)
		}
		return result
	}
	ends := func(lines [][]board.Played) map[string]int {
		counts := map[string]int{}
		for _, line := range lines {
			placement, _, _ := strings.Cut(variant.FEN(&line[len(line)-1].After), " ")
			counts[placement]++
		}
		return counts
	}

	all := lines(Options{})
	for most := 1; most <= 3; most++ {
		got := lines(Options{PerEnd: most, Jobs: 1})
		want := ends(all.Lines)
		for end, count := range want {
			want[end] = min(count, most)
		}
		if !reflect.DeepEqual(ends(got.Lines), want) || got.LineCount != uint64(len(got.Lines)) {
			t.Errorf("%d for each end: %d lines, %v, want %v", most, got.LineCount, ends(got.Lines), want)
		}
		if again := lines(Options{PerEnd: most, Jobs: 2}); !reflect.DeepEqual(again.Lines, got.Lines) {
			t.Errorf("%d for each end: other lines with two jobs", most)
		}

		keys := map[board.Move]bool{}
		for _, line := range got.Lines {
			keys[line[0].Move] = true
		}
		if len(keys) != len(got.Keys) {
			t.Errorf("%d for each end: %d keys of %d lines, want %d", most, len(got.Keys),
				len(got.Lines), len(keys))
		}
	}
}
