package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// With the tables that come with the program "puzzle new" makes puzzles far beyond the depth of its search, and
// says of a solution that nobody could read that it is too long. The bare king's win in 13 was found by an
// independent implementation.
func TestPuzzleNewWithTables(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir()) // no other tables
	status, out, message := call(t, "", "puzzle", "new", "--rules", "pacifist1", "--win-in", "13", "--nodes",
		"100000", "n7/8/8/4K3/8/8/8/7k w - - 0 1")
	if status != 3 || out != "" || !strings.Contains(message, "the solution is too long") {
		t.Errorf("in 13: status %d: %s%s", status, out, message)
	}
	file := filepath.Join(t.TempDir(), "new.jsonl")
	status, out, message = call(t, "", "puzzle", "new", "--rules", "pacifist1", "--win-in", "6", "--nodes", "100000",
		"-o", file, "8/8/8/8/6k1/8/2K5/6N1 w - - 0 1")
	if status != 0 || !strings.Contains(out, "sound: win in 6") {
		t.Fatalf("in 6: status %d: %s%s", status, out, message)
	}
	if status, out, message = call(t, "", "puzzle", "verify", file); status != 0 || !strings.Contains(out,
		"right: 1 puzzle") {
		t.Errorf("in 6: status %d: %s%s", status, out, message)
	}
}
