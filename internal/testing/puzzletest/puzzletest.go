// Package puzzletest holds what the tests of the packages around puzzles share.
package puzzletest

import (
	"bytes"
	"os"
	"testing"

	"turncoat/puzzle"
	"turncoat/puzzle/proof"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Named returns the variant of a name.
func Named(t testing.TB, name string) *rules.Variant {
	t.Helper()
	variant, err := rules.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return variant
}

// Position reads a FEN.
func Position(t testing.TB, variant *rules.Variant, fen string) board.Position {
	t.Helper()
	p, err := variant.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Sample reads a few puzzles of every rule set that have been mined, from the folder above that of
// the test.
func Sample(t testing.TB) []puzzle.Puzzle {
	t.Helper()
	return File(t, "../../../puzzle/testdata/puzzles.jsonl")
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

// Proved has the reference rules check the proof that the solution of a puzzle is, and returns the
// report.
func Proved(t testing.TB, p *puzzle.Puzzle) proof.Report {
	t.Helper()
	tree, err := p.Tree()
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := p.WriteProof(&text, tree); err != nil {
		t.Fatal(err)
	}
	report, err := proof.Verify(t.Context(), &text, p.ID, 1)
	if err != nil {
		t.Errorf("%s: %v", p.ID, err)
	}
	return report
}
