package generate

import (
	"bytes"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules/board"
)

// The counts of the standard start are published ones.
func TestPerft(t *testing.T) {
	list, err := CountPerft(t.Context(), rulestest.Builtin(t, "chess"),
		[]corpus.Seed{{FEN: board.StartFEN}, {FEN: board.StartFEN}}, PerftOptions{Depth: 4,
			Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	want := board.StartFEN + " ;D1 20 ;D2 400 ;D3 8902 ;D4 197281\n"
	if err := corpus.WriteEPD(&text, list); err != nil || text.String() != want {
		t.Errorf("%v\n%swant\n%s", err, text.String(), want)
	}
	short, err := CountPerft(t.Context(), rulestest.Builtin(t, "chess"),
		[]corpus.Seed{{FEN: board.StartFEN}}, PerftOptions{Depth: 5, Nodes: 10_000, Jobs: 1})
	if err != nil || len(short[0].Counts) != 3 {
		t.Errorf("with 10,000 nodes at most: %v, %v", short, err)
	}
}
