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
func TestDivideInOrder(t *testing.T) {
	g, err := rules.Named("chess")
	if err != nil {
		t.Fatal(err)
	}
	p := g.Start()
	var names []string
	if err := g.Divide(t.Context(), &p, 2, 3, func(m board.Move, nodes uint64) {
		names = append(names, m.UCI(&p))
		if nodes != 20 {
			t.Errorf("%s: %d replies, want 20", m.UCI(&p), nodes)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if len(names) != 20 || !slices.IsSorted(names) {
		t.Errorf("the moves are %v", names)
	}
}

// An interrupted count reports the moves that it has finished, and no half-counted one.
func TestDivideInterrupted(t *testing.T) {
	g, err := rules.Named("chess")
	if err != nil {
		t.Fatal(err)
	}
	p := g.Start()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	finished := 0
	err = g.Divide(ctx, &p, 5, 1, func(m board.Move, nodes uint64) {
		if finished++; finished == 2 {
			cancel()
		}
		// a2a3, a2a4 and b1a3 at depth 5, from the published divide of the starting position
		if want := map[string]uint64{"a2a3": 181046, "a2a4": 217832, "b1a3": 198572}[m.UCI(&p)]; nodes != want {
			t.Errorf("%s: %d, want %d", m.UCI(&p), nodes, want)
		}
	})
	if !errors.Is(err, context.Canceled) || finished < 2 || finished > 3 {
		t.Errorf("%d moves reported, error %v; want 2 or 3, and the context's error", finished, err)
	}
}
