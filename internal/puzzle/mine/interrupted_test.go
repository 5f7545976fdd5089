package mine

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/testing/endingtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle/solve"
	"turncoat/rules/board"
)

// An interrupted unit returns the error of its context, wherever it was: what it had found until
// then must not count as its result.
func TestInterruptedUnits(t *testing.T) {
	chess := puzzletest.Named(t, "chess")
	start := puzzletest.Position(t, chess, "6k1/8/8/6K1/8/8/8/R7 b - - 0 1")
	turn, err := chess.Parse(&start, "Kh8")
	if err != nil {
		t.Fatal(err)
	}
	for name, m := range map[string]*Mine{
		"improved": {From: Given, Position: twoKeys, Least: 2, Most: 2, Improve: 60,
			Demands: analysis.Demands{OneKey: true}},
		"sound": {From: Given, Position: cornerMate, Least: 2, Most: 2,
			Themes: []string{"quiet-key"}, Demands: analysis.Demands{Reached: true}},
		"no theme": {From: Given, Position: twoKeys, Least: 2, Most: 2,
			Themes: []string{"changed-play"}, Improve: 5},
		"recorded": {From: Records, Games: []Record{{Start: start, Turns: []board.Played{turn}}},
			Least: 2, Most: 2},
		"duplex": {From: Given, Position: "8/8/8/4R3/7k/1b6/6K1/r7 w - - 0 1", Goal: solve.HelpWin,
			Half: true, Duplex: true, Least: 1, Most: 1, Demands: analysis.Demands{Lines: 1}},
		"no duplex": {From: Given, Position: "7k/8/5K2/8/8/8/8/R7 w - - 0 1", Goal: solve.HelpWin,
			Half: true, Duplex: true, Least: 1, Most: 1, Improve: 5,
			Demands: analysis.Demands{Lines: 1}, Themes: []string{"promotion"}},
		"self-play": {From: SelfPlay, Least: 1, Most: 1},
	} {
		m.Rules, m.Count, m.Pool = chess.Set(), 1, 1
		if err := m.Check(); err != nil {
			t.Fatal(err)
		}
		want, err := m.unit(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		if found := len(want.Puzzles); found != 1 && name[:3] != "no " && name != "self-play" {
			t.Errorf("%s: %d puzzles", name, found)
		}
		for k := int64(1); ; k += 1 + k/8 {
			ctx := endingtest.New(t.Context(), k)
			got, err := m.unit(ctx, 0)
			over := ctx.Close()
			if over != errors.Is(err, context.Canceled) || over != (err != nil) {
				t.Errorf("%s: interrupted at question %d: %t, and %v", name, k, over, err)
			}
			if !over {
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s: %+v, want %+v", name, got, want)
				}
				break
			}
		}
	}
}
