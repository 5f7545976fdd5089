package solve

import (
	"context"
	"slices"
	"testing"

	"turncoat/puzzle/internal/puzzletest"
)

// The positions of an independent exhaustive search: length and keys are theirs.
func TestKnownWins(t *testing.T) {
	for _, want := range puzzletest.Wins(t, "testdata/wins.jsonl") {
		game, p := want.Game, want.Position
		got, err := Find(context.Background(), game, p, want.N+1, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var keys []string
		for _, k := range got.Keys {
			keys = append(keys, k.UCI(&p))
		}
		if got.Status != Won || got.In != want.N || !slices.Equal(keys, want.Keys) {
			t.Errorf("%s: %v in %d by %v, want %d by %v", want.FEN, got.Status, got.In, keys, want.N, want.Keys)
		}
		t.Log(want.N, got.Nodes, got.Elapsed)
	}
}
