package store

import (
	"context"
	"database/sql"
	"errors"
)

// A Strength says how hard a puzzle is for those who tried it.
type Strength struct {
	Rating    float64 `json:"rating"` // Glicko-2; the grade until somebody has tried it
	Deviation float64 `json:"deviation"`
	Attempts  int     `json:"attempts"` // only first attempts
	Solved    int     `json:"solved"`
}

// Strength returns how hard a puzzle is. The error wraps [ErrUnknown] if there is no such puzzle.
func (s *Store) Strength(ctx context.Context, id string) (Strength, error) {
	var v Strength
	tx, err := s.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return v, classify(err)
	}
	defer tx.Rollback()
	n, rating, err := puzzleStrength(ctx, tx, id)
	if err != nil {
		return v, classify(err)
	}
	v.Rating, v.Deviation = rating.Value, rating.Deviation
	err = tx.QueryRowContext(ctx, "SELECT attempts, solved FROM puzzle_strength WHERE n = ?", n).Scan(&v.Attempts,
		&v.Solved)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return v, classify(err)
}
