package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// What has been committed or given up is not given up again: another file that has come to bear the
// temporary name stays.
func TestDiscardTwice(t *testing.T) {
	for what, end := range map[string]func(*Output) error{
		"committed": (*Output).Commit,
		"given up":  func(f *Output) error { f.Discard(); return nil },
	} {
		f, err := Create(filepath.Join(t.TempDir(), "a"))
		if err != nil {
			t.Fatal(err)
		}
		temporary := f.file.Name()
		if err := errors.Join(end(f), os.WriteFile(temporary, []byte("another"), 0o600)); err != nil {
			t.Fatal(err)
		}
		f.Discard()
		if _, err := os.Stat(temporary); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if err := f.Commit(); !errors.Is(err, fs.ErrClosed) {
			t.Errorf("%s: Commit gives %v", what, err)
		}
	}
}

// What has been given up is closed.
func TestDiscardCloses(t *testing.T) {
	discardCloses(t, filepath.Join(t.TempDir(), "a"))
}

// discardCloses makes a file, gives it up, and looks whether it is closed.
func discardCloses(t *testing.T, path string) {
	t.Helper()
	f, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	file := f.file
	f.Discard()
	if err := file.Close(); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("%s: closed again it gives %v", path, err)
	}
}

// Of what is written after that, or where nothing can be written, nothing counts as written.
func TestWriteAfterDiscard(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	f, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	f.Discard()
	const more = 1 << 17 // than is buffered
	n, err := f.Write(make([]byte, more))
	var fault *fs.PathError
	if n != 0 || !errors.Is(err, fs.ErrClosed) || !errors.As(err, &fault) || fault.Path != path {
		t.Errorf("%d bytes are written, error %v", n, err)
	}
	f, err = Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Discard()
	f.file.Close()
	if n, err := f.Write(make([]byte, more)); n != 0 || !errors.Is(err, fs.ErrClosed) {
		t.Errorf("%d bytes are written, error %v", n, err)
	}
}

// An error names the file as the caller does, once, whatever name the step that failed knew.
func TestNamed(t *testing.T) {
	f := &Output{path: "a.txt"}
	for _, err := range []error{
		&fs.PathError{Op: "sync", Path: ".a.txt.1.tmp", Err: fs.ErrClosed},
		&os.LinkError{Op: "rename", Old: ".a.txt.1.tmp", New: "a.txt", Err: fs.ErrClosed},
		fs.ErrClosed,
	} {
		if got, want := f.named(err).Error(), "write a.txt: file already closed"; got != want {
			t.Errorf("%T becomes %q, want %q", err, got, want)
		}
	}

	if err := f.named(nil); err != nil {
		t.Error(err)
	}
}
