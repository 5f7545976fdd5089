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

	"turncoat/internal/lines"
	"turncoat/internal/plural"
	"turncoat/internal/workers"
	"turncoat/puzzle"
)

// defaultBatch is the default number of puzzles in one transaction.
const defaultBatch = 2000

// maxBytes limits the lines of a transaction, except the last one.
const maxBytes = 64 << 20

// A Line is the text of a puzzle and its place.
type Line = puzzle.TextLine

// Reason says why a puzzle was skipped.
type Reason uint8

const (
	// Already means that the store has this puzzle.
	Already Reason = iota
	// SamePosition means that the store has a puzzle with this position, perhaps mirrored or with
	// colours exchanged.
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

// Total is how many lines were looked at.
func (a Added) Total() int {
	return a.Stored + a.Already + a.SamePosition + a.SameIdea + a.Unreadable
}

// Summary says how many puzzles were added and how many left out, but for those that are unreadable.
func (a Added) Summary() string {
	text := plural.Count(a.Stored, "puzzle") + " added"
	for _, left := range []struct {
		n      int
		reason Reason
	}{{a.Already, Already}, {a.SamePosition, SamePosition}, {a.SameIdea, SameIdea}} {
		if left.n > 0 {
			text += fmt.Sprintf(", %d left out: %s", left.n, left.reason)
		}
	}

	return text
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

// Add stores puzzles. It skips those whose id, position or idea is in the store already and lines
// that are too long or not puzzles. After an error exactly those puzzles are stored that the last
// call of Progress counted.
func (s *Store) Add(ctx context.Context, text iter.Seq2[Line, error], o AddOptions) (Added, error) {
	var done Added
	batch := cmp.Or(o.Batch, defaultBatch)
	next, stop := iter.Pull2(text)
	defer stop()
	for end := false; !end; {
		var group []parsed
		var err error
		group, end, err = gather(next, batch)
		if err != nil {
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
		size += len(line.Text)
		if tooLong != nil {
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
	failed := make([]error, len(group))
	return cmp.Or(workers.Each(ctx, runtime.GOMAXPROCS(0), len(group), func(_, i int) {
		r := &group[i]
		if r.err == nil {
			r.row, r.err = rowOf(r.line.Text)
		}
		if r.err == nil {
			r.packed, failed[i] = pack(r.line.Text)
		}
	}), cmp.Or(failed...))
}

// An adder adds puzzles in a transaction, with each statement prepared once.
type adder struct {
	tx         *sql.Tx
	statements map[string]*sql.Stmt
	themes     map[string]int64
	used       map[int64]int
}

func newAdder(ctx context.Context, tx *sql.Tx) (*adder, error) {
	a := &adder{tx, map[string]*sql.Stmt{}, map[string]int64{}, map[int64]int{}}
	type theme struct {
		name   string
		number int64
	}
	for t, err := range query(ctx, tx, func(t *theme) []any { return []any{&t.name, &t.number} },
		"SELECT name, theme FROM theme") {
		if err != nil {
			return nil, err
		}
		a.themes[t.name] = t.number
	}

	return a, nil
}

func (a *adder) prepared(ctx context.Context, text string) (*sql.Stmt, error) {
	if s := a.statements[text]; s != nil {
		return s, nil
	}
	s, err := a.tx.PrepareContext(ctx, text)
	a.statements[text] = s
	return s, err
}

// exec executes a statement and returns the number of the row that it inserts.
func (a *adder) exec(ctx context.Context, text string, args ...any) (int64, error) {
	s, err := a.prepared(ctx, text)
	if err != nil {
		return 0, err
	}
	result, err := s.ExecContext(ctx, args...)
	if err != nil {
		return 0, err
	}
	return result.LastInsertId()
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
	// The first of each kind: hundreds of puzzles may have the same idea.
	like, err := a.prepared(ctx, `SELECT id, 0 AS how FROM puzzle WHERE id = ?1
		UNION ALL SELECT * FROM (SELECT id, 1 FROM puzzle WHERE position = ?2 AND stipulation = ?4 ORDER BY n LIMIT 1)
		UNION ALL SELECT * FROM (SELECT id, 2 FROM puzzle WHERE idea = ?3 ORDER BY n LIMIT 1)
		ORDER BY how LIMIT 1`)
	if err != nil {
		return nil, err
	}
	skip := Skip{Line: r.line, ID: f.id}
	err = like.QueryRowContext(ctx, f.id, f.position, idea, f.stipulation).Scan(&skip.Same, &skip.Reason)
	if !errors.Is(err, sql.ErrNoRows) {
		return &skip, err
	}
	n, err := a.exec(ctx, "INSERT INTO puzzle ("+columnNames+", line) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		append(f.fields(), r.packed)...)
	for i := 0; i < len(f.themes) && err == nil; i++ {
		err = a.addTheme(ctx, n, f.themes[i], f.rating.Int64)
	}
	if err != nil {
		return nil, err
	}
	return nil, a.addWords(ctx, n, &f.words)
}

func (a *adder) addTheme(ctx context.Context, n int64, name string, rating int64) error {
	theme, ok := a.themes[name]
	if !ok {
		var err error
		theme, err = a.exec(ctx, "INSERT INTO theme (name) VALUES (?)", name)
		if err != nil {
			return err
		}
		a.themes[name] = theme
	}

	a.used[theme]++
	_, err := a.exec(ctx, "INSERT OR IGNORE INTO puzzle_theme (theme, rating, n) VALUES (?, ?, ?)", theme, rating, n)
	return err
}

func (a *adder) addWords(ctx context.Context, n int64, w *puzzle.Words) error {
	title, authors, comments := indexed(w)
	if title+authors+comments == "" {
		return nil
	}
	for _, name := range w.Authors {
		if _, err := a.exec(ctx, "INSERT OR IGNORE INTO author (name, n) VALUES (?, ?)", name, n); err != nil {
			return err
		}
	}

	_, err := a.exec(ctx, "INSERT INTO words (rowid, title, authors, comments) VALUES (?, ?, ?, ?)", n, title, authors,
		comments)
	return err
}

// indexed returns the words of a puzzle as the index has them.
func indexed(w *puzzle.Words) (title, authors, comments string) {
	return w.Title, strings.Join(w.Authors, "\n"), strings.Join(w.Comments, "\n")
}

// finish writes the counts.
func (a *adder) finish(ctx context.Context) error {
	for theme, uses := range a.used {
		if _, err := a.exec(ctx, "UPDATE theme SET uses = uses + ? WHERE theme = ?", uses, theme); err != nil {
			return fmt.Errorf("themes: %w", err)
		}
	}

	return nil
}
