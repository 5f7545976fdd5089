package store_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"turncoat/internal/puzzle/store"
	"turncoat/puzzle"
)

// A puzzle goes into a store, and comes out of it as it was.
func Example() {
	const line = `{"id":"pacifist1-2-be9fe1d5","rules":"pacifist1","fen":"8/P7/8/6P1/N4K2/5P2/7n/7k w - - 0 1","in":2,"keys":["a7a8q"],` +
		`"line":["a8=Q","Kg1","Qa7#"],"solution":["a7a8q",[["h1g1"],["a8a7"]],[["h1g2"],["f4g3"]],[["h2f1","h2g4"],["a8h8"]]],` +
		`"claims":{"firstTurns":15,"defences":4,"choice":true,"duals":0,"lineDuals":0},"themes":["promotion","zugzwang"],"source":{"from":"composed","unit":65}}`
	dir, err := os.MkdirTemp("", "store")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	s, err := store.Open(ctx, filepath.Join(dir, "book.db"), store.Options{Create: true})
	if err != nil {
		panic(err)
	}
	defer s.Close()
	added, err := s.Add(ctx, puzzle.Lines(strings.NewReader(line), "puzzles.jsonl"),
		store.AddOptions{})
	if err != nil {
		panic(err)
	}
	fmt.Println(added.Stored, "stored")
	for found, err := range s.Find(ctx, store.Query{Themes: [][]string{{"zugzwang"}}}) {
		if err != nil {
			panic(err)
		}
		fmt.Println(found.ID, string(found.Line) == line)
	}
	// Output:
	// 1 stored
	// pacifist1-2-be9fe1d5 true
}
