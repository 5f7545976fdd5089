// Package puzzletest holds what the tests of the packages around puzzles share.
package puzzletest

import (
	"os"
	"testing"

	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Named returns the variant of a name.
func Named(t testing.TB, name string) *rules.Variant {
	t.Helper()
	g, err := rules.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Position reads a FEN.
func Position(t testing.TB, g *rules.Variant, fen string) board.Position {
	t.Helper()
	p, err := g.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Sample reads a few puzzles of every rule set that have been mined, from the folder above that of the test.
func Sample(t testing.TB) []puzzle.Puzzle {
	t.Helper()
	return File(t, "../testdata/puzzles.jsonl")
}

// File reads a file of puzzles.
func File(t testing.TB, name string) []puzzle.Puzzle {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	numbered, err := puzzle.Read(file, name)
	if err != nil {
		t.Fatal(err)
	}
	var list []puzzle.Puzzle
	for _, n := range numbered {
		list = append(list, n.Puzzle)
	}
	return list
}
