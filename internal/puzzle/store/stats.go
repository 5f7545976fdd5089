package store

import "context"

// Stats are the counts of a store.
type Stats struct {
	Puzzles  int      `json:"puzzles"`
	Solvers  int      `json:"solvers"`
	Attempts int      `json:"attempts"`
	Bytes    int64    `json:"bytes"` // of the file
	Groups   []Group  `json:"groups"`
	Themes   []Counts `json:"themes"` // most used first
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

// Stats counts puzzles, solvers and attempts.
func (s *Store) Stats(ctx context.Context) (Stats, error) {
	var t Stats
	counts := s.db.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM puzzle),
		(SELECT count(*) FROM solver), (SELECT count(*) FROM attempt),
		(SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size)`)
	err := counts.Scan(&t.Puzzles, &t.Solvers, &t.Attempts, &t.Bytes)
	if err != nil {
		return t, classify(err)
	}

	t.Groups, err = list(query(ctx, s.db, func(g *Group) []any {
		return []any{&g.Rules, &g.Stipulation, &g.Length, &g.Puzzles, &g.Easiest, &g.Hardest}
	}, `SELECT rules, stipulation, length, count(*), min(rating), max(rating) FROM puzzle
		GROUP BY rules, stipulation, length ORDER BY rules, stipulation, length`))
	if err != nil {
		return t, err
	}
	t.Themes, err = list(query(ctx, s.db, func(c *Counts) []any { return []any{&c.Theme, &c.Puzzles} },
		"SELECT name, uses FROM theme WHERE uses > 0 ORDER BY uses DESC, name"))
	return t, err
}
