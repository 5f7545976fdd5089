package store

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"

	"turncoat/internal/testing/filetest"
)

// first is a store of version 1 as the program that had no other wrote it, compressed, with the puzzles of the
// collection of conversion chess and two attempts. It is never made anew.
const first = "testdata/version1.db.zst"

// oldStore returns the path of a copy of the store of version 1.
func oldStore(t *testing.T) string {
	t.Helper()
	packed := filetest.Read(t, first)
	in, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	text, err := in.DecodeAll(packed, nil)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "old.db")
	filetest.Write(t, path, text)
	return path
}

// migrating has the package know another migration during a test.
func migrating(t *testing.T, statements ...string) {
	t.Helper()
	before := migrations
	migrations = append(slices.Clip(migrations), statements...)
	t.Cleanup(func() { migrations = before })
}

// oldText returns the puzzles that the old store was made of.
func oldText(t *testing.T) []byte {
	t.Helper()
	return filetest.Read(t, "testdata/version1.jsonl")
}

// holdsOld holds a store against what the old one was made of.
func holdsOld(t *testing.T, path string) {
	t.Helper()
	s := opened(t, path, Options{})
	defer s.Close()
	var got bytes.Buffer
	for f, err := range s.Find(t.Context(), Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		got.Write(append(f.Line, '\n'))
	}

	if want := oldText(t); !bytes.Equal(got.Bytes(), want) {
		t.Errorf("the store gives %d bytes of puzzles, want %d", got.Len(), len(want))
	}
	if _, err := s.Check(t.Context(), func(fault string) { t.Error(fault) }); err != nil {
		t.Error(err)
	}
	solvers, err := s.Solvers(t.Context())
	if err != nil || len(solvers) != 2 || solvers[0].Name != "Ann" || solvers[0].Solved != 1 ||
		solvers[1].Attempts != 1 {
		t.Errorf("the solvers: %+v, %v", solvers, err)
	}
}

// A store of the first version is read and written by this program, whatever its own version is.
func TestFirstVersion(t *testing.T) { holdsOld(t, oldStore(t)) }

// An older store is brought up to date when it is opened for writing, with all that it holds; opened for
// reading it is left as it is, and refused.
func TestMigration(t *testing.T) {
	path := oldStore(t)
	migrating(t, "ALTER TABLE puzzle ADD COLUMN seen INTEGER NOT NULL DEFAULT 0; CREATE INDEX puzzle_seen ON puzzle (seen)")
	if _, err := Open(t.Context(), path, Options{ReadOnly: true}); !errors.Is(err, ErrReadOnly) {
		t.Errorf("an older store opened for reading: %v", err)
	}
	holdsOld(t, path)
	s := opened(t, path, Options{ReadOnly: true})
	defer s.Close()
	var seen, version, mark int
	if err := s.db.QueryRow("SELECT sum(seen), (SELECT * FROM pragma_user_version), (SELECT * FROM pragma_application_id) FROM puzzle").
		Scan(&seen, &version, &mark); err != nil || version != len(migrations) || mark != 0x5475726e {
		t.Errorf("version %d, marked %#x, %v", version, mark, err) // as docs/store.md says
	}
}

// A migration that fails half way leaves the store as it was.
func TestMigrationFails(t *testing.T) {
	path := oldStore(t)
	t.Run("failing", func(t *testing.T) {
		migrating(t, "ALTER TABLE puzzle ADD COLUMN seen INTEGER", "DROP TABLE theme; SELECT nonsense")
		if _, err := Open(t.Context(), path, Options{}); err == nil {
			t.Error("a migration that fails is taken for one that does not")
		}
	})
	holdsOld(t, path)
}

// Several who open an old store at once find it brought up to date, once.
func TestMigrationAtOnce(t *testing.T) {
	path := oldStore(t)
	migrating(t, "ALTER TABLE puzzle ADD COLUMN seen INTEGER")
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			s, err := Open(context.Background(), path, Options{})
			if err != nil {
				t.Error(err)
				return
			}

			s.Close()
		})
	}

	all.Wait()
	holdsOld(t, path)
}
