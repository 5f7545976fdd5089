package store

import (
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
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

// What may be opened, how, and the class of the error where it may not.
func TestOpen(t *testing.T) {
	made := func(text string) func(t *testing.T, path string) {
		return func(t *testing.T, path string) {
			if err := statement(t, path, text); err != nil {
				t.Fatal(err)
			}
		}
	}
	written := func(text string) func(t *testing.T, path string) {
		return func(t *testing.T, path string) { filetest.Write(t, path, []byte(text)) }
	}
	nothing := func(t *testing.T, path string) {}
	for _, test := range []struct {
		name  string
		make  func(t *testing.T, path string)
		o     Options
		class error
	}{
		{"missing", nothing, Options{}, fs.ErrNotExist},
		{"missing, to be read", nothing, Options{Create: true, ReadOnly: true}, fs.ErrNotExist},
		{"missing, to be made", nothing, Options{Create: true}, nil},
		{"empty", written(""), Options{}, nil},
		{"empty, to be made", written(""), Options{Create: true}, nil},
		{"empty, to be read", written(""), Options{ReadOnly: true}, ErrNotStore},
		{"text", written(strings.Repeat("no database\n", 1000)), Options{}, ErrNotStore},
		{"folder", func(t *testing.T, path string) { os.Mkdir(path, 0o700) }, Options{Create: true},
			ErrNotStore},
		{"tables of something else", made("CREATE TABLE a (b)"), Options{}, ErrNotStore},
		{"version of something else", made("PRAGMA user_version = 1"), Options{}, ErrNotStore},
		{"mark of something else", made("PRAGMA application_id = 7"), Options{}, ErrNotStore},
		{"newer", made("PRAGMA application_id = 0x5475726e; PRAGMA user_version = 99"), Options{},
			ErrNewer},
		{"begun, to be read", made("PRAGMA application_id = 0x5475726e; CREATE TABLE a (b)"),
			Options{ReadOnly: true}, ErrNotStore},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "store.db")
			test.make(t, path)
			s, err := Open(t.Context(), path, test.o)
			if err == nil {
				s.Close()
			} else {
				isClosed(t, path)
				if !strings.Contains(err.Error(), path) {
					t.Errorf("%v does not name the file", err)
				}
			}

			if !errors.Is(err, test.class) {
				t.Fatalf("%v, want %v", err, test.class)
			}
			if _, err := os.Stat(path); test.class == fs.ErrNotExist && err == nil {
				t.Error("a file is made")
			}
		})
	}
}

// A store whose second half is zeros is reported as damaged when it is opened or checked.
func TestDamaged(t *testing.T) {
	s, path := created(t)
	if _, err := s.Add(t.Context(), sequence(collection(t, "pacifist1")), AddOptions{}); err != nil {
		t.Fatal(err)
	}
	s.Close()
	info, err := os.Stat(path)
	if err == nil {
		err = errors.Join(os.Truncate(path, info.Size()/2), os.Truncate(path, info.Size()))
	}
	if err != nil {
		t.Fatal(err)
	}
	s, err = Open(t.Context(), path, Options{})
	if err == nil {
		_, err = s.Check(t.Context(), func(string) {})
		s.Close()
	}

	if !errors.Is(err, ErrDamaged) {
		t.Errorf("%v, want %v", err, ErrDamaged)
	}
}

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
	if stats, err := s.Stats(t.Context(), Query{}); err != nil || stats.Puzzles != 1 {
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
func TestCleanlyClosed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book.db")
	for _, journal := range []string{"", "empty", "full"} {
		if journal != "" {
			filetest.Write(t, path+"-wal", []byte(strings.TrimPrefix(journal, "empty")))
		}
		if cleanlyClosed(path) != (journal != "full") {
			t.Errorf("the journal is %q", journal)
		}
	}
}
