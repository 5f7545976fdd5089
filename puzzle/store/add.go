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

// usualBatch is how many puzzles are stored in one transaction where the caller does not say.
const usualBatch = 2000

// maxHeld is how many bytes of lines a transaction takes, but for the last.
const maxHeld = 64 << 20

// A Line is the text of one puzzle, without its line feed, and where it stands.
type Line struct {
	Text   []byte
	File   string
	Number int // from 1
}

// Why says why a puzzle was not stored.
type Why uint8

const (
	// Already says that the store holds this puzzle.
	Already Why = iota
	// SamePosition says that the store holds a puzzle of the same position, turned or mirrored perhaps.
	SamePosition
	// SameIdea says that the store holds a puzzle with the same key and shape of solution.
	SameIdea
	// Unreadable says that the text is no puzzle.
	Unreadable
)

func (w Why) String() string {
	return [...]string{"already in the store", "same position", "same idea", "not a puzzle"}[w]
}

// A Refusal is a puzzle that was not stored.
type Refusal struct {
	Line Line
	ID   string
	Why  Why
	Same string // id of the puzzle in the store that it is like
	Err  error  // of text that is no puzzle
}

// Added counts what became of puzzles.
type Added struct {
	Stored, Already, SamePosition, SameIdea, Unreadable int
}

func (a *Added) count(w Why) {
	*[...]*int{&a.Already, &a.SamePosition, &a.SameIdea, &a.Unreadable}[w]++
}

// AddOptions say how puzzles are added.
type AddOptions struct {
	KeepSameIdea bool            // store puzzles of a known idea as well
	Batch        int             // puzzles in one transaction; 0 is 2,000
	Refused      func(r Refusal) // is told of each puzzle that is not stored, in order; may be nil
	Progress     func(a Added)   // is told after each transaction of what holds from now on; may be nil
}

// Add stores puzzles. Those that the store holds already, or whose position or idea it holds, are
// not stored and reported; so is text that is no puzzle, or too long. When the error is not nil, what the last
// call of Progress counted has been stored for good, and nothing else.
func (s *Store) Add(ctx context.Context, text iter.Seq2[Line, error], o AddOptions) (Added, error) {
	var done Added
	batch := cmp.Or(o.Batch, usualBatch)
	next, stop := iter.Pull2(text)
	defer stop()
	for end := false; !end; {
		var group []read
		var err error
		if group, end, err = gather(next, batch); err != nil {
			return done, err
		}
		if err := readAll(ctx, group); err != nil {
			return done, err
		}
		now := done
		var refused []Refusal
		err = s.change(ctx, func(tx *sql.Tx) error {
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
					now.count(r.Why)
					refused = append(refused, *r)
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
		if o.Refused != nil {
			for _, r := range refused {
				o.Refused(r)
			}
		}
		if o.Progress != nil {
			o.Progress(done)
		}
	}
	return done, nil
}

// gather takes as many lines as one transaction stores, and reports whether there are no more.
func gather(next func() (Line, error, bool), batch int) (group []read, end bool, err error) {
	for held := 0; len(group) < batch && held < maxHeld; {
		line, err, ok := next()
		if !ok {
			return group, true, nil
		}
		tooLong := (*lines.TooLongError)(nil)
		if err != nil && !errors.As(err, &tooLong) {
			return nil, false, err
		}
		group = append(group, read{line: line})
		if held += len(line.Text); tooLong != nil {
			group[len(group)-1].err = tooLong
		}
	}
	return group, false, nil
}

// read is a line with what has been read out of it.
type read struct {
	line   Line
	facts  *facts
	packed []byte
	err    error
}

// readAll reads lines side by side.
func readAll(ctx context.Context, group []read) error {
	workers, ctx := errgroup.WithContext(ctx)
	jobs := runtime.GOMAXPROCS(0)
	for j := range jobs {
		workers.Go(func() error {
			for i := j; i < len(group) && ctx.Err() == nil; i += jobs {
				r := &group[i]
				if r.err == nil {
					r.facts, r.err = factsOf(r.line.Text)
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

// An adder holds the statements of one transaction, which closes them when it ends.
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
		// The first of each kind, for hundreds may have the same idea.
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

// add stores one puzzle, or returns why it is not stored.
func (a *adder) add(ctx context.Context, r *read, keepSameIdea bool) (*Refusal, error) {
	if r.err != nil {
		return &Refusal{Line: r.line, Why: Unreadable, Err: r.err}, nil
	}
	f := r.facts
	idea := f.idea
	if keepSameIdea {
		idea = -1 // no puzzle has it
	}
	var same string
	var how Why
	switch err := a.like.QueryRowContext(ctx, f.id, f.position, idea, f.stipulation).Scan(&same, &how); {
	case err == nil:
		return &Refusal{Line: r.line, ID: f.id, Why: how, Same: same}, nil
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
	if w.Title == "" && len(w.Authors) == 0 && len(w.Comments) == 0 {
		return nil
	}
	for _, name := range w.Authors {
		if _, err := a.author.ExecContext(ctx, name, n); err != nil {
			return err
		}
	}
	_, err := a.words.ExecContext(ctx, n, w.Title, strings.Join(w.Authors, "\n"), strings.Join(w.Comments, "\n"))
	return err
}

// finish writes what was counted.
func (a *adder) finish(ctx context.Context) error {
	for theme, uses := range a.used {
		if _, err := a.uses.ExecContext(ctx, uses, theme); err != nil {
			return fmt.Errorf("themes: %w", err)
		}
	}
	return nil
}
