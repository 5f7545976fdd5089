package journal

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/filetest"
)

func records(t *testing.T, path, header string) ([]string, error) {
	t.Helper()
	var list []string
	j, err := Open(path, []byte(header), func(record []byte, _ Place) error {
		list = append(list, string(record))
		return nil
	})
	if err == nil {
		j.Close()
	}
	return list, err
}

// opened opens a journal.
func opened(t testing.TB, path, header string, see func(record []byte, at Place) error) *Journal {
	t.Helper()
	j, err := Open(path, []byte(header), see)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// Wherever a journal is cut off, the records before the cut are there and new ones can follow.
func TestCutAnywhere(t *testing.T) {
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole")
	var want []string
	j := opened(t, whole, "head", nil)
	for i := range 5 {
		want = append(want, fmt.Sprintf(`{"unit":%d}`, i))
		if err := j.Add([]byte(want[i])); err != nil {
			t.Fatal(err)
		}
	}
	j.Close()
	text := filetest.Read(t, whole)
	for cut := range len(text) + 1 {
		path := filepath.Join(dir, "cut")
		filetest.Write(t, path, text[:cut])
		whole := max(0, bytes.Count(text[:cut], []byte("\n"))-1) // the header is none
		got, err := records(t, path, "head")
		if err != nil || !slices.Equal(got, want[:whole]) {
			t.Fatalf("cut at %d: %q, %v; want %q", cut, got, err, want[:whole])
		}
		j := opened(t, path, "head", nil)
		if err := j.Add([]byte("more")); err != nil {
			t.Fatal(err)
		}
		j.Close()
		got, err = records(t, path, "head")
		if err != nil || !slices.Equal(got, append(slices.Clone(want[:whole]), "more")) {
			t.Fatalf("cut at %d and gone on: %q, %v", cut, got, err)
		}
	}
}

// A byte that changed on the disk ends the journal before its record.
func TestChecksums(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	j := opened(t, path, "head", nil)
	for _, r := range []string{"one", "two", "three"} {
		if err := j.Add([]byte(r)); err != nil {
			t.Fatal(err)
		}
	}
	j.Close()
	text, _ := os.ReadFile(path)
	text[bytes.Index(text, []byte("two"))] = 'T'
	os.WriteFile(path, text, 0o600)
	if got, err := records(t, path, "head"); err != nil || !slices.Equal(got, []string{"one"}) {
		t.Errorf("%q, %v; want one record", got, err)
	}
	if _, err := records(t, path, "another"); !errors.Is(err, ErrUnusable) {
		t.Errorf("another header gives %v, want ErrUnusable", err)
	}
}

// Two calls cannot work with one journal.
func TestLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	j := opened(t, path, "head", nil)
	if runtime.GOOS != "windows" {
		if _, err := Open(path, []byte("head"), nil); !errors.Is(err, ErrUnusable) {
			t.Errorf("opened twice: %v, want ErrUnusable", err)
		}
	}
	j.Close()
	j = opened(t, path, "head", nil)
	j.Close()
}

// A record is read again at the place where it was put, before and after the journal was closed.
func TestPlaces(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	j := opened(t, path, "head", nil)
	want := []string{"one", "", "three and more"}
	var places []Place
	for _, r := range want {
		at, err := j.Append([]byte(r))
		if err != nil {
			t.Fatal(err)
		}
		places = append(places, at)
	}
	check := func() {
		t.Helper()
		for i, at := range places {
			if got, err := j.Read(at); err != nil || string(got) != want[i] {
				t.Errorf("record %d is %q, %v; want %q", i, got, err, want[i])
			}
		}
	}
	check()
	j.Close()
	places = nil
	j = opened(t, path, "head", func(_ []byte, at Place) error { places = append(places, at); return nil })
	defer j.Close()
	if len(places) != len(want) {
		t.Fatalf("%d records, want %d", len(places), len(want))
	}
	check()
}

// A file that is no journal is left as it is.
func TestSomethingElse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book.jsonl")
	for _, text := range []string{"{\"id\":1}\n", "0",
		"a long line without an end, longer than any header of a journal"} {
		filetest.Write(t, path, []byte(text))
		if _, err := Open(path, []byte("head"), nil); !errors.Is(err, ErrUnusable) {
			t.Errorf("%q: %v, want ErrUnusable", text, err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("the file is now %q, %v", got, err)
		}
	}
}

// A journal that was begun with other arguments says which, as far as a person would read.
func TestOtherArguments(t *testing.T) {
	for _, c := range []struct{ header, want string }{
		{"--seed 1", "other arguments: --seed 1"},
		{strings.Repeat("é", 300), "other arguments: " + strings.Repeat("é", 200) + "…"},
	} {
		path := filepath.Join(t.TempDir(), "journal")
		j := opened(t, path, c.header, nil)
		j.Close()
		if _, err := Open(path, []byte("--seed 2"), nil); !errors.Is(err, ErrUnusable) ||
			!strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%v, want an end of %q", err, c.want)
		}
	}
}
