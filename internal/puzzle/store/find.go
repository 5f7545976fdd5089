package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"turncoat/internal/strict"
	"turncoat/rules/ruleset"
)

// A Range of numbers includes both ends. An end that is 0 is open.
type Range struct{ From, To float64 }

// Sort is an order of puzzles.
type Sort string

// The orders.
const (
	ByAge    Sort = "added" // in the order they were added
	ByGrade  Sort = "grade" // easiest first, those without a grade last
	ByLength Sort = "length"
	ByPieces Sort = "pieces"
)

// A Query selects puzzles. Empty fields match everything.
//
// Text matches puzzles that contain all of its words. Words in quotation marks form a phrase, a
// star at the end of a word matches any ending, and title:, authors: or comments: before a word
// restricts it to that field. AND, OR and NOT in capitals, and then parentheses, combine words as
// in FTS5. The error for an invalid text wraps [ErrText].
type Query struct {
	ID          string
	Rules       []string   // any of them
	Stipulation string     // win, help-win, self-win or claim
	Length      Range      // turns
	Themes      [][]string // one of each list
	NotThemes   []string   // none of them
	Grade       Range
	Pieces      Range
	Author      string
	Text        string   // words in title, authors and comments
	KeyPieces   []string // letters of pieces, any of which makes the first key
	Strict      bool     // one key and no dual

	Sort   Sort
	Random bool // in random order, determined by Seed
	Seed   uint64
	Limit  int // 0: no limit
}

// A Found is a puzzle from the store.
type Found struct {
	N    int64 // its number in the store
	ID   string
	Line []byte // as it was added
	// Likeness says how it is like a position that [Store.Like] was given: "1 piece different,
	// shifted".
	Likeness string
}

// Find yields the puzzles that match a query, in an order determined by query and store. The error
// wraps [ErrUnknown] for a theme that no puzzle has, and for a rule set that is neither built in nor
// that of a puzzle.
func (s *Store) Find(ctx context.Context, q Query) iter.Seq2[Found, error] {
	return func(yield func(Found, error) bool) {
		text, args, err := s.compile(ctx, &q, "p.n, p.id, p.line")
		if err != nil {
			yield(Found{}, err)
			return
		}

		type row struct {
			Found
			packed []byte
		}
		fields := func(f *row) []any { return []any{&f.N, &f.ID, &f.packed} }
		for f, err := range query(ctx, s.db, fields, text, args...) {
			if err == nil {
				f.Line, err = unpack(f.packed)
				if err != nil {
					err = fmt.Errorf("%s: %w", f.ID, err)
				}
			}

			if !yield(f.Found, err) || err != nil {
				return
			}
		}
	}
}

// checkRules returns an error for a name that is no rule set.
func (s *Store) checkRules(ctx context.Context, names []string) error {
	known := ruleset.BuiltinNames()
	isUnknown := func(name string) bool { return !slices.Contains(known, name) }
	if !slices.ContainsFunc(names, isUnknown) {
		return nil
	}

	all := query(ctx, s.db, func(name *string) []any { return []any{name} }, "SELECT DISTINCT rules FROM puzzle")
	for name, err := range all {
		if err != nil {
			return err
		}
		known = append(known, name)
	}
	i := slices.IndexFunc(names, isUnknown)
	if i < 0 {
		return nil
	}
	return fmt.Errorf("%w: rule set %q%s", ErrUnknown, names[i], strict.Suggest(names[i], known))
}

// conditions collects the parts of an SQL query.
type conditions struct {
	from    string
	where   []string
	args    []any
	order   string
	byTheme bool // the query scans the puzzles of one theme, in the table "first"
}

func (c *conditions) add(text string, args ...any) {
	c.where = append(c.where, text)
	c.args = append(c.args, args...)
}

// match adds a condition unless the text is empty.
func (c *conditions) match(condition, text string) {
	if text != "" {
		c.add(condition, text)
	}
}

// in requires one of the values, unless there are none.
func (c *conditions) in(column string, values []string) {
	if len(values) == 0 {
		return
	}
	args := make([]any, len(values))
	for i, v := range values {
		args[i] = v
	}
	c.add(column+" IN (?"+strings.Repeat(", ?", len(values)-1)+")", args...)
}

func (c *conditions) between(column string, r Range) {
	if r.From != 0 {
		c.add(column+" >= ?", r.From)
	}
	if r.To != 0 {
		c.add(column+" <= ?", r.To)
	}
}

// compile writes a query in SQL.
func (s *Store) compile(ctx context.Context, q *Query, columns string) (string, []any, error) {
	c := conditions{from: "puzzle p", order: "p.n"}
	c.match("p.id = ?", q.ID)
	if err := s.checkRules(ctx, q.Rules); err != nil {
		return "", nil, err
	}
	c.in("p.rules", q.Rules)
	c.match("p.stipulation = ?", q.Stipulation)
	c.between("p.length", q.Length)
	if err := s.compileThemes(ctx, q, &c); err != nil {
		return "", nil, err
	}
	switch {
	case q.Grade == (Range{}):
	case c.byTheme: // whose table has the rating too, 0 for none
		c.between("first.rating", q.Grade)
		c.add("(first.rating <> 0 OR p.rating IS NOT NULL)") // reads few puzzles
	default:
		c.add("p.rating IS NOT NULL")
		c.between("p.rating", q.Grade)
	}

	c.between("p.pieces", q.Pieces)
	c.match("p.n IN (SELECT n FROM author WHERE name = ? COLLATE NOCASE)", q.Author)
	if q.Text != "" {
		match, err := matchOf(q.Text)
		if err != nil {
			return "", nil, err
		}
		c.match("p.n IN (SELECT rowid FROM words WHERE words MATCH ?)", match)
	}

	c.in("p.key_piece", q.KeyPieces)
	if q.Strict {
		c.add("p.strict")
	}
	c.order = c.orderOf(q)
	return c.text(columns, q.Limit), c.args, nil
}

// orderOf returns the columns by which the puzzles of a query are sorted.
func (c *conditions) orderOf(q *Query) string {
	switch {
	case q.Random:
		// A hash of n, the same everywhere for one seed. SQLite turns overflowing products into
		// reals, so the factors are small.
		const hash = "((p.n + %d) * 2654435 + %[1]d) %% 1000003 * 7919 %% 999961, p.n"
		return fmt.Sprintf(hash, int64(q.Seed%999983)+1)
	case q.Sort == ByGrade && c.byTheme && q.Grade != (Range{}):
		return "first.rating, first.n" // the order of the table: no sorting, and the limit ends the scan
	case q.Sort == ByGrade:
		return "p.rating IS NULL, p.rating, p.n"
	case q.Sort == ByLength:
		return "p.length, p.n"
	case q.Sort == ByPieces:
		return "p.pieces, p.n"
	}

	return "p.n"
}

// text writes the query.
func (c *conditions) text(columns string, limit int) string {
	text := c.from
	if len(c.where) > 0 {
		text += " WHERE " + strings.Join(c.where, " AND ")
	}
	text += " ORDER BY " + c.order
	if limit <= 0 {
		return "SELECT " + columns + " FROM " + text
	}
	text += fmt.Sprintf(" LIMIT %d", limit)
	if c.order != "p.n" {
		return "SELECT " + columns + " FROM " + text
	}
	// Sorts only numbers and reads only the selected rows.
	n := "p.n"
	if c.byTheme {
		n = "first.n"
		text = strings.Replace(text, " ORDER BY p.n", " ORDER BY first.n", 1)
	}

	return "SELECT " + columns + " FROM puzzle p WHERE p.n IN (SELECT " + n + " FROM " + text + ") ORDER BY p.n"
}

// compileThemes scans the puzzles of the rarest theme that each must have, which are in order of
// rating, and looks up its other themes by key.
func (s *Store) compileThemes(ctx context.Context, q *Query, c *conditions) error {
	const has = "EXISTS (SELECT 1 FROM puzzle_theme t WHERE t.theme IN (%s) " +
		"AND t.rating = coalesce(p.rating, 0) AND t.n = p.n)"
	var required []theme
	for _, names := range q.Themes {
		alternatives, err := s.themes(ctx, names)
		if err != nil {
			return err
		}
		if len(alternatives) == 1 {
			required = append(required, alternatives[0])
			continue
		}
		c.add(fmt.Sprintf(has, numbersOf(alternatives)))
	}
	refused, err := s.themes(ctx, q.NotThemes)
	if err != nil {
		return err
	}
	if len(refused) > 0 {
		c.add("NOT " + fmt.Sprintf(has, numbersOf(refused)))
	}

	c.scan(required)
	return nil
}

// scan has the query scan the puzzles of the rarest of some themes and look up the others, before
// the puzzle itself.
func (c *conditions) scan(required []theme) {
	if len(required) == 0 {
		return
	}
	rarest := slices.MinFunc(required, func(a, b theme) int { return a.uses - b.uses })
	c.byTheme = true
	c.from = "puzzle_theme first"
	c.add("first.theme = ?", rarest.number)
	for i, t := range required {
		if t == rarest {
			continue
		}
		c.from += fmt.Sprintf(" CROSS JOIN puzzle_theme t%d", i)
		c.add(fmt.Sprintf("t%d.theme = ? AND t%[1]d.rating = first.rating AND t%[1]d.n = first.n", i), t.number)
	}

	c.from += " CROSS JOIN puzzle p"
	c.add("p.n = first.n")
}

// numbersOf lists the numbers of some themes.
func numbersOf(themes []theme) string {
	numbers := make([]string, len(themes))
	for i, t := range themes {
		numbers[i] = fmt.Sprint(t.number)
	}
	return strings.Join(numbers, ", ")
}

// A theme with its number and count.
type theme struct {
	number int64
	uses   int
}

// themes looks up themes by name. The error wraps ErrUnknown.
func (s *Store) themes(ctx context.Context, names []string) ([]theme, error) {
	var themes []theme
	for _, name := range names {
		var t theme
		err := s.db.QueryRowContext(ctx, "SELECT theme, uses FROM theme WHERE name = ?", name).Scan(&t.number, &t.uses)
		if errors.Is(err, sql.ErrNoRows) {
			var names string
			err = s.db.QueryRowContext(ctx, "SELECT coalesce(group_concat(name, ' '), '') FROM theme").Scan(&names)
			if err != nil {
				return nil, classify(err)
			}
			return nil, fmt.Errorf("%w: theme %q%s", ErrUnknown, name, strict.Suggest(name, strings.Fields(names)))
		}

		if err != nil {
			return nil, classify(err)
		}
		themes = append(themes, t)
	}

	return themes, nil
}

// Get returns one puzzle. The error wraps [ErrUnknown].
func (s *Store) Get(ctx context.Context, id string) (Found, error) {
	for found, err := range s.Find(ctx, Query{ID: id, Limit: 1}) {
		return found, err
	}
	return Found{}, fmt.Errorf("%w: %s", ErrUnknown, id)
}
