package store

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"

	"turncoat/internal/testing/filetest"
)

// A full disk is named as the reason. What was reported as stored before is there, and the store is
// whole.
func TestFullDisk(t *testing.T) {
	path := filepath.Join(filetest.SmallDisk(t, "400k"), "store.db")
	s := opened(t, path, Options{Create: true})
	lines := collection(t, "pacifist1", "pacifist2", "pacifist-number", "pacifist-value",
		"pacifist-average", "conversion", "chess")
	reported := 0
	_, err := s.Add(t.Context(), sequence(lines), AddOptions{KeepSameIdea: true, Batch: 10,
		Progress: func(a Added) { reported = a.Stored }})
	if !errors.Is(err, ErrFull) {
		t.Errorf("on a full disk: %v, want ErrFull", err)
	}
	s.Close()
	s = opened(t, path, Options{})
	defer s.Close()
	looked, err := s.Check(t.Context(), func(fault string) { t.Error(fault) })
	if err != nil || looked != reported || reported == 0 {
		t.Errorf("%d puzzles reported as stored, %d are there: %v", reported, looked, err)
	}
}

// On a disk on which there is no room for anything, no empty store is left, and the reason is said.
func TestFullDiskLeavesNothing(t *testing.T) {
	for _, size := range []string{"4k", "16k", "40k", "100k", "160k"} {
		path := filepath.Join(filetest.SmallDisk(t, size), "store.db")
		s, err := Open(t.Context(), path, Options{Create: true})
		if err == nil {
			_, err = s.Add(t.Context(), sequence(collection(t, "pacifist1", "chess")),
				AddOptions{KeepSameIdea: true})
			s.Close()
		}

		left, _ := filepath.Glob(path + "*")
		if !errors.Is(err, ErrFull) || len(left) > 0 {
			t.Errorf("%s: %v, left are %q", size, err, left)
		}
	}
}

// On a disk that cannot be written to, a store is read, and whatever would change it is refused.
func TestReadOnlyDisk(t *testing.T) {
	dir := filetest.SmallDisk(t, "2m")
	path := filepath.Join(dir, "store.db")
	s := opened(t, path, Options{Create: true})
	lines := collection(t, "chess")
	if _, err := s.Add(t.Context(), sequence(lines[:1]), AddOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	filetest.MakeReadOnly(t, dir)

	s = opened(t, path, Options{ReadOnly: true})
	if stats, err := s.Stats(t.Context(), Query{}); err != nil || stats.Puzzles != 1 {
		t.Errorf("%+v, %v", stats, err)
	}
	s.Close()
	s, err := Open(t.Context(), path, Options{})
	if err == nil {
		_, err = s.Add(t.Context(), sequence(lines), AddOptions{})
		s.Close()
	}

	if !errors.Is(err, syscall.EROFS) {
		t.Errorf("adding puzzles: %v", err)
	}
	_, err = Open(t.Context(), filepath.Join(dir, "new.db"), Options{Create: true})
	if !errors.Is(err, syscall.EROFS) {
		t.Errorf("making a store: %v", err)
	}
}
