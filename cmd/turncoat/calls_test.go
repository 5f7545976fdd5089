package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"turncoat/puzzle"
)

// What a store says of what it is asked, and gives.
func TestStoreAnswers(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "book.db")
	text, err := os.ReadFile("../../puzzle/collection/chess.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")[:4]
	book := filepath.Join(dir, "book.jsonl")
	if err := os.WriteFile(book, []byte(strings.Join(lines, "")), 0o600); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, line := range lines {
		p, err := puzzle.Parse([]byte(strings.TrimSpace(line)))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, p.ID)
	}

	do := func(want int, words ...string) (out, said string) {
		t.Helper()
		status, out, said := call(t, "", append([]string{"puzzle", "store", path}, words...)...)
		if status != want {
			t.Errorf("%q: status %d, want %d: %s", words, status, want, said)
		}
		return out, said
	}
	if out, said := do(0, "add", "--same-idea", book); out != path+": 4 puzzles added\n" ||
		said != "" {
		t.Errorf("add: %q %q", out, said)
	}

	out, said := do(0, "add", "--verbose", "--same-idea", book)
	if out != path+": 0 puzzles added, 4 left out: already in the store\n" ||
		strings.Count(
			said,
			" left out: already in the store (",
		) != 4 || !strings.Contains(said, book+":3: "+ids[2]+
		" left out: ") {
		t.Errorf("add again: %q %q", out, said)
	}

	if out, _ := do(0, "add", "--json", "--same-idea", book); !strings.Contains(out, `:4`) ||
		strings.Contains(out, "added,") {
		t.Errorf("add again: %q", out)
	}

	if out, said := do(0, "find", "--author", "Nobody"); out != "" ||
		said != "turncoat puzzle store: no matching puzzles\n" {
		t.Errorf("find nothing: %q %q", out, said)
	}

	if out, said := do(2, "find", "--json", "--to", "pgn"); out != "" ||
		!strings.Contains(said, "--json and --to") {
		t.Errorf("two forms at once: %q, %q", out, said)
	}

	if out, said := do(0, "find", "--json", "--limit", "2"); out != lines[0]+lines[1] ||
		said != "" {
		t.Errorf("find two: %q %q", out, said)
	}

	if out, said := do(2, "show", "--json", ids[1], "unknown", ids[0]); out != lines[1]+lines[0] ||
		!strings.Contains(said, path+`: there is no puzzle "unknown"`) {
		t.Errorf("show: %q %q", out, said)
	}

	do(2, "show")
	do(2, "add")
	do(2, "add", filepath.Join(dir, "missing.jsonl"))
	to := filepath.Join(dir, "out.jsonl")
	if out, _ := do(0, "find", "--json", "--sort", "id", "-o", to); out != "" {
		t.Errorf("find to a file: %q", out)
	}
	if got, err := os.ReadFile(to); err != nil || strings.Count(string(got), "\n") != 4 {
		t.Errorf("%q, %v", got, err)
	}
	near, err := puzzle.Parse([]byte(strings.TrimSpace(lines[3])))
	if err != nil {
		t.Fatal(err)
	}
	if out, _ := do(0, "find", "--json", "--like", near.FEN, "--limit", "1"); out != lines[3] {
		t.Errorf("like %s: %q", near.FEN, out)
	}
	stats, _ := do(0, "stats")
	var size int64
	if info, err := os.Stat(path); err == nil {
		size = info.Size()
	}
	if !strings.HasPrefix(stats, fmt.Sprintf("4 puzzles, %d bytes (%d each); 0 solvers, 0 attempts\n", size,
		size/4)) || !strings.Contains(stats, "  chess             win in ") ||
		!strings.Contains(stats, "  grades ") {
		t.Errorf("stats: %s for %d bytes", stats, size)
	}

	if out, _ := do(0, "stats", "--json"); !strings.HasPrefix(out, `{"puzzles":4,`) {
		t.Errorf("stats: %q", out)
	}
	if out, _ := do(0, "check"); out != "4 puzzles: all right\n" {
		t.Errorf("check: %q", out)
	}
	if out, said := do(0, "solvers"); out != "" ||
		said != "turncoat puzzle store: no solvers yet\n" {
		t.Errorf("solvers: %q %q", out, said)
	}
}
