package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
)

// Wins longer than a search without tables could have dealt with become puzzles, and "puzzle
// verify" finds them and their proofs right; a puzzle that is tampered with it does not.
func TestTablebasePuzzles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mined")
	status, out, message := call(t, "", "tablebase", "mine", "--rules", "pacifist1", "--kind",
		"one-key", "--win-in", "6", "--count", "2", "--looked", "300", "--out", dir, "KKN")
	if status != 0 || out != "" || !strings.Contains(message, "2 puzzles, 2 proofs in "+dir) {
		t.Fatalf("status %d: %s%s", status, out, message)
	}
	proofs, err := filepath.Glob(filepath.Join(dir, "*.proof.jsonl"))
	if err != nil || len(proofs) != 2 {
		t.Fatalf("%d proofs, %v", len(proofs), err)
	}
	puzzles := filepath.Join(dir, "puzzles.jsonl")
	status, out, message = call(t, "", append([]string{"puzzle", "verify", puzzles}, proofs...)...)
	if status != 0 || message != "" || !strings.Contains(out, "right: 2 puzzles") ||
		strings.Count(out, "right: pacifist1, win in at most 6") != 2 {
		t.Errorf("status %d: %s%s", status, out, message)
	}

	text := filetest.Read(t, puzzles)
	tampered := filepath.Join(dir, "tampered.jsonl")
	if err := os.WriteFile(tampered, []byte(strings.ReplaceAll(string(text), `"in":6`, `"in":7`)), 0o666); err != nil {
		t.Fatal(err)
	}
	status, _, message = call(t, "", "puzzle", "verify", tampered)
	if status != 1 ||
		!strings.Contains(message,
			"win in 6") {
		t.Errorf("tampered with: status %d: %s", status, message)
	}
}

// Of the wins that other kinds find, those with a solution of no more than --max-size turns become
// puzzles, and all are proved.
func TestTablebaseFindsKept(t *testing.T) {
	dir := t.TempDir()
	status, _, message := call(t, "", "tablebase", "mine", "--rules", "pacifist1", "--kind",
		"weaker", "--count", "1", "--out", dir, "KKN", "KKQ")
	if status != 0 ||
		!strings.Contains(message, "1 puzzle, 2 proofs, 1 win too long for a puzzle in "+dir) {
		t.Errorf("status %d: %s", status, message)
	}

	// Where a proof cannot be written the puzzles stay as they are, and nothing lies beside them.
	proofs, err := filepath.Glob(filepath.Join(dir, "*.proof.jsonl"))
	if err != nil || len(proofs) != 2 {
		t.Fatalf("%q, %v", proofs, err)
	}
	puzzles := filetest.Read(t, filepath.Join(dir, "puzzles.jsonl"))
	if err := errors.Join(os.Remove(proofs[1]), os.Mkdir(proofs[1], 0o700)); err != nil {
		t.Fatal(err)
	}
	status, _, message = call(t, "", "tablebase", "mine", "--rules", "pacifist1", "--kind",
		"weaker", "--count", "1", "--out", dir, "KKN", "KKQ")
	if left, _ := filepath.Glob(filepath.Join(dir, ".*.tmp")); status != 2 ||
		!strings.Contains(message, "--out: "+proofs[1]+": it is a directory") || len(left) > 0 {
		t.Errorf("status %d: %s, and %q is left", status, message, left)
	}

	if !bytes.Equal(filetest.Read(t, filepath.Join(dir, "puzzles.jsonl")), puzzles) {
		t.Error("the puzzles are others")
	}
}
