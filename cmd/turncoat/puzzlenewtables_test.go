package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// With the tables that come with the program "puzzle new" makes puzzles far beyond the depth of its search, and a study
// where nobody could read the whole solution. The bare king's win in 13 was found by an independent implementation.
func TestPuzzleNewWithTables(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir()) // no other tables
	for in, fen := range map[string]string{"13": "n7/8/8/4K3/8/8/8/7k w - - 0 1", "6": "8/8/8/8/6k1/8/2K5/6N1 w - - 0 1"} {
		file := filepath.Join(t.TempDir(), "new.jsonl")
		status, out, message := call(t, "", "puzzle", "new", "--rules", "pacifist1", "--win-in", in, "--nodes", "100000",
			"-o", file, fen)
		if status != 0 || !strings.Contains(out, "sound: win in "+in) {
			t.Fatalf("in %s: status %d: %s%s", in, status, out, message)
		}
		if status, out, message = call(t, "", "puzzle", "verify", file); status != 0 || !strings.Contains(out,
			"right: 1 puzzle") {
			t.Errorf("in %s: status %d: %s%s", in, status, out, message)
		}
	}
}
