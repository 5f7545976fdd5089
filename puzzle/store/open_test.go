package store

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"modernc.org/sqlite"

	"turncoat/internal/filetest"
)

// statement carries out statements on an SQLite file, which is made.
func statement(t *testing.T, path, text string) error {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	_, err = db.Exec(text)
	return err
}

// isClosed holds a file not to be open in this process, where the system tells.
func isClosed(t *testing.T, path string) {
	t.Helper()
	files, _ := filepath.Glob("/proc/self/fd/*")
	for _, file := range files {
		if name, _ := os.Readlink(file); name == path {
			t.Errorf("%s is still open", path)
		}
	}
}

// opened opens a store.
func opened(t testing.TB, path string, o Options) *Store {
	t.Helper()
	s, err := Open(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What may be opened, how, and what is said where it may not.
func TestOpen(t *testing.T) {
	made := func(text string) func(t *testing.T, path string) {
		return func(t *testing.T, path string) {
			if err := statement(t, path, text); err != nil {
				t.Fatal(err)
			}
		}
	}
	nothing := func(t *testing.T, path string) {}
	empty := func(t *testing.T, path string) {
		filetest.Write(t, path, nil)
	}
	for _, test := range []struct {
		name  string
		make  func(t *testing.T, path string)
		o     Options
		class error
		text  string // after the path
	}{
		{"missing", nothing, Options{}, fs.ErrNotExist, ""},
		{"missing, to be read", nothing, Options{Create: true, ReadOnly: true}, fs.ErrNotExist, ""},
		{"missing, to be made", nothing, Options{Create: true}, nil, ""},
		{"empty", empty, Options{}, nil, ""},
		{"empty, to be made", empty, Options{Create: true}, nil, ""},
		{"empty, to be read", empty, Options{ReadOnly: true}, ErrNotStore, "not a store of puzzles: it is empty"},
		{"folder", func(t *testing.T, path string) { os.Mkdir(path, 0o700) }, Options{Create: true}, ErrNotStore,
			"not a store of puzzles: it is no regular file"},
		{"tables of something else", made("CREATE TABLE a (b)"), Options{}, ErrNotStore,
			"not a store of puzzles: it is a database of something else"},
		{"version of something else", made("PRAGMA user_version = 1"), Options{}, ErrNotStore,
			"not a store of puzzles: it is a database of something else"},
		{"mark of something else", made("PRAGMA application_id = 7"), Options{}, ErrNotStore,
			"not a store of puzzles: it is a database of something else"},
		{"newer", made("PRAGMA application_id = 0x5475726e; PRAGMA user_version = 2"), Options{}, ErrNewer,
			"a store of a newer version: it is of version 2, this program knows versions up to 1"},
		{"begun, to be read", made("PRAGMA application_id = 0x5475726e; CREATE TABLE a (b)"), Options{ReadOnly: true},
			ErrNotStore, "not a store of puzzles: it is empty"},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "store.db")
			test.make(t, path)
			s, err := Open(t.Context(), path, test.o)
			if err == nil {
				if version, err := versionOf(t.Context(), s.db); err != nil || version != 1 {
					t.Errorf("version %d, %v", version, err)
				}
				s.Close()
			} else if !strings.Contains(err.Error(), path) {
				t.Errorf("%v does not name the file", err)
			}
			if !errors.Is(err, test.class) {
				t.Fatalf("%v, want %v", err, test.class)
			}
			if test.class != nil {
				isClosed(t, path)
			}
			if test.text != "" && err.Error() != path+": "+test.text {
				t.Errorf("%v", err)
			}
			if _, err := os.Stat(path); test.class == fs.ErrNotExist && err == nil {
				t.Error("a file is made")
			}
		})
	}
}

// An older store is not read, and what must be done is said; it is marked for what it is.
func TestOldIsNotRead(t *testing.T) {
	path := oldStore(t)
	migrating(t, "CREATE TABLE later (n)")
	_, err := Open(t.Context(), path, Options{ReadOnly: true})
	if want := path + ": the store may only be read, and it is of version 1 and must be brought up to 2 first"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	s := opened(t, path, Options{})
	defer s.Close()
	var mark int
	if err := s.db.QueryRow("SELECT * FROM pragma_application_id").Scan(&mark); err != nil || mark != 0x5475726e {
		t.Errorf("marked %#x, %v", mark, err) // as docs/store.md says
	}
}

// The errors of SQLite come in the classes of the package; others are left alone.
func TestExplain(t *testing.T) {
	s, path := filledWithKinds(t)
	full := filepath.Join(t.TempDir(), "full.db")
	text := filepath.Join(t.TempDir(), "text.db")
	filetest.Write(t, text, []byte(strings.Repeat("no database\n", 100)))
	other := errors.New("another")
	nonsense := statement(t, path, "SELECT nonsense")
	for _, test := range []struct {
		name      string
		err, want error
	}{
		{"none", nil, nil},
		{"of another kind", other, other},
		{"of the query", nonsense, nonsense},
		{"read only", statement(t, "file:"+path+"?mode=ro", "DELETE FROM words"), ErrReadOnly},
		{"full", statement(t, full,
			"PRAGMA max_page_count = 2; CREATE TABLE a (b); INSERT INTO a VALUES (zeroblob(100000))"), ErrFull},
		{"no database", statement(t, text, "SELECT * FROM sqlite_schema"), ErrNotStore},
	} {
		if got := explain(test.err); got != test.want || test.name != "none" && got == nil {
			t.Errorf("%s: %v becomes %v", test.name, test.err, got)
		}
	}
	s.Close()
}

// A store that was closed answers nothing, and says so.
func TestClosed(t *testing.T) {
	s, path := filledWithKinds(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	isClosed(t, path)
	if got, err := s.Stats(t.Context()); err == nil || got.Puzzles != 0 || len(got.Groups) != 0 {
		t.Errorf("%+v, %v", got, err)
	}
	if looked, err := s.Check(t.Context(), func(fault string) { t.Error(fault) }); err == nil || looked != 0 {
		t.Errorf("%d looked at, %v", looked, err)
	}
	if looked, err := s.checkPuzzles(t.Context(), func(fault string) { t.Error(fault) }); err == nil || looked != 0 {
		t.Errorf("%d looked at, %v", looked, err)
	}
	at := parsed(t, "8/5K1k/R7/8/8/8/8/8 w")
	for i, seq := range []func(func(Found, error) bool){
		s.Find(t.Context(), Query{}), s.Find(t.Context(), Query{Themes: []string{"waves-2"}}),
		s.Near(t.Context(), &at, NearMaterial, Query{}),
	} {
		yielded := 0
		for f, err := range seq {
			if yielded++; err == nil || f.ID != "" || yielded > 1 {
				t.Errorf("%d: %+v, %v", i, f, err)
			}
		}
		if yielded != 1 {
			t.Errorf("%d: %d errors", i, yielded)
		}
	}
	yielded := 0
	for a, err := range s.History(t.Context(), "Ann") {
		if yielded++; err == nil || errors.Is(err, ErrUnknown) || a != (Attempt{}) {
			t.Errorf("%+v, %v", a, err)
		}
	}
	if yielded != 1 {
		t.Errorf("%d attempts", yielded)
	}
	solvers, err := s.Solvers(t.Context())
	if err == nil || solvers != nil {
		t.Errorf("%+v, %v", solvers, err)
	}
	if v, err := s.Strength(t.Context(), "chess-2-356d9eb8"); err == nil || errors.Is(err, ErrUnknown) ||
		v != (Strength{}) {
		t.Errorf("%+v, %v", v, err)
	}
	if _, err := s.at(t.Context(), 1); err == nil {
		t.Error("a puzzle is there")
	}
	if _, err := s.Record(t.Context(), Attempt{Solver: "Ann", Puzzle: "chess-2-356d9eb8", Tries: 1}); err == nil ||
		errors.Is(err, ErrUnknown) {
		t.Errorf("%v", err)
	}
}

// What another process holds is asked for again until it is free, somebody gives up, or twenty seconds have gone by;
// what fails otherwise fails at once.
func TestPatiently(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	holder, err := db.Conn(t.Context())
	if err == nil {
		_, err = holder.ExecContext(t.Context(), "BEGIN IMMEDIATE")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer holder.Close()
	busy := statement(t, path, "BEGIN IMMEDIATE")
	if e, ok := errors.AsType[*sqlite.Error](busy); !ok || e.Code() != 5 { // SQLITE_BUSY
		t.Fatalf("%v is not what it is for", busy)
	}
	other := errors.New("another")
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		for _, test := range []struct {
			name  string
			after []error // of each call; the last again and again
			want  error
			calls int
			took  time.Duration
		}{
			{"free", []error{nil}, nil, 1, 0},
			{"otherwise", []error{other}, other, 1, 0},
			{"free at last", []error{busy, busy, nil}, nil, 3, 40 * time.Millisecond},
			{"otherwise at last", []error{busy, nonsenseOf(t, path), nil}, nonsenseOf(t, path), 2,
				20 * time.Millisecond},
			{"never", []error{busy}, busy, 1002, 20*time.Second + 20*time.Millisecond},
		} {
			began, calls := time.Now(), 0
			err := patiently(ctx, func() error {
				calls++
				return test.after[min(calls, len(test.after))-1]
			})
			if took := time.Since(began); calls != test.calls || took != test.took ||
				(err == nil) != (test.want == nil) || err != nil && err.Error() != test.want.Error() {
				t.Errorf("%s: %v after %d calls in %v; want %v, %d, %v", test.name, err, calls, took, test.want,
					test.calls, test.took)
			}
		}
		cancel()
		if err := patiently(ctx, func() error { return busy }); !errors.Is(err, context.Canceled) {
			t.Errorf("given up: %v", err)
		}
	})
}

func nonsenseOf(t *testing.T, path string) error { return statement(t, path, "SELECT nonsense") }

// A store is read where nothing can be written beside it, if all of it is in its file.
func TestNothingCanBeWrittenBeside(t *testing.T) {
	if os.Geteuid() <= 0 {
		t.Skip("nothing is forbidden to root, nor by permissions to a user of Windows")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "book.db")
	s := opened(t, path, Options{Create: true})
	if _, err := s.Add(t.Context(), sequence([]Line{{Text: kinds(t)[0]}}), AddOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o700)
	s = opened(t, path, Options{ReadOnly: true})
	if stats, err := s.Stats(t.Context()); err != nil || stats.Puzzles != 1 {
		t.Errorf("%+v, %v", stats, err)
	}
	s.Close()
	if _, err := Open(t.Context(), filepath.Join(dir, "new.db"), Options{Create: true}); !errors.Is(err,
		fs.ErrPermission) {
		t.Errorf("a store that cannot be made: %v", err)
	}
}

// Where no store can be made the system's own reason is said.
func TestNoFolder(t *testing.T) {
	lost := filepath.Join(t.TempDir(), "none", "book.db")
	if _, err := Open(t.Context(), lost, Options{Create: true}); !errors.Is(err, fs.ErrNotExist) ||
		strings.Contains(err.Error(), "database") {
		t.Errorf("%v", err)
	}
}

// What stands in the journal of a store beside it is a part of it.
func TestClosedWell(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book.db")
	for _, journal := range []string{"", "empty", "full"} {
		if journal != "" {
			filetest.Write(t, path+"-wal", []byte(strings.TrimPrefix(journal, "empty")))
		}
		if closedWell(path) != (journal != "full") {
			t.Errorf("the journal is %q", journal)
		}
	}
}
