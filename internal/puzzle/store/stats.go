package store

import "context"

// Stats are the counts of a store, or of the puzzles in it that match a query.
type Stats struct {
	Puzzles int      `json:"puzzles"`
	Bytes   int64    `json:"bytes"` // of the whole file
	Groups  []Group  `json:"groups"`
	Themes  []Counts `json:"themes"` // most used first
}

// A Group counts the puzzles of one rule set, stipulation and length.
type Group struct {
	Rules       string  `json:"rules"`
	Stipulation string  `json:"stipulation"`
	Length      float64 `json:"length"`
	Puzzles     int     `json:"puzzles"`
	Easiest     *int    `json:"easiest,omitempty"` // grades
	Hardest     *int    `json:"hardest,omitempty"`
}

// Counts counts the puzzles with a theme.
type Counts struct {
	Theme   string `json:"theme"`
	Puzzles int    `json:"puzzles"`
}

// Stats counts the puzzles that match a query. Errors are as those of [Store.Find].
func (s *Store) Stats(ctx context.Context, q Query) (Stats, error) {
	var t Stats
	const size = `SELECT (SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size)`
	if err := s.db.QueryRowContext(ctx, size).Scan(&t.Bytes); err != nil {
		return t, classify(err)
	}

	matching, args, err := s.compile(ctx, &q, "p.n")
	if err != nil {
		return t, err
	}
	t.Groups, err = list(query(ctx, s.db, func(g *Group) []any {
		return []any{&g.Rules, &g.Stipulation, &g.Length, &g.Puzzles, &g.Easiest, &g.Hardest}
	}, `SELECT rules, stipulation, length, count(*), min(rating), max(rating) FROM puzzle
		WHERE n IN (`+matching+`)
		GROUP BY rules, stipulation, length ORDER BY rules, stipulation, length`, args...))
	if err != nil {
		return t, err
	}
	for _, g := range t.Groups {
		t.Puzzles += g.Puzzles
	}

	t.Themes, err = list(query(ctx, s.db, func(c *Counts) []any { return []any{&c.Theme, &c.Puzzles} },
		`SELECT name, count(*) AS uses FROM puzzle_theme JOIN theme USING (theme)
		WHERE n IN (`+matching+`) GROUP BY name ORDER BY uses DESC, name`, args...))
	return t, err
}
