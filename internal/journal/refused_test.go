package journal

import (
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

// begun returns the path of a journal with records after the header "head".
func begun(t *testing.T, records ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "journal")
	j := opened(t, path, "head", nil)
	for _, r := range records {
		if err := j.Add([]byte(r)); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// A journal is lines of a checksum in eight hexadecimal digits, a space and the record: CRC-32C, whose check
// value, that of "123456789", is published as e3069283.
func TestForm(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	j := opened(t, path, "123456789", nil)
	j.Close()
	if text, err := os.ReadFile(path); err != nil || string(text) != "e3069283 123456789\n" {
		t.Errorf("%q, %v", text, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o111 != 0 {
		t.Errorf("a journal has the mode %v, %v", info.Mode(), err)
	}
}

// A line that is not a whole one ends the journal before it, whatever is wrong with it, and new records follow
// the last that is whole.
func TestLinesThatAreNotWhole(t *testing.T) {
	whole := string(lineOf([]byte("two")))
	for _, bad := range []string{
		strings.TrimSuffix(whole, "\n"), strings.TrimSuffix(whole, "\n") + "x", strings.Replace(whole, " ", "_", 1),
		strings.Replace(whole, " ", "", 1),
		"x" + whole[1:], "\n", " \n", "12345678\n", "12345678 \n", "1234567 \n", strings.ToUpper(whole[:1]) + "\n",
		whole[:8] + "\n", "-" + whole[1:],
	} {
		path := begun(t, "one")
		text := filetest.Read(t, path)
		filetest.Write(t, path, append(slices.Clone(text), bad...))
		if got, err := records(t, path, "head"); err != nil || !slices.Equal(got, []string{"one"}) {
			t.Errorf("after %q: %q, %v", bad, got, err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != string(text) {
			t.Errorf("after %q the file is %q, %v", bad, got, err)
		}
	}
}

// Who reads the records may refuse one, and the message says on which line it stands; the journal is free again.
func TestRefusedRecord(t *testing.T) {
	path := begun(t, "one", "two", "three")
	odd := errors.New("an odd record")
	for i, record := range []string{"one", "two", "three"} {
		_, err := Open(path, []byte("head"), func(r []byte, _ Place) error {
			if string(r) == record {
				return odd
			}
			return nil
		})
		if !errors.Is(err, odd) || !errors.Is(err, ErrUnusable) || !strings.HasSuffix(err.Error(),
			fmt.Sprintf("%s:%d: an odd record", path, i+2)) {
			t.Errorf("%s is refused with %v", record, err)
		}
		if got, err := records(t, path, "head"); err != nil || len(got) != 3 {
			t.Errorf("after %s was refused: %q, %v", record, got, err)
		}
	}
	if _, err := records(t, path, "other"); !errors.Is(err, ErrUnusable) {
		t.Errorf("another header: %v", err)
	}
	if got, err := records(t, path, "head"); err != nil || len(got) != 3 {
		t.Errorf("after another header: %q, %v", got, err)
	}
}

// A header is told whole up to 400 bytes.
func TestLongHeaders(t *testing.T) {
	for length, want := range map[int]string{400: strings.Repeat("a", 400), 401: strings.Repeat("a", 400) + "…"} {
		if got := shortened([]byte(strings.Repeat("a", length))); got != want {
			t.Errorf("%d bytes are told as %q", length, got)
		}
	}
}

// Nothing can be done with a journal that is closed, and nothing with a path that leads nowhere.
func TestClosed(t *testing.T) {
	path := begun(t, "one")
	var at Place
	j := opened(t, path, "head", func(_ []byte, place Place) error { at = place; return nil })
	if err := j.Close(); err != nil {
		t.Error(err)
	}
	var failed *os.PathError
	if err := j.Add([]byte("two")); !errors.As(err, &failed) || failed.Op != "write" {
		t.Errorf("a record is added, or fails later: %v", err)
	}
	if place, err := j.Append([]byte("two")); err == nil || place != (Place{}) {
		t.Errorf("a record is appended at %v, %v", place, err)
	}
	if err := j.Sync(); err == nil {
		t.Error("what is closed is on the disk")
	}
	if _, err := j.Read(at); err == nil {
		t.Error("a record is read")
	}
	if err := j.Close(); err == nil {
		t.Error("it is closed again")
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none", "journal"), []byte("head"), nil); !errors.Is(err,
		os.ErrNotExist) {
		t.Errorf("in no folder: %v", err)
	}
}

// What is appended is read back at once, and lies in the file in the order in which it came.
func TestAppended(t *testing.T) {
	path := begun(t, "one")
	j := opened(t, path, "head", nil)
	defer j.Close()
	for _, r := range []string{"two", "three"} {
		at, err := j.Append([]byte(r))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := j.Read(at); err != nil || string(got) != r {
			t.Errorf("%q, %v; want %s", got, err, r)
		}
	}
	if err := j.Sync(); err != nil {
		t.Error(err)
	}
	var want string
	for _, r := range []string{"head", "one", "two", "three"} {
		want += string(lineOf([]byte(r)))
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != want {
		t.Errorf("%q, %v; want %q", text, err, want)
	}
}

// What follows without an end is cut off; a file that begins with a long line is left alone, and is not read
// into memory.
func TestEndlessLines(t *testing.T) {
	path := begun(t, "one")
	if err := os.Truncate(path, MaxRecord+4096); err != nil { // zeros that take no room on the disk
		t.Fatal(err)
	}
	if got, err := records(t, path, "head"); err != nil || !slices.Equal(got, []string{"one"}) {
		t.Errorf("%q, %v", got, err)
	}
	other := filepath.Join(t.TempDir(), "zeros")
	filetest.Write(t, other, nil)
	if err := os.Truncate(other, 64<<20); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := records(t, other, "head"); !errors.Is(err, ErrUnusable) {
		t.Errorf("zeros: %v", err)
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 16<<20 {
		t.Errorf("%d bytes were allocated for a file that is no journal", took)
	}
	if info, err := os.Stat(other); err != nil || info.Size() != 64<<20 {
		t.Errorf("the file that is no journal is another now: %v", err)
	}
}

// What is no regular file is refused, and not waited for.
func TestNoFile(t *testing.T) {
	if _, err := records(t, os.DevNull, "head"); !errors.Is(err, ErrUnusable) || !strings.HasSuffix(err.Error(),
		"is no regular file") {
		t.Errorf("%v", err)
	}
}
