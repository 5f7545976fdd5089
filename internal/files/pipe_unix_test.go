//go:build unix

package files_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"turncoat/internal/files"
)

// A named pipe is read as its writer writes it, and is not waited for for good without one.
func TestNamedPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.pgn")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	f, err := files.Open(path) // without a writer this came back only with one
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	go func() {
		w, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err == nil {
			_, _ = w.WriteString("1. e4 *\n")
			w.Close()
		}
	}()
	if text, err := io.ReadAll(f); err != nil || string(text) != "1. e4 *\n" {
		t.Errorf("%q, %v", text, err)
	}
	empty, err := files.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer empty.Close()
	if _, err := io.ReadAll(empty); err == nil || !strings.Contains(err.Error(), "no program has written") {
		t.Errorf("without a writer: %v", err)
	}
}
