package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

var (
	// ErrNotStore is the class of errors about files that are no store of puzzles.
	ErrNotStore = errors.New("not a store of puzzles")
	// ErrNewer is the class of errors about stores that a later version of this program has made.
	ErrNewer = errors.New("a store of a newer version")
	// ErrReadOnly is the class of errors about changes to a store that may only be read.
	ErrReadOnly = errors.New("the store may only be read")
	// ErrFull is the class of errors about a disk with no room left.
	ErrFull = errors.New("no room left on the disk")
	// ErrUnknown is the class of errors about puzzles, solvers and themes that are not in the store.
	ErrUnknown = errors.New("not in the store")
	// ErrDamaged is the class of errors about stores whose file is damaged.
	ErrDamaged = errors.New("the store is damaged")
)

// A Store is an open store of puzzles. It may be used from many goroutines.
type Store struct {
	db       *sql.DB
	readOnly bool
}

// Options say how a store is opened.
type Options struct {
	Create   bool // make a store where there is no file
	ReadOnly bool // change nothing, not even an older version
}

// Open opens the store in a file. The error wraps [fs.ErrNotExist], [ErrNotStore], [ErrNewer],
// [ErrReadOnly], [ErrFull] or [ErrDamaged].
func Open(ctx context.Context, path string, o Options) (*Store, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && o.Create && !o.ReadOnly:
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: %w: it is no regular file", path, ErrNotStore)
	}
	mode := "rwc"
	if o.ReadOnly {
		mode = "ro"
	}
	s, err := open(ctx, path, o, mode)
	if code := codeOf(err); o.ReadOnly && (code == sqlite3.SQLITE_READONLY || code == sqlite3.SQLITE_CANTOPEN) &&
		closedWell(path) {
		// nothing can be written beside it, as SQLite wants to even to read
		s, err = open(ctx, path, o, mode+"&immutable=1")
	}
	if codeOf(err) == sqlite3.SQLITE_CANTOPEN {
		if refused := tryBeside(path); refused != nil {
			return nil, refused
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, explain(err))
	}
	return s, nil
}

// codeOf returns the code of an error of SQLite, 0 of any other.
func codeOf(err error) int {
	if e := (*sqlite.Error)(nil); errors.As(err, &e) {
		return e.Code() & 0xff
	}
	return 0
}

// closedWell reports whether all of a store is in its own file.
func closedWell(path string) bool {
	info, err := os.Stat(path + "-wal")
	return errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0
}

// tryBeside returns the error that the system has for a file beside another.
func tryBeside(path string) error {
	probe, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		if bare := (*fs.PathError)(nil); errors.As(err, &bare) {
			err = &fs.PathError{Op: "open", Path: path, Err: bare.Err}
		}
		return err
	}
	probe.Close()
	return os.Remove(probe.Name())
}

// open opens a store in a mode of SQLite. The error has not been explained yet.
func open(ctx context.Context, path string, o Options, mode string) (*Store, error) {
	name := (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: "mode=" + mode +
		"&_txlock=immediate&_pragma=busy_timeout(20000)&_pragma=synchronous(full)&_pragma=foreign_keys(on)&_pragma=cache_size(-65536)"}).String()
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, err
	}
	s := &Store{db: db, readOnly: o.ReadOnly}
	if err := s.prepare(ctx); err != nil {
		db.Close()
		return nil, err
	}
	return s, nil
}

// prepare looks at what has been opened, and brings it up to date.
func (s *Store) prepare(ctx context.Context) error {
	version, err := versionOf(ctx, s.db)
	switch {
	case err != nil:
		return err
	case version == len(migrations):
		return nil
	case s.readOnly && version == 0:
		return fmt.Errorf("%w: it is empty", ErrNotStore)
	case s.readOnly:
		return fmt.Errorf("%w, and it is of version %d and must be brought up to %d first", ErrReadOnly, version,
			len(migrations))
	}
	return patiently(ctx, func() error {
		if version == 0 {
			if _, err := s.db.ExecContext(ctx, "PRAGMA journal_mode = wal"); err != nil {
				return err
			}
		}
		return migrate(ctx, s.db)
	})
}

// patiently does something again while another process is in the way. SQLite waits by itself, but not for a
// change of the journal's mode, nor where two wait for each other.
func patiently(ctx context.Context, do func() error) error {
	for end := time.Now().Add(20 * time.Second); ; {
		err := do()
		var e *sqlite.Error
		if !errors.As(err, &e) || e.Code()&0xff != sqlite3.SQLITE_BUSY || time.Now().After(end) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Close closes the store.
func (s *Store) Close() error { return explain(s.db.Close()) }

// explain puts an error of the database into the classes of this package.
func explain(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_NOTADB:
		return ErrNotStore
	case sqlite3.SQLITE_CORRUPT:
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		return ErrReadOnly
	case sqlite3.SQLITE_FULL:
		return ErrFull
	case sqlite3.SQLITE_INTERRUPT:
		return context.Canceled
	}
	return err
}

// change does some work in one transaction, which holds whole or not at all.
func (s *Store) change(ctx context.Context, work func(tx *sql.Tx) error) error {
	if s.readOnly {
		return ErrReadOnly
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return explain(err)
	}
	if err := work(tx); err != nil {
		tx.Rollback()
		return explain(err)
	}
	return explain(tx.Commit())
}
