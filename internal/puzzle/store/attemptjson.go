package store

import (
	"encoding/json"
	"time"
)

// MarshalJSON writes an attempt as the board and an exported history have it. "at" is a time of RFC
// 3339 in UTC, "rating" that of the solver after the attempt; "counted" is false where the puzzle
// had been tried before.
func (a Attempt) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Solver  string  `json:"solver"`
		Puzzle  string  `json:"puzzle"`
		At      string  `json:"at"`
		Seconds float64 `json:"seconds"`
		Tries   int     `json:"tries"`
		Solved  bool    `json:"solved"`
		Rating  float64 `json:"rating"`
		Counted bool    `json:"counted"`
	}{a.Solver, a.Puzzle, a.At.UTC().Format(time.RFC3339), a.Took.Seconds(), a.Tries, a.Solved, a.Rating, a.Counted})
}
