package store

import (
	"bytes"
	"path/filepath"
	"testing"
	"turncoat/internal/testing/filetest"
	"turncoat/puzzle"
)

// opened opens a store.
func opened(t testing.TB, path string, o Options) *Store {
	t.Helper()
	s, err := Open(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// collection returns the lines of the collection's puzzles of a rule set.
func collection(t testing.TB, names ...string) []Line {
	t.Helper()
	var lines []Line
	for _, name := range names {
		file := filepath.Join("../../../puzzle", "collection", name+".jsonl")
		text := filetest.Read(t, file)
		number := 0
		for line := range bytes.Lines(text) {
			number++
			lines = append(lines, Line{Text: bytes.TrimSuffix(line, []byte("\n")), File: file,
				Number: number})
		}
	}

	return lines
}

// created returns a new store, and its path.
func created(t testing.TB) (*Store, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a b?#%.db")
	s := opened(t, path, Options{Create: true})
	t.Cleanup(func() { s.Close() })
	return s, path
}

var files = map[string][]byte{} // the files of stores that copied has made

// copied returns a store and its path, which is made and filled for the first test that wants one
// of this name, and copied for the others.
func copied(t testing.TB, name string, fill func(s *Store)) (*Store, string) {
	t.Helper()
	if files[name] == nil {
		s, path := created(t)
		fill(s)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		files[name] = filetest.Read(t, path)
	}

	path := filepath.Join(t.TempDir(), "a b?#%.db")
	filetest.Write(t, path, files[name])
	s := opened(t, path, Options{})
	t.Cleanup(func() { s.Close() })
	return s, path
}

// filled returns a store of the collection's puzzles of some rule sets.
func filled(t testing.TB, names ...string) (*Store, []Line) {
	t.Helper()
	s, _ := created(t)
	lines := collection(t, names...)
	added, err := s.Add(t.Context(), sequence(lines), AddOptions{KeepSameIdea: true})
	if err != nil || added.Stored != len(lines) {
		t.Fatalf("stored %d of %d: %+v, %v", added.Stored, len(lines), added, err)
	}
	return s, lines
}

// kinds returns the lines of four puzzles that differ in all that a store tells apart.
func kinds(t *testing.T) [][]byte {
	t.Helper()
	lines := bytes.Split(bytes.TrimSpace(filetest.Read(t, "../../../puzzle/testdata/kinds.jsonl")),
		[]byte("\n"))
	if len(lines) != 4 {
		t.Fatalf("%d puzzles, want 4", len(lines))
	}
	return lines
}

// filledWithKinds returns a store of the four puzzles, and its path.
func filledWithKinds(t *testing.T) (*Store, string) {
	t.Helper()
	return copied(t, "kinds", func(s *Store) {
		added, err := s.Add(t.Context(),
			puzzle.Lines(bytes.NewReader(bytes.Join(kinds(t), []byte("\n"))), "kinds"),
			AddOptions{})
		if err != nil || added != (Added{Stored: 4}) {
			t.Fatalf("%+v, %v", added, err)
		}
	})
}

// sequence yields lines.
func sequence(lines []Line) func(yield func(Line, error) bool) {
	return func(yield func(Line, error) bool) {
		for _, l := range lines {
			if !yield(l, nil) {
				return
			}
		}
	}
}

// checked checks a store, which must be without fault, and returns how many puzzles it holds.
func checked(t testing.TB, s *Store) int {
	t.Helper()
	n, err := s.Check(t.Context(), func(fault string) { t.Error(fault) })
	if err != nil {
		t.Error(err)
	}
	return n
}
