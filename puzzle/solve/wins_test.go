package solve

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"turncoat/rules"
)

// The positions of an independent exhaustive search: length and keys are theirs.
func TestKnownWins(t *testing.T) {
	file, err := os.Open("testdata/wins.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var want struct {
			Rules, FEN string
			N          int
			Keys       []string
		}
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		game, err := rules.Named(want.Rules)
		if err != nil {
			t.Fatal(err)
		}
		p, err := game.ParseFEN(want.FEN)
		if err != nil {
			t.Fatal(err)
		}
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
