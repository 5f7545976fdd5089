package solve

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A knownWin is a position with its shortest win, as an independent exhaustive search has found it.
type knownWin struct {
	Variant  *rules.Variant
	Position board.Position
	FEN      string
	N        int      // turns
	Keys     []string // sorted, as UCI text
}

func knownWins(t testing.TB) (list []knownWin) {
	t.Helper()
	for line := range bytes.Lines(filetest.Read(t, "testdata/wins.jsonl")) {
		row := struct {
			Rules string
			*knownWin
		}{knownWin: new(knownWin)}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		row.Variant = puzzletest.Named(t, row.Rules)
		row.Position = puzzletest.Position(t, row.Variant, row.FEN)
		list = append(list, *row.knownWin)
	}

	return list
}

// The positions of an independent exhaustive search: length and keys are theirs. Each win is
// proved; those in one or two turns with the refutation of all else.
func TestKnownWins(t *testing.T) {
	for _, want := range knownWins(t) {
		s := New(want.Variant, Options{})
		got, err := s.Solve(t.Context(), &want.Position, Win, want.N+1)
		if err != nil {
			t.Fatal(err)
		}
		if keys := puzzle.UCI(&want.Position, got.Keys); got.In != want.N ||
			!slices.Equal(keys, want.Keys) {
			t.Errorf("%s: %v in %d by %v, want %d by %v", want.FEN, got.Status, got.In, keys,
				want.N, want.Keys)
		}
		report := proveAndVerify(t, s, got, want.N <= 2)
		t.Logf("%d: %d nodes, %v, %d wins and %d holds", want.N, got.Nodes, got.Elapsed,
			report.Wins, report.Holds)
	}
}
