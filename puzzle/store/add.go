package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"

	"turncoat/internal/lines"
)

// defaultBatch is the default number of puzzles in one transaction.
const defaultBatch = 2000

// maxBytes limits the lines of a transaction, except the last one.
const maxBytes = 64 << 20

// A Line is the text of a puzzle, without its line feed, and its place.
type Line struct {
	Text   []byte
	File   string
	Number int // from 1
}

// Reason says why a puzzle was skipped.
type Reason uint8

const (
	// Already means that the store has this puzzle.
	Already Reason = iota
	// SamePosition means that the store has a puzzle with this position, perhaps mirrored or with colours exchanged.
	SamePosition
	// SameIdea means that the store has a puzzle with this key and shape of solution.
	SameIdea
	// Unreadable means that the text is not a puzzle.
	Unreadable
)

func (r Reason) String() string {
	return [...]string{"already in the store", "same position", "same idea", "not a puzzle"}[r]
}

// A Skip is a puzzle that was not stored.
type Skip struct {
	Line   Line
	ID     string
	Reason Reason
	Same   string // id of the puzzle in the store that it is like
	Err    error  // of text that is not a puzzle
}

// Added counts puzzles by what became of them.
type Added struct {
	Stored, Already, SamePosition, SameIdea, Unreadable int
}

func (a *Added) count(r Reason) {
	*[...]*int{&a.Already, &a.SamePosition, &a.SameIdea, &a.Unreadable}[r]++
}

// AddOptions for [Store.Add].
type AddOptions struct {
	KeepSameIdea bool          // store puzzles of a known idea too
	Batch        int           // puzzles in one transaction; 0 means 2,000
	Skipped      func(s Skip)  // called for each skipped puzzle, in order; may be nil
	Progress     func(a Added) // called after each transaction with the counts so far; may be nil
}

// Add stores puzzles. It skips those whose id, position or idea is in the store already and lines that are too long or
// not puzzles. After an error exactly those puzzles are stored that the last call of Progress counted.
func (s *Store) Add(ctx context.Context, text iter.Seq2[Line, error], o AddOptions) (Added, error) {
	var done Added
	batch := cmp.Or(o.Batch, defaultBatch)
	next, stop := iter.Pull2(text)
	defer stop()
	for end := false; !end; {
		var group []parsed
		var err error
		if group, end, err = gather(next, batch); err != nil {
			return done, err
		}
		if err := parseAll(ctx, group); err != nil {
			return done, err
		}
		now := done
		var skipped []Skip
		err = s.update(ctx, func(tx *sql.Tx) error {
			a, err := newAdder(ctx, tx)
			if err != nil {
				return err
			}
			for i := range group {
				r, err := a.add(ctx, &group[i], o.KeepSameIdea)
				if err != nil {
					return err
				}
				if r != nil {
					now.count(r.Reason)
					skipped = append(skipped, *r)
				} else {
					now.Stored++
				}
			}
			return a.finish(ctx)
		})
		if err != nil {
			return done, err
		}
		done = now
		if o.Skipped != nil {
			for _, r := range skipped {
				o.Skipped(r)
			}
		}
		if o.Progress != nil {
			o.Progress(done)
		}
	}
	return done, nil
}

// gather takes the lines of one transaction and reports whether they are the last.
func gather(next func() (Line, error, bool), batch int) (group []parsed, end bool, err error) {
	for size := 0; len(group) < batch && size < maxBytes; {
		line, err, ok := next()
		if !ok {
			return group, true, nil
		}
		tooLong := (*lines.TooLongError)(nil)
		if err != nil && !errors.As(err, &tooLong) {
			return nil, false, err
		}
		group = append(group, parsed{line: line})
		if size += len(line.Text); tooLong != nil {
			group[len(group)-1].err = tooLong
		}
	}
	return group, false, nil
}

// parsed is a line with its columns.
type parsed struct {
	line   Line
	row    *row
	packed []byte
	err    error
}

// parseAll parses lines in parallel.
func parseAll(ctx context.Context, group []parsed) error {
	workers, ctx := errgroup.WithContext(ctx)
	jobs := runtime.GOMAXPROCS(0)
	for j := range jobs {
		workers.Go(func() error {
			for i := j; i < len(group) && ctx.Err() == nil; i += jobs {
				r := &group[i]
				if r.err == nil {
					r.row, r.err = rowOf(r.line.Text)
				}
				if r.err != nil {
					continue
				}
				var err error
				if r.packed, err = pack(r.line.Text); err != nil {
					return err
				}
			}
			return ctx.Err()
		})
	}
	return workers.Wait()
}

// An adder holds the prepared statements of a transaction.
type adder struct {
	like, puzzle, theme, words, author,
	newTheme, uses *sql.Stmt
	themes map[string]int64
	used   map[int64]int
}

func newAdder(ctx context.Context, tx *sql.Tx) (*adder, error) {
	a := &adder{themes: map[string]int64{}, used: map[int64]int{}}
	for _, prepare := range []struct {
		to   **sql.Stmt
		text string
	}{
		// The first of each kind: hundreds of puzzles may have the same idea.
		{&a.like, `SELECT id, 0 AS how FROM puzzle WHERE id = ?1
			UNION ALL SELECT * FROM (SELECT id, 1 FROM puzzle WHERE position = ?2 AND stipulation = ?4 ORDER BY n LIMIT 1)
			UNION ALL SELECT * FROM (SELECT id, 2 FROM puzzle WHERE idea = ?3 ORDER BY n LIMIT 1)
			ORDER BY how LIMIT 1`},
		{&a.puzzle, `INSERT INTO puzzle (id, rules, stipulation, length, rating, pieces, key_piece, strict, fen, material, position, idea, line)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`},
		{&a.theme, `INSERT OR IGNORE INTO puzzle_theme (theme, rating, n) VALUES (?, ?, ?)`},
		{&a.words, `INSERT INTO words (rowid, title, authors, comments) VALUES (?, ?, ?, ?)`},
		{&a.author, `INSERT OR IGNORE INTO author (name, n) VALUES (?, ?)`},
		{&a.newTheme, `INSERT INTO theme (name) VALUES (?)`},
		{&a.uses, `UPDATE theme SET uses = uses + ? WHERE theme = ?`},
	} {
		statement, err := tx.PrepareContext(ctx, prepare.text)
		if err != nil {
			return nil, err
		}
		*prepare.to = statement
	}
	rows, err := tx.QueryContext(ctx, "SELECT name, theme FROM theme")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		var theme int64
		if err := rows.Scan(&name, &theme); err != nil {
			return nil, err
		}
		a.themes[name] = theme
	}
	return a, rows.Err()
}

// add stores a puzzle or returns why it was skipped.
func (a *adder) add(ctx context.Context, r *parsed, keepSameIdea bool) (*Skip, error) {
	if r.err != nil {
		return &Skip{Line: r.line, Reason: Unreadable, Err: r.err}, nil
	}
	f := r.row
	idea := f.idea
	if keepSameIdea {
		idea = -1 // no puzzle has it
	}
	var same string
	var how Reason
	switch err := a.like.QueryRowContext(ctx, f.id, f.position, idea, f.stipulation).Scan(&same, &how); {
	case err == nil:
		return &Skip{Line: r.line, ID: f.id, Reason: how, Same: same}, nil
	case !errors.Is(err, sql.ErrNoRows):
		return nil, err
	}
	result, err := a.puzzle.ExecContext(ctx, f.id, f.rules, f.stipulation, f.length, f.rating, f.pieces, f.keyPiece,
		f.strict, f.fen,
		f.material, f.position, f.idea, r.packed)
	if err != nil {
		return nil, err
	}
	n, err := result.LastInsertId()
	if err != nil {
		return nil, err
	}
	for _, name := range f.themes {
		if err := a.addTheme(ctx, n, name, f.rating); err != nil {
			return nil, err
		}
	}
	return nil, a.addWords(ctx, n, f.words)
}

func (a *adder) addTheme(ctx context.Context, n int64, name string, rating *int) error {
	theme, ok := a.themes[name]
	if !ok {
		result, err := a.newTheme.ExecContext(ctx, name)
		if err != nil {
			return err
		}
		if theme, err = result.LastInsertId(); err != nil {
			return err
		}
		a.themes[name] = theme
	}
	at := 0
	if rating != nil {
		at = *rating
	}
	a.used[theme]++
	_, err := a.theme.ExecContext(ctx, theme, at, n)
	return err
}

func (a *adder) addWords(ctx context.Context, n int64, w words) error {
	title, authors, comments := w.columns()
	if title+authors+comments == "" {
		return nil
	}
	for _, name := range w.Authors {
		if _, err := a.author.ExecContext(ctx, name, n); err != nil {
			return err
		}
	}
	_, err := a.words.ExecContext(ctx, n, title, authors, comments)
	return err
}

// columns returns the words as the index has them.
func (w *words) columns() (title, authors, comments string) {
	return w.Title, strings.Join(w.Authors, "\n"), strings.Join(w.Comments, "\n")
}

// finish writes the counts.
func (a *adder) finish(ctx context.Context) error {
	for theme, uses := range a.used {
		if _, err := a.uses.ExecContext(ctx, uses, theme); err != nil {
			return fmt.Errorf("themes: %w", err)
		}
	}
	return nil
}
