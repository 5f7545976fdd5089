package store

import (
	"context"
	"fmt"
)

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
	t := Stats{Groups: []Group{}, Themes: []Counts{}}
	err := s.db.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM puzzle), (SELECT count(*) FROM solver), (SELECT count(*) FROM attempt),
		(SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size)`).Scan(&t.Puzzles, &t.Solvers, &t.Attempts, &t.Bytes)
	if err != nil {
		return t, classify(err)
	}
	rows, err := s.db.QueryContext(ctx, `SELECT rules, stipulation, length, count(*), min(rating), max(rating) FROM puzzle
		GROUP BY rules, stipulation, length ORDER BY rules, stipulation, length`)
	if err != nil {
		return t, classify(err)
	}
	defer rows.Close()
	for rows.Next() {
		var g Group
		if err := rows.Scan(&g.Rules, &g.Stipulation, &g.Length, &g.Puzzles, &g.Easiest, &g.Hardest); err != nil {
			return t, classify(err)
		}
		t.Groups = append(t.Groups, g)
	}
	if err := rows.Err(); err != nil {
		return t, classify(err)
	}
	themes, err := s.db.QueryContext(ctx, "SELECT name, uses FROM theme WHERE uses > 0 ORDER BY uses DESC, name")
	if err != nil {
		return t, classify(err)
	}
	defer themes.Close()
	for themes.Next() {
		var c Counts
		if err := themes.Scan(&c.Theme, &c.Puzzles); err != nil {
			return t, classify(err)
		}
		t.Themes = append(t.Themes, c)
	}
	return t, classify(themes.Err())
}

// summary writes the columns of a puzzle for comparison.
func (f *row) summary() string {
	rating := -1
	if f.rating != nil {
		rating = *f.rating
	}
	return fmt.Sprintln(f.id, f.rules, f.stipulation, f.length, rating, f.pieces, f.keyPiece, f.strict, f.fen,
		f.material, f.position, f.idea)
}
