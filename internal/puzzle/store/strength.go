package store

import "context"

// A Strength says how hard a puzzle is for those who tried it.
type Strength struct {
	Rating    float64 `json:"rating"` // Glicko-2; the grade until somebody has tried it
	Deviation float64 `json:"deviation"`
	Attempts  int     `json:"attempts"` // only first attempts
	Solved    int     `json:"solved"`
}

// Strength returns how hard a puzzle is. The error wraps [ErrUnknown] if there is no such puzzle.
func (s *Store) Strength(ctx context.Context, id string) (Strength, error) {
	v, err := strengthOf(ctx, s.db, id)
	if err != nil {
		return Strength{}, classify(err)
	}
	return Strength{v.Value, v.Deviation, v.attempts, v.solved}, nil
}
