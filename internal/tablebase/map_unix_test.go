//go:build unix

package tablebase

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// A file is mapped, not read: what is written into it later is seen. What is no file, or empty, is
// not.
func TestContentIsMapped(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "table")
	if err := os.WriteFile(name, []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	content, done, err := contentOf(name)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.WriteString("behind")
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	if string(content) != "behind" {
		t.Errorf("%q", content)
	}
	if err := done(); err != nil {
		t.Error(err)
	}
	if err := os.Truncate(name, 0); err != nil {
		t.Fatal(err)
	}
	if content, done, err := contentOf(name); err != nil || len(content) != 0 || done() != nil {
		t.Errorf("an empty file: %q, %v", content, err)
	}
	if _, _, err := contentOf(dir); !errors.Is(err, ErrFile) {
		t.Errorf("a directory: %v", err)
	}
	if _, _, err := contentOf(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}
