package mine

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

func journalRecords(t *testing.T, path, header string) ([]string, error) {
	t.Helper()
	var records []string
	j, err := openJournal(path, []byte(header), func(record []byte) error {
		records = append(records, string(record))
		return nil
	})
	if err == nil {
		j.close()
	}
	return records, err
}

// Wherever a journal is cut off, the records before the cut are there and new ones can follow.
func TestJournalCutAnywhere(t *testing.T) {
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole")
	var want []string
	j, err := openJournal(whole, []byte("head"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		want = append(want, fmt.Sprintf(`{"unit":%d}`, i))
		if err := j.add([]byte(want[i])); err != nil {
			t.Fatal(err)
		}
	}
	j.close()
	text, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	for cut := range len(text) + 1 {
		path := filepath.Join(dir, "cut")
		if err := os.WriteFile(path, text[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		records := max(0, bytes.Count(text[:cut], []byte("\n"))-1) // the header is none
		got, err := journalRecords(t, path, "head")
		if err != nil || !slices.Equal(got, want[:records]) {
			t.Fatalf("cut at %d: %q, %v; want %q", cut, got, err, want[:records])
		}
		j, err := openJournal(path, []byte("head"), func([]byte) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		if err := j.add([]byte("more")); err != nil {
			t.Fatal(err)
		}
		j.close()
		got, err = journalRecords(t, path, "head")
		if err != nil || !slices.Equal(got, append(slices.Clone(want[:records]), "more")) {
			t.Fatalf("cut at %d and gone on: %q, %v", cut, got, err)
		}
	}
}

// A byte that changed on the disk ends the journal before its record.
func TestJournalChecksums(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	j, err := openJournal(path, []byte("head"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []string{"one", "two", "three"} {
		if err := j.add([]byte(r)); err != nil {
			t.Fatal(err)
		}
	}
	j.close()
	text, _ := os.ReadFile(path)
	text[bytes.Index(text, []byte("two"))] = 'T'
	os.WriteFile(path, text, 0o600)
	if got, err := journalRecords(t, path, "head"); err != nil || !slices.Equal(got, []string{"one"}) {
		t.Errorf("%q, %v; want one record", got, err)
	}
	if _, err := journalRecords(t, path, "another"); !errors.Is(err, ErrState) {
		t.Errorf("another header gives %v, want ErrState", err)
	}
}

// Two mines cannot work in one place.
func TestJournalIsLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	j, err := openJournal(path, []byte("head"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" {
		if _, err := openJournal(path, []byte("head"), nil); !errors.Is(err, ErrState) {
			t.Errorf("opened twice: %v, want ErrState", err)
		}
	}
	j.close()
	j, err = openJournal(path, []byte("head"), nil)
	if err != nil {
		t.Fatal(err)
	}
	j.close()
}
