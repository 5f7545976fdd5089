package files

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// Whatever is written in whatever pieces, and after whichever of them the disk fails: the target
// holds the old content or the new, and nothing lies beside it.
func FuzzFaults(f *testing.F) {
	f.Add([]byte("new content"), 3, 1)
	f.Add(make([]byte, 200_000), 70_000, 4)
	f.Add([]byte{}, 1, 5)
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, content []byte, piece, nth int) {
		path := filepath.Join(dir, "target")
		if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		err := func() error {
			out, err := Create(path)
			if err != nil {
				return err
			}
			defer out.Discard()
			written := 0
			for rest := content; len(rest) > 0; {
				written++
				if written == nth {
					out.file.Close()
				}
				n := min(len(rest), max(1, piece))
				if _, err := out.Write(rest[:n]); err != nil {
					return err
				}
				rest = rest[n:]
			}

			return out.Commit()
		}()
		want := "old"
		if err == nil {
			want = string(content)
		} else if !errors.Is(err, os.ErrClosed) {
			t.Fatal(err)
		}

		if got, _ := os.ReadFile(path); string(got) != want {
			t.Fatalf("error %v, and the target holds %d bytes, %.20q", err, len(got), got)
		}
		if entries, _ := os.ReadDir(dir); len(entries) != 1 {
			t.Fatalf("%d files lie there", len(entries))
		}
	})
}
