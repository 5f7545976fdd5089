package store

import (
	"context"
	"database/sql"
	"slices"
	"strings"
)

// Check looks over the whole store: the file as SQLite checks it, the tables, indexes and triggers,
// references between rows, and of each puzzle whether its text is unharmed (it has a checksum) and
// says what the columns, the themes, the authors and the index of words say. It calls report for
// each fault, and returns how many puzzles it checked. Whether a puzzle is sound is not asked here.
func (s *Store) Check(ctx context.Context, report func(fault string)) (int, error) {
	c := checker{ctx: ctx, report: report, wrong: map[string]bool{}}
	var err error
	c.conn, err = s.db.Conn(ctx)
	if err != nil {
		return 0, classify(err)
	}
	defer c.conn.Close()
	defer c.conn.ExecContext(context.WithoutCancel(ctx),
		"DROP TABLE IF EXISTS temp.is_there; DROP TABLE IF EXISTS temp.should_be; DROP TABLE IF EXISTS temp.expected")
	for _, step := range []func() error{c.file, c.schema, c.puzzles, c.words} {
		if err := step(); err != nil {
			return c.checked, classify(err)
		}
	}

	return c.checked, nil
}

// A checker checks a store by one connection.
type checker struct {
	ctx     context.Context
	conn    *sql.Conn
	report  func(fault string)
	checked int
	wrong   map[string]bool // ids of puzzles of which a fault is reported
}

// each calls do with the first column of every row of an answer.
func (c *checker) each(db querier, do func(text string), text string) error {
	for first, err := range query(c.ctx, db, func(first *sql.NullString) []any { return []any{first} }, text) {
		if err != nil {
			return err
		}
		do(first.String)
	}

	return nil
}

func (c *checker) file() error {
	err := c.each(c.conn, func(fault string) {
		if fault != "ok" {
			c.report("the file: " + fault)
		}
	}, "PRAGMA integrity_check(100)")
	if err != nil {
		return err
	}
	return c.each(c.conn, func(fault string) { c.report("the table " + fault + " refers to a row that is not there") },
		`SELECT DISTINCT "table" FROM pragma_foreign_key_check`)
}

// schema compares what the file defines with what this program does. Tables about solvers, which
// stores of version 1 have, are left alone.
func (c *checker) schema() error {
	found, err := defined(c.ctx, c.conn)
	if err != nil {
		return err
	}
	want := definitions()
	var wrong []string
	for name, text := range found {
		if want[name] != text && !slices.Contains(aboutSolvers, name) {
			wrong = append(wrong, name)
		}
	}
	for name := range want {
		if found[name] == "" {
			wrong = append(wrong, name)
		}
	}

	slices.Sort(wrong)
	for _, name := range wrong {
		c.report("the " + name + " is not as this program makes it")
	}
	return nil
}

// aboutSolvers is what stores of version 1 define besides.
var aboutSolvers = []string{"table solver", "table puzzle_strength", "table attempt", "index attempt_solver"}

// puzzles compares each puzzle with its columns, and writes the words that the index should have to
// a temporary one.
func (c *checker) puzzles() error {
	if _, err := c.conn.ExecContext(c.ctx, `PRAGMA temp_store = memory;
		CREATE VIRTUAL TABLE temp.expected USING fts5 (title, authors, comments, content='', contentless_delete=1)`); err != nil {
		return err
	}

	authors := map[int64][]string{}
	type author struct {
		n    int64
		name string
	}
	for a, err := range query(c.ctx, c.conn, func(a *author) []any { return []any{&a.n, &a.name} },
		"SELECT n, name FROM author") {
		if err != nil {
			return err
		}
		authors[a.n] = append(authors[a.n], a.name)
	}

	type stored struct {
		n int64
		columns
		packed []byte
		themes sql.NullString
	}
	expected := map[int64][]any{} // by number, since the connection is in use
	for f, err := range query(c.ctx, c.conn, func(f *stored) []any {
		return append(append([]any{&f.n}, f.fields()...), &f.packed, &f.themes)
	}, `SELECT n, `+columnNames+`, line,
		(SELECT group_concat(name, char(10)) FROM (SELECT name FROM puzzle_theme t JOIN theme USING (theme)
			WHERE t.rating = coalesce(p.rating, 0) AND t.n = p.n ORDER BY name))
		FROM puzzle p ORDER BY n`) {
		if err != nil {
			return err
		}
		c.checked++
		line, err := unpack(f.packed)
		var text *row
		if err == nil {
			text, err = rowOf(line)
		}
		if err != nil {
			c.fault(f.id, err.Error())
			continue
		}

		if f.columns != text.columns || f.themes.String != joined(text.themes) ||
			joined(authors[f.n]) != joined(text.words.Authors) {
			c.fault(f.id, "columns do not match the puzzle")
		}

		if title, authors, comments := indexed(&text.words); title+authors+comments != "" {
			expected[f.n] = []any{f.n, title, authors, comments}
		}
	}

	for _, words := range expected {
		if _, err := c.conn.ExecContext(c.ctx,
			"INSERT INTO temp.expected (rowid, title, authors, comments) VALUES (?, ?, ?, ?)", words...); err != nil {
			return err
		}
	}

	return nil
}

// fault reports a fault of a puzzle.
func (c *checker) fault(id, text string) {
	c.wrong[id] = true
	c.report(id + ": " + text)
}

// joined sorts names and writes them as the query of the checker does.
func joined(names []string) string {
	names = slices.Sorted(slices.Values(names))
	return strings.Join(slices.Compact(names), "\n")
}

// words compares the index of words with what it should have, and the numbers of uses of themes.
func (c *checker) words() error {
	if _, err := c.conn.ExecContext(c.ctx, `CREATE VIRTUAL TABLE temp.is_there USING fts5vocab(main, words, instance);
		CREATE VIRTUAL TABLE temp.should_be USING fts5vocab(temp, expected, instance)`); err != nil {
		return err
	}

	const differ = `SELECT DISTINCT coalesce(p.id, 'row ' || d.doc) FROM (
		SELECT * FROM (SELECT term, doc, col, offset FROM temp.is_there EXCEPT SELECT term, doc, col, offset FROM temp.should_be)
		UNION ALL SELECT * FROM (SELECT term, doc, col, offset FROM temp.should_be EXCEPT SELECT term, doc, col, offset FROM temp.is_there)
		) d LEFT JOIN puzzle p ON p.n = d.doc LIMIT 100`
	if err := c.each(c.conn, func(id string) {
		if !c.wrong[id] {
			c.report(id + ": the index of words does not match the puzzle")
		}
	}, differ); err != nil {
		return err
	}

	return c.each(c.conn, func(name string) { c.report("the theme " + name + " has another number of uses") },
		"SELECT name FROM theme WHERE uses <> (SELECT count(*) FROM puzzle_theme t WHERE t.theme = theme.theme)")
}
