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
	"sync/atomic"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

var (
	// ErrNotStore is the class of errors about files that are not puzzle stores.
	ErrNotStore = errors.New("not a puzzle store")
	// ErrNewer is the class of errors about stores made by a later version of this program.
	ErrNewer = errors.New("store made by a newer version of this program")
	// ErrReadOnly is the class of errors about changes to a store that is read-only.
	ErrReadOnly = errors.New("the store is read-only")
	// ErrFull is the class of errors about a full disk.
	ErrFull = errors.New("no space left on the disk")
	// ErrUnknown is the class of errors about puzzles, themes and rule sets that are not in the
	// store.
	ErrUnknown = errors.New("not in the store")
	// ErrDamaged is the class of errors about damaged stores.
	ErrDamaged = errors.New("the store is damaged")
)

// A Store is an open puzzle store. It is safe for concurrent use.
type Store struct {
	db       *sql.DB
	readOnly bool
	fresh    atomic.Value // path of a store that was made and holds nothing yet, "" of another
	full     atomic.Bool  // the disk was, when something was to be stored
}

// Options for [Open].
type Options struct {
	Create   bool // create the store if there is no file
	ReadOnly bool // change nothing
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
		return nil, fmt.Errorf("%s: %w: not a regular file", path, ErrNotStore)
	}

	mode := "rwc"
	if o.ReadOnly {
		mode = "ro"
	}
	created := errors.Is(err, fs.ErrNotExist)
	s, err := open(ctx, path, o, mode)
	code := codeOf(err)
	unwritable := code == sqlite3.SQLITE_READONLY || code == sqlite3.SQLITE_CANTOPEN
	if o.ReadOnly && unwritable && cleanlyClosed(path) {
		// SQLite creates files beside the store even to read it, unless it is immutable.
		s, err = open(ctx, path, o, mode+"&immutable=1")
	}

	if codeOf(err) == sqlite3.SQLITE_CANTOPEN {
		if refused := dirError(path); refused != nil {
			return nil, refused
		}
	}

	err = classify(err)
	if created && errors.Is(err, ErrFull) {
		remove(path)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if created {
		s.fresh.Store(path)
	}
	return s, nil
}

// remove removes the files of a store in which there is nothing.
func remove(path string) {
	for _, end := range []string{"-wal", "-shm", ""} {
		os.Remove(path + end)
	}
}

// codeOf returns the code of an error of SQLite, 0 of any other.
func codeOf(err error) int {
	if e := (*sqlite.Error)(nil); errors.As(err, &e) {
		return e.Code() & 0xff
	}
	return 0
}

// cleanlyClosed reports whether the store has no write-ahead log.
func cleanlyClosed(path string) bool {
	info, err := os.Stat(path + "-wal")
	return errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0
}

// dirError returns the error of the system when it creates a file in the same directory.
func dirError(path string) error {
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

// settings are those of every connection.
const settings = "&_txlock=immediate&_pragma=busy_timeout(20000)&_pragma=synchronous(full)" +
	"&_pragma=foreign_keys(on)&_pragma=cache_size(-65536)"

// open opens a store in an SQLite mode. The error is as SQLite has it.
func open(ctx context.Context, path string, o Options, mode string) (*Store, error) {
	name := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(),
		RawQuery: "mode=" + mode + settings}
	db, err := sql.Open("sqlite", name.String())
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

// prepare checks an open file, and makes the tables in an empty one.
func (s *Store) prepare(ctx context.Context) error {
	found, err := versionOf(ctx, s.db)
	switch {
	case err != nil:
		return err
	case found == 0 && s.readOnly:
		return fmt.Errorf("%w: the file is empty", ErrNotStore)
	case found == 0:
		err = s.create(ctx)
		if err != nil {
			return err
		}
	}

	return checkTables(ctx, s.db)
}

// create makes the tables. Another process may do so at the same time.
func (s *Store) create(ctx context.Context) error {
	return retryBusy(ctx, func() error {
		if _, err := s.db.ExecContext(ctx, "PRAGMA journal_mode = wal"); err != nil {
			return err
		}
		return create(ctx, s.db)
	})
}

// retryBusy retries while another process holds the lock. SQLite itself waits too, but not for a
// change of the journal mode, nor when two processes wait for each other.
func retryBusy(ctx context.Context, do func() error) error {
	for end := time.Now().Add(20 * time.Second); ; {
		err := do()
		if codeOf(err) != sqlite3.SQLITE_BUSY || time.Now().After(end) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Close closes the store. One that was made and got nothing, since the disk was full, is removed.
func (s *Store) Close() error {
	path, _ := s.fresh.Load().(string)
	if path != "" && s.full.Load() && s.isEmpty() {
		defer remove(path)
	}

	return classify(s.db.Close())
}

// isEmpty reports whether the store certainly has no puzzle. Another process may have added some.
func (s *Store) isEmpty() bool {
	some := true
	err := s.db.QueryRow("SELECT EXISTS (SELECT * FROM puzzle)").Scan(&some)
	return err == nil && !some
}

// classify wraps an SQLite error in a class of this package.
func classify(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	if e.Code() == sqlite3.SQLITE_IOERR_SHMSIZE { // the file beside the store does not get the room that it asks for
		return ErrFull
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

// update runs work in a transaction.
func (s *Store) update(ctx context.Context, work func(tx *sql.Tx) error) error {
	if s.readOnly {
		return ErrReadOnly
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err == nil {
		err = work(tx)
		if err == nil {
			err = tx.Commit()
		} else {
			tx.Rollback()
		}
	}

	err = classify(err)
	switch {
	case err == nil:
		s.fresh.Store("")
	case errors.Is(err, ErrFull):
		s.full.Store(true)
	}

	return err
}
