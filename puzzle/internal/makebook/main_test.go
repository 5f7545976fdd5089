package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"turncoat/internal/filetest"
	"turncoat/internal/infile"
	"turncoat/puzzle"
	"turncoat/puzzle/internal/puzzletest"
)

// mined writes six strict wins in two of the collection, without themes, into two files, and returns the names
// of the files and the puzzles.
func mined(t *testing.T, dir string) (files []string, list []puzzle.Puzzle) {
	t.Helper()
	for _, p := range puzzletest.File(t, "../../collection/chess.jsonl") {
		if p.In == 2 && p.Strict() && p.Stipulation == "" && p.Grade != nil && p.Grade.Rating >= 600 &&
			p.Grade.Rating <= 2600 && len(list) < 6 {
			p.Themes = []string{}
			list = append(list, p)
		}
	}
	if len(list) < 6 {
		t.Fatalf("only %d puzzles", len(list))
	}
	for i, part := range [][]puzzle.Puzzle{list[:2], list[1:]} { // one is in both
		var text bytes.Buffer
		if err := puzzle.Write(&text, part); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(dir, fmt.Sprint(i, ".jsonl"))
		if err := os.WriteFile(name, text.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		files = append(files, name)
	}
	return files, list
}

// The book holds each puzzle that was found once, by grade, whatever the order of the files.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	files, list := mined(t, dir)
	path := filepath.Join(dir, "book.jsonl.zst")
	var report bytes.Buffer
	if err := run(&report, path, files); err != nil {
		t.Fatal(err)
	}
	packed := filetest.Read(t, path)
	file, err := infile.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	book, err := puzzle.Read(file, path)
	if err != nil || len(book) != 6 {
		t.Fatalf("%d puzzles, %v", len(book), err)
	}
	ids := map[string]bool{}
	for i, p := range book {
		ids[p.ID] = true
		if i > 0 && p.Grade.Rating < book[i-1].Grade.Rating {
			t.Errorf("%s stands after %s", p.ID, book[i-1].ID)
		}
	}
	for _, p := range list {
		if !ids[p.ID] {
			t.Errorf("%s is not in the book", p.ID)
		}
	}
	if err := run(&report, path, []string{files[1], files[0]}); err != nil {
		t.Fatal(err)
	}
	if again, err := os.ReadFile(path); err != nil || !bytes.Equal(again, packed) {
		t.Errorf("the files in another order make another book, %v", err)
	}
}
