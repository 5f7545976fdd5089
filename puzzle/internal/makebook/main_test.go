package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"turncoat/internal/filetest"
	"turncoat/internal/infile"
	"turncoat/puzzle"
	"turncoat/puzzle/internal/puzzletest"
	"turncoat/rules/ruleset"
)

// TestMain is the command itself where the environment says so.
func TestMain(m *testing.M) {
	if os.Getenv("TURNCOAT_MAKEBOOK") != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

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

// The book holds what was found, each once, and the report says how many of each rule set and length there are,
// and how large it is.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	files, list := mined(t, dir)
	path := filepath.Join(dir, "book.jsonl.zst")
	var report bytes.Buffer
	if err := run(&report, path, files); err != nil {
		t.Fatal(err)
	}
	packed := filetest.Read(t, path)
	want := ""
	for _, name := range ruleset.BuiltinNames() {
		found := 0
		if name == "chess" {
			found = 6
		}
		lengths := []string{"2 to 2:     0 of 400", "3 to 99:     0 of 200"}
		if name == "pacifist1" {
			lengths = []string{"2 to 2:     0 of 1500", "3 to 3:     0 of 1200", "4 to 99:     0 of 300"}
		}
		lengths[0] = strings.Replace(lengths[0], "    0 of", fmt.Sprintf("    %d of", found), 1)
		for _, length := range lengths {
			want += name + strings.Repeat(" ", 18-len(name)) + " in " + length + " wanted\n"
		}
	}
	want += fmt.Sprintf("6 puzzles, %d bytes\n", len(packed))
	if report.String() != want {
		t.Errorf("%s, want\n%s", &report, want)
	}
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

// What cannot be read or written is an error, and nothing is left behind.
func TestRunRefuses(t *testing.T) {
	dir := t.TempDir()
	files, _ := mined(t, dir)
	bad := filepath.Join(dir, "bad.jsonl")
	if err := os.WriteFile(bad, []byte("{\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	book := filepath.Join(dir, "book")
	if err := run(&bytes.Buffer{}, book, append(files, filepath.Join(dir, "none"))); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if err := run(&bytes.Buffer{}, book, append(files, bad)); !errors.Is(err, puzzle.ErrSyntax) {
		t.Errorf("no puzzles: %v", err)
	}
	if _, err := os.Stat(book); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a book of what cannot be read: %v", err)
	}
	if err := run(&bytes.Buffer{}, filepath.Join(dir, "none", "book"), files); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no directory: %v", err)
	}
}

// The command writes the report, and what is wrong with status 1.
func TestCommand(t *testing.T) {
	dir := t.TempDir()
	files, _ := mined(t, dir)
	book := filepath.Join(dir, "book")
	call := func(args ...string) (out, errs string, status int) {
		cmd := exec.Command(os.Args[0], args...)
		cmd.Env = append(os.Environ(), "TURNCOAT_MAKEBOOK=1")
		var o, e bytes.Buffer
		cmd.Stdout, cmd.Stderr = &o, &e
		_ = cmd.Run()
		return o.String(), e.String(), cmd.ProcessState.ExitCode()
	}
	out, errs, status := call("-o", book, files[0], files[1])
	if _, err := os.Stat(book); err != nil || status != 0 || errs != "" || !strings.Contains(out, "\n6 puzzles, ") {
		t.Errorf("status %d, %v\n%s%s", status, err, out, errs)
	}
	if out, errs, status = call("-o", book, filepath.Join(dir, "none")); status != 1 || out != "" ||
		!strings.HasPrefix(errs, "makebook: ") || strings.Count(errs, "\n") != 1 {
		t.Errorf("status %d\n%s%s", status, out, errs)
	}
}
