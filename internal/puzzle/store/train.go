package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"
	"time"

	"turncoat/internal/glicko"
)

// A Solver is a person who solves puzzles.
type Solver struct {
	Name      string  `json:"name"`
	Rating    float64 `json:"rating"` // Glicko-2
	Deviation float64 `json:"deviation"`
	Attempts  int     `json:"attempts"`
	Solved    int     `json:"solved"`
}

// An Attempt is one attempt at a puzzle.
type Attempt struct {
	Solver  string
	Puzzle  string // id
	At      time.Time
	Took    time.Duration
	Tries   int     // first moves tried, the right one included
	Solved  bool    // at the first try and without a hint
	Rating  float64 // of the solver, after it
	Counted bool    // the solver's first attempt at this puzzle
}

// maxName is the maximum length of a solver's name in bytes.
const maxName = 100

// Record stores an attempt and updates the ratings of solver and puzzle: an attempt is a game that
// the solver wins by solving. Only the solver's first attempt at a puzzle changes ratings. It
// returns the attempt with the solver's rating. The error wraps [ErrUnknown] if there is no such
// puzzle.
func (s *Store) Record(ctx context.Context, a Attempt) (Attempt, error) {
	a.Solver = strings.TrimSpace(a.Solver)
	if a.Solver == "" || len(a.Solver) > maxName || a.Tries < 1 || a.Took < 0 {
		return a, fmt.Errorf("invalid attempt: solver %q, %d tries, %v", a.Solver, a.Tries, a.Took)
	}
	err := s.update(ctx, func(tx *sql.Tx) error {
		v, err := strengthOf(ctx, tx, a.Puzzle)
		if err != nil {
			return err
		}
		solver, rating, err := solverOf(ctx, tx, a.Solver)
		if err != nil {
			return err
		}
		var before int
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM attempt WHERE solver = ? AND n = ?", solver,
			v.n).Scan(&before); err != nil {
			return err
		}

		a.Counted = before == 0
		if a.Counted {
			if err := rate(ctx, tx, solver, &rating, v, a.Solved); err != nil {
				return err
			}
		}

		a.Rating = rating.Value
		_, err = tx.ExecContext(ctx,
			"INSERT INTO attempt (solver, n, at, seconds, tries, solved, rating) VALUES (?, ?, ?, ?, ?, ?, ?)",
			solver, v.n, a.At.UTC().Format(time.RFC3339), a.Took.Seconds(), a.Tries, a.Solved, a.Rating)
		return err
	})
	return a, err
}

// rate updates the ratings of a solver and a puzzle after their game.
func rate(ctx context.Context, tx *sql.Tx, solver int64, rating *glicko.Rating, v strength, solved bool) error {
	score := 0.0
	if solved {
		score = 1
	}
	after := rating.After([]glicko.Result{{Opponent: v.Rating, Score: score}})
	puzzle := v.After([]glicko.Result{{Opponent: *rating, Score: 1 - score}})
	*rating = after
	if _, err := tx.ExecContext(ctx, "UPDATE solver SET rating = ?, deviation = ?, volatility = ? WHERE solver = ?",
		after.Value, after.Deviation, after.Volatility, solver); err != nil {
		return err
	}

	_, err := tx.ExecContext(ctx, `INSERT INTO puzzle_strength (n, rating, deviation, volatility, attempts, solved) VALUES (?1, ?2, ?3, ?4, 1, ?5)
		ON CONFLICT (n) DO UPDATE SET rating = ?2, deviation = ?3, volatility = ?4, attempts = attempts + 1, solved = solved + ?5`,
		v.n, puzzle.Value, puzzle.Deviation, puzzle.Volatility, score)
	return err
}

// strength has how hard a puzzle is.
type strength struct {
	n int64 // the puzzle's number
	glicko.Rating
	attempts, solved int
}

// strengthOf returns how hard a puzzle is, initially as its grade says.
func strengthOf(ctx context.Context, db querier, id string) (strength, error) {
	v := strength{Rating: glicko.New()}
	var grade *float64
	var rating, deviation, volatility sql.NullFloat64
	err := db.QueryRowContext(ctx, `SELECT p.n, p.rating, s.rating, s.deviation, s.volatility, coalesce(s.attempts, 0),
		coalesce(s.solved, 0) FROM puzzle p LEFT JOIN puzzle_strength s USING (n) WHERE p.id = ?`, id).
		Scan(&v.n, &grade, &rating, &deviation, &volatility, &v.attempts, &v.solved)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		err = fmt.Errorf("%w: puzzle %q", ErrUnknown, id)
	case rating.Valid:
		v.Rating = glicko.Rating{Value: rating.Float64, Deviation: deviation.Float64, Volatility: volatility.Float64}
	case grade != nil:
		v.Value, v.Deviation = *grade, gradeDeviation
	}

	return v, err
}

// gradeDeviation is the initial rating deviation of a grade, which comes from computer players.
const gradeDeviation = 200

// solverOf returns the number and the rating of a solver, and adds a new one.
func solverOf(ctx context.Context, tx *sql.Tx, name string) (int64, glicko.Rating, error) {
	r := glicko.New()
	if _, err := tx.ExecContext(ctx,
		"INSERT OR IGNORE INTO solver (name, rating, deviation, volatility) VALUES (?, ?, ?, ?)",
		name, r.Value, r.Deviation, r.Volatility); err != nil {
		return 0, r, err
	}

	var solver int64
	err := tx.QueryRowContext(ctx, "SELECT solver, rating, deviation, volatility FROM solver WHERE name = ?", name).
		Scan(&solver, &r.Value, &r.Deviation, &r.Volatility)
	return solver, r, err
}

// Solvers lists the solvers, best first.
func (s *Store) Solvers(ctx context.Context) ([]Solver, error) {
	return list(query(ctx, s.db,
		func(v *Solver) []any { return []any{&v.Name, &v.Rating, &v.Deviation, &v.Attempts, &v.Solved} },
		`SELECT name, rating, deviation, (SELECT count(*) FROM attempt a WHERE a.solver = s.solver),
		(SELECT count(*) FROM attempt a WHERE a.solver = s.solver AND solved) FROM solver s ORDER BY rating DESC, name`))
}

// History yields the attempts of a solver, oldest first. The error wraps [ErrUnknown] for an
// unknown name.
func (s *Store) History(ctx context.Context, name string) iter.Seq2[Attempt, error] {
	return func(yield func(Attempt, error) bool) {
		var solver int64
		err := s.db.QueryRowContext(ctx, "SELECT solver FROM solver WHERE name = ?", name).Scan(&solver)
		if errors.Is(err, sql.ErrNoRows) {
			err = fmt.Errorf("%w: solver %q", ErrUnknown, name)
		}
		if err != nil {
			yield(Attempt{}, classify(err))
			return
		}

		type row struct {
			Attempt
			at      string
			seconds float64
		}
		for a, err := range query(ctx, s.db, func(a *row) []any {
			return []any{&a.Puzzle, &a.at, &a.seconds, &a.Tries, &a.Solved, &a.Rating, &a.Counted}
		}, `SELECT p.id, a.at, a.seconds, a.tries, a.solved, a.rating,
			a.attempt = (SELECT min(attempt) FROM attempt b WHERE b.solver = a.solver AND b.n = a.n)
			FROM attempt a JOIN puzzle p USING (n) WHERE a.solver = ? ORDER BY a.attempt`, solver) {
			a.Solver, a.Took = name, time.Duration(math.Round(a.seconds*float64(time.Second)))
			if err == nil {
				a.At, err = time.Parse(time.RFC3339, a.at)
			}
			if !yield(a.Attempt, err) || err != nil {
				return
			}
		}
	}
}

// Next returns the puzzle of a query that a solver has not tried yet and whose grade is nearest to
// the solver's rating. The error wraps [ErrUnknown] if there is none.
func (s *Store) Next(ctx context.Context, name string, q Query) (Found, error) {
	q.untried, q.Limit = name, 1
	for found, err := range s.Find(ctx, q) {
		return found, err
	}
	return Found{}, fmt.Errorf("%w: a matching puzzle that %s has not tried", ErrUnknown, name)
}
