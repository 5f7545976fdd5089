package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"

	"turncoat/internal/testing/filetest"
	"turncoat/puzzle"
)

// oldStore returns the path of a copy of a store of version 1, as the program wrote it that had no
// other version: with the puzzles of version1.jsonl, two solvers and their attempts. It is never
// made anew.
func oldStore(t *testing.T) string {
	t.Helper()
	in, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	text, err := in.DecodeAll(filetest.Read(t, "testdata/version1.db.zst"), nil)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "old.db")
	filetest.Write(t, path, text)
	return path
}

// A store of version 1 is read and added to. What it records of solvers is neither used nor lost.
func TestFirstVersion(t *testing.T) {
	path := oldStore(t)
	for _, o := range []Options{{ReadOnly: true}, {}} {
		s := opened(t, path, o)
		var got bytes.Buffer
		for f, err := range s.Find(t.Context(), Query{}) {
			if err != nil {
				t.Fatal(err)
			}
			got.Write(append(f.Line, '\n'))
		}
		if want := filetest.Read(t, "testdata/version1.jsonl"); !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%+v: %d bytes of puzzles, want %d", o, got.Len(), len(want))
		}
		checked(t, s)
		s.Close()
	}

	s := opened(t, path, Options{})
	defer s.Close()
	more := puzzle.Lines(bytes.NewReader(kinds(t)[0]), "more")
	added, err := s.Add(t.Context(), more, AddOptions{})
	if err != nil || added.Stored != 1 {
		t.Errorf("%+v, %v", added, err)
	}
	checked(t, s)
	attempts := 0
	err = s.db.QueryRow("SELECT count(*) FROM attempt").Scan(&attempts)
	if err != nil || attempts != 2 {
		t.Errorf("%d attempts, %v", attempts, err)
	}
}

// A store whose tables are not those of this program is refused before anything is read from them:
// the query of a view may have no end.
func TestForeignDefinitions(t *testing.T) {
	const endless = "CREATE VIEW puzzle AS WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) " +
		"SELECT n, n AS id, '' AS rules, '' AS stipulation, 1 AS length, NULL AS rating, 1 AS pieces, " +
		"'' AS key_piece, 1 AS strict, '' AS fen, '' AS material, 1 AS position, 1 AS idea, x'00' AS line FROM r"
	for _, change := range []string{
		"DROP TABLE puzzle; " + endless,
		"ALTER TABLE puzzle RENAME TO other; " + endless,
		"DROP TABLE theme",
		"ALTER TABLE author ADD COLUMN more TEXT",
		"DROP TABLE words; CREATE TABLE words (title, authors, comments)",
	} {
		s, filled := filledWithKinds(t)
		s.Close()
		path := filepath.Join(t.TempDir(), "store.db")
		if err := os.Rename(filled, path); err != nil {
			t.Fatal(err)
		}
		if err := statement(t, path, change); err != nil {
			t.Fatal(change, err)
		}
		s, err := Open(t.Context(), path, Options{ReadOnly: true})
		if err == nil {
			s.Close()
		}
		if !errors.Is(err, ErrDamaged) {
			t.Errorf("%.60s: %v", change, err)
		}
	}
}
