package rules_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"turncoat/rules"
	"turncoat/rules/board"
)

// The start of orthodox chess divided at depth 2: 20 replies to each of the 20 moves, in UCI order.
func TestPerftReportsInOrder(t *testing.T) {
	variant, err := rules.Named("chess")
	if err != nil {
		t.Fatal(err)
	}
	p := variant.Start()
	var names []string
	total, err := variant.Perft(t.Context(), &p, 2, 3, func(m board.Move, nodes uint64) {
		names = append(names, m.UCI(&p))
		if nodes != 20 {
			t.Errorf("%s: %d replies, want 20", m.UCI(&p), nodes)
		}
	})
	if err != nil || total != 400 {
		t.Errorf("%d, %v; want 400", total, err)
	}
	if len(names) != 20 || !slices.IsSorted(names) {
		t.Errorf("the moves are %v", names)
	}
}

// The published divide of the starting position at depth 5; in all 4,865,609.
var published = map[string]uint64{
	"a2a3": 181046, "a2a4": 217832, "b1a3": 198572, "b1c3": 234656, "b2b3": 215255, "b2b4": 216145,
	"c2c3": 222861,
	"c2c4": 240082, "d2d3": 328511, "d2d4": 361790, "e2e3": 402988, "e2e4": 405385, "f2f3": 178889,
	"f2f4": 198473,
	"g1f3": 233491, "g1h3": 198502, "g2g3": 217210, "g2g4": 214048, "h2h3": 181044, "h2h4": 218829,
}

// An interrupted count reports the moves that it has finished, however many those are by the time
// it notices, and no half-counted one.
func TestPerftInterrupted(t *testing.T) {
	variant, err := rules.Named("chess")
	if err != nil {
		t.Fatal(err)
	}
	p := variant.Start()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	finished, sum := 0, uint64(0)
	total, err := variant.Perft(ctx, &p, 5, 1, func(m board.Move, nodes uint64) {
		finished++
		sum += nodes
		if finished == 2 {
			cancel()
		}
		if want := published[m.UCI(&p)]; nodes != want {
			t.Errorf("%s: %d, want %d", m.UCI(&p), nodes, want)
		}
	})
	if !errors.Is(err, context.Canceled) || finished < 2 || finished == len(published) {
		t.Errorf("%d moves reported, error %v; want some, and the context's error", finished, err)
	}
	if total != sum {
		t.Errorf("the count is %d, and the moves reported have %d", total, sum)
	}
}
