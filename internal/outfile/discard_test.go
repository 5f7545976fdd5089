package outfile

import (
	"os"
	"path/filepath"
	"testing"
)

// What has been given up once is not given up again: another file that has come to bear the temporary name stays.
func TestDiscardTwice(t *testing.T) {
	f, err := Create(filepath.Join(t.TempDir(), "a"))
	if err != nil {
		t.Fatal(err)
	}
	temporary := f.file.Name()
	f.Discard()
	if err := os.WriteFile(temporary, []byte("another"), 0o600); err != nil {
		t.Fatal(err)
	}
	f.Discard()
	if _, err := os.Stat(temporary); err != nil {
		t.Error(err)
	}
}
