package shrink_test

import (
	"slices"
	"strings"
	"testing"

	"turncoat/internal/shrink"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules"
)

// Of any numbers those stay that are needed, and nothing that is not.
func TestLeast(t *testing.T) {
	without := func(list []int) (out [][]int) {
		for i := range list {
			out = append(out, slices.Delete(slices.Clone(list), i, i+1))
		}
		return out
	}
	tried := 0
	first := func(trials [][]int) int {
		tried += len(trials)
		return slices.IndexFunc(trials, func(list []int) bool {
			return slices.Contains(list, 7) && slices.Contains(list, 31)
		})
	}
	var all []int
	for i := range 40 {
		all = append(all, i)
	}
	if got := shrink.Least(t.Context(), all, without, first); !slices.Equal(got, []int{7, 31}) {
		t.Errorf("%v", got)
	}
	if tried > 40*40 {
		t.Errorf("%d trials", tried)
	}
}

// What is smaller than a position is valid, and each thing that can go is gone somewhere.
func TestSmaller(t *testing.T) {
	variant := rules.New(rulestest.Builtin(t, "chess"))
	for _, test := range []struct {
		fen, moves string
		want       []string // among others
	}{
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", nil},
		{"4k3/8/8/8/8/8/8/4K3 w - - 5 9", "", []string{"4k3/8/8/8/8/8/8/4K3 w - - 0 1"}},
		{"4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1", "", []string{"4k3/8/8/8/8/8/P7/R3K3 w - - 0 1",
			"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"}},
		{"4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a4 e8e7",
			[]string{"4k3/8/8/8/P7/8/8/4K3 b - - 0 1 e8e7",
				"8/4k3/8/8/P7/8/8/4K3 w - - 0 1"}},
		// The en passant square stays as long as the pawns do.
		{"5K2/8/8/5kPp/8/8/N7/7b w - h6 0 1", "", []string{"5K2/8/8/5kPp/8/8/8/7b w - h6 0 1",
			"5K2/8/8/5kPp/8/8/N7/8 w - h6 0 1"}},
		// Without either pawn nothing has just passed, and the FEN says so.
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "", []string{"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"}},
	} {
		var got []string
		for _, q := range shrink.Smaller(variant,
			shrink.Position{FEN: test.fen, Moves: strings.Fields(test.moves)}) {
			if p, err := variant.ParseFEN(q.FEN); err != nil || variant.FEN(&p) != q.FEN {
				t.Errorf("%s: %v", q.FEN, err)
			}
			got = append(got, strings.TrimSpace(q.FEN+" "+strings.Join(q.Moves, " ")))
		}

		for _, want := range test.want {
			if !slices.Contains(got, want) {
				t.Errorf("%s %s: %q lacks %q", test.fen, test.moves, got, want)
			}
		}

		if len(test.want) == 0 && len(got) > 0 {
			t.Errorf("%s: %q", test.fen, got)
		}
	}

	if got := shrink.Smaller(variant, shrink.Position{FEN: "x"}); got != nil {
		t.Errorf("of no position: %v", got)
	}
	for _, q := range shrink.Jumbled(variant,
		shrink.Position{FEN: "r3k2r/8/8/3pP3/8/2N5/8/R3K2R w KQkq d6 0 1"}, 3, 200) {
		if p, err := variant.ParseFEN(q.FEN); err != nil || p.Occupied().Count() >= 9 {
			t.Errorf("%s: %v", q.FEN, err)
		}
	}
}

// A clock that need not be the greatest becomes the least that does.
func TestClocksShrink(t *testing.T) {
	v := rules.New(rulestest.Builtin(t, "chess"))
	start := shrink.Position{FEN: "4k3/8/8/8/8/8/8/4K3 w - - 65535 65535"}
	smaller := func(q shrink.Position) []shrink.Position { return shrink.Smaller(v, q) }
	got := shrink.Least(t.Context(), start, smaller, func(list []shrink.Position) int {
		return slices.IndexFunc(list, func(q shrink.Position) bool {
			p, err := v.ParseFEN(q.FEN)
			return err == nil && p.Clock >= 256
		})
	})
	if want := "4k3/8/8/8/8/8/8/4K3 w - - 256 1"; got.FEN != want {
		t.Errorf("%s, want %s", got.FEN, want)
	}
}
