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

// Record stores an attempt and updates the ratings of solver and puzzle: an attempt is a game that the solver wins by
// solving. Only the solver's first attempt at a puzzle changes ratings. It returns the attempt with the solver's
// rating. The error wraps [ErrUnknown] if there is no such puzzle.
func (s *Store) Record(ctx context.Context, a Attempt) (Attempt, error) {
	a.Solver = strings.TrimSpace(a.Solver)
	if a.Solver == "" || len(a.Solver) > maxName || a.Tries < 1 || a.Took < 0 {
		return a, fmt.Errorf("invalid attempt: solver %q, %d tries, %v", a.Solver, a.Tries, a.Took)
	}
	err := s.update(ctx, func(tx *sql.Tx) error {
		n, strength, err := puzzleStrength(ctx, tx, a.Puzzle)
		if err != nil {
			return err
		}
		solver, rating, err := solverOf(ctx, tx, a.Solver)
		if err != nil {
			return err
		}
		var before int
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM attempt WHERE solver = ? AND n = ?", solver,
			n).Scan(&before); err != nil {
			return err
		}
		a.Counted = before == 0
		if a.Counted {
			if err := rate(ctx, tx, solver, n, &rating, strength, a.Solved); err != nil {
				return err
			}
		}
		a.Rating = rating.Value
		_, err = tx.ExecContext(ctx,
			"INSERT INTO attempt (solver, n, at, seconds, tries, solved, rating) VALUES (?, ?, ?, ?, ?, ?, ?)",
			solver, n, a.At.UTC().Format(time.RFC3339), a.Took.Seconds(), a.Tries, a.Solved, a.Rating)
		return err
	})
	return a, err
}

// rate updates the ratings of a solver and a puzzle after their game.
func rate(ctx context.Context, tx *sql.Tx, solver, n int64, rating *glicko.Rating, strength glicko.Rating,
	solved bool) error {
	score := 0.0
	if solved {
		score = 1
	}
	after := rating.After([]glicko.Result{{Opponent: strength, Score: score}})
	puzzle := strength.After([]glicko.Result{{Opponent: *rating, Score: 1 - score}})
	*rating = after
	if _, err := tx.ExecContext(ctx, "UPDATE solver SET rating = ?, deviation = ?, volatility = ? WHERE solver = ?",
		after.Value, after.Deviation, after.Volatility, solver); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO puzzle_strength (n, rating, deviation, volatility, attempts, solved) VALUES (?1, ?2, ?3, ?4, 1, ?5)
		ON CONFLICT (n) DO UPDATE SET rating = ?2, deviation = ?3, volatility = ?4, attempts = attempts + 1, solved = solved + ?5`,
		n, puzzle.Value, puzzle.Deviation, puzzle.Volatility, score)
	return err
}

// puzzleStrength returns the number of a puzzle and its rating, initially its grade.
func puzzleStrength(ctx context.Context, tx *sql.Tx, id string) (int64, glicko.Rating, error) {
	var n int64
	var grade *float64
	var rating, deviation, volatility sql.NullFloat64
	err := tx.QueryRowContext(ctx, `SELECT p.n, p.rating, s.rating, s.deviation, s.volatility FROM puzzle p LEFT JOIN puzzle_strength s USING (n)
		WHERE p.id = ?`, id).Scan(&n, &grade, &rating, &deviation, &volatility)
	strength := glicko.New()
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return n, strength, fmt.Errorf("%w: puzzle %q", ErrUnknown, id)
	case err != nil:
		return n, strength, err
	case rating.Valid:
		strength = glicko.Rating{Value: rating.Float64, Deviation: deviation.Float64, Volatility: volatility.Float64}
	case grade != nil:
		strength.Value, strength.Deviation = *grade, gradeDeviation
	}
	return n, strength, nil
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
	rows, err := s.db.QueryContext(ctx, `SELECT name, rating, deviation, (SELECT count(*) FROM attempt a WHERE a.solver = s.solver),
		(SELECT count(*) FROM attempt a WHERE a.solver = s.solver AND solved) FROM solver s ORDER BY rating DESC, name`)
	if err != nil {
		return nil, classify(err)
	}
	defer rows.Close()
	var solvers []Solver
	for rows.Next() {
		var v Solver
		if err := rows.Scan(&v.Name, &v.Rating, &v.Deviation, &v.Attempts, &v.Solved); err != nil {
			return nil, classify(err)
		}
		solvers = append(solvers, v)
	}
	return solvers, classify(rows.Err())
}

// History yields the attempts of a solver, oldest first. The error wraps [ErrUnknown] for an unknown name.
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
		rows, err := s.db.QueryContext(ctx, `SELECT p.id, a.at, a.seconds, a.tries, a.solved, a.rating,
			a.attempt = (SELECT min(attempt) FROM attempt b WHERE b.solver = a.solver AND b.n = a.n)
			FROM attempt a JOIN puzzle p USING (n) WHERE a.solver = ? ORDER BY a.attempt`, solver)
		if err != nil {
			yield(Attempt{}, classify(err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			a := Attempt{Solver: name}
			var at string
			var seconds float64
			err := rows.Scan(&a.Puzzle, &at, &seconds, &a.Tries, &a.Solved, &a.Rating, &a.Counted)
			if err == nil {
				a.Took = time.Duration(math.Round(seconds * float64(time.Second)))
				a.At, err = time.Parse(time.RFC3339, at)
			}
			if !yield(a, classify(err)) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(Attempt{}, classify(err))
		}
	}
}

// Next returns the puzzle of a query that a solver has not tried yet and whose grade is nearest to the solver's rating.
// The error wraps [ErrUnknown] if there is none.
func (s *Store) Next(ctx context.Context, name string, q Query) (Found, error) {
	q.untried, q.Limit = name, 1
	for found, err := range s.Find(ctx, q) {
		return found, err
	}
	return Found{}, fmt.Errorf("%w: a matching puzzle that %s has not tried", ErrUnknown, name)
}
