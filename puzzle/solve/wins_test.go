package solve

import (
	"slices"
	"testing"

	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/solution"
)

// The positions of an independent exhaustive search: length and keys are theirs. Each win is proved; those in one or two
// turns with the refutation of all else.
func TestKnownWins(t *testing.T) {
	for _, want := range puzzletest.Wins(t, "testdata/wins.jsonl") {
		s := New(want.Game, Options{})
		got, err := s.Solve(t.Context(), &want.Position, Win, want.N+1)
		if err != nil {
			t.Fatal(err)
		}
		if keys := solution.UCI(&want.Position, got.Keys); got.In != want.N || !slices.Equal(keys, want.Keys) {
			t.Errorf("%s: %v in %d by %v, want %d by %v", want.FEN, got.Status, got.In, keys, want.N, want.Keys)
		}
		report := proveAndVerify(t, s, got, want.N <= 2)
		t.Logf("%d: %d nodes, %v, %d wins and %d holds", want.N, got.Nodes, got.Elapsed, report.Wins, report.Holds)
	}
}
