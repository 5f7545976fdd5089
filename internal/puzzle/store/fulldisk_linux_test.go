package store

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"
)

// A full disk is named as the reason. What was reported as stored before is there, and the store is whole.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=400k"); err != nil {
		t.Skipf("no small disk can be made here: %v", err)
	}
	defer syscall.Unmount(dir, syscall.MNT_DETACH)
	path := filepath.Join(dir, "store.db")
	s := opened(t, path, Options{Create: true})
	lines := collection(t, "pacifist1", "pacifist2", "pacifist-number", "pacifist-value", "pacifist-average",
		"conversion", "chess")
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
	dir := t.TempDir()
	for _, size := range []string{"4k", "16k", "40k", "100k", "160k"} {
		if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
			t.Skipf("no small disk can be made here: %v", err)
		}
		path := filepath.Join(dir, "store.db")
		s, err := Open(t.Context(), path, Options{Create: true})
		if err == nil {
			_, err = s.Add(t.Context(), sequence(collection(t, "pacifist1", "chess")), AddOptions{KeepSameIdea: true})
			s.Close()
		}
		left, _ := filepath.Glob(path + "*")
		if !errors.Is(err, ErrFull) || len(left) > 0 {
			t.Errorf("%s: %v, left are %q", size, err, left)
		}
		syscall.Unmount(dir, syscall.MNT_DETACH)
	}
}
