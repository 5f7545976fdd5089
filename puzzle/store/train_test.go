package store_test

import (
	"errors"
	"math"
	"testing"
	"time"

	"turncoat/puzzle"
	"turncoat/puzzle/store"
)

// The numbers of the first attempt are those of the Glicko-2 procedure for a new player (1500, 350, 0.06)
// against the grade of the puzzle with a deviation of 200, worked out by hand from Glickman's paper: with
// E = 0.5 at equal ratings the rating moves up by phi'² g (1 - E).
func TestRecord(t *testing.T) {
	s, lines := filled(t, "pacifist1")
	ids := make([]string, len(lines))
	grades := make([]int, len(lines))
	for i, l := range lines {
		p, err := puzzle.Parse(l.Text)
		if err != nil {
			t.Fatal(err)
		}
		ids[i], grades[i] = p.ID, p.Grade.Rating
	}
	at := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	attempt := func(name, id string, solved bool) store.Attempt {
		t.Helper()
		a, err := s.Record(t.Context(), store.Attempt{Solver: name, Puzzle: id, At: at, Took: 90 * time.Second,
			Tries: 2, Solved: solved})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	first := attempt("Ann", ids[0], true)
	if want := byHand(1500, 350, float64(grades[0]), 200, 1); math.Abs(first.Rating-want) > 0.5 {
		t.Errorf("rating after one puzzle of %d solved: %.1f, want %.1f", grades[0], first.Rating, want)
	}
	if again := attempt("Ann", ids[0], false); again.Counted || again.Rating != first.Rating {
		t.Errorf("the second attempt at a puzzle changes the rating: %+v", again)
	}
	if bob := attempt("Bob", ids[1], false); bob.Rating >= 1500 {
		t.Errorf("a puzzle not solved brings %.1f", bob.Rating)
	}
	if _, err := s.Record(t.Context(), store.Attempt{Solver: "Ann", Puzzle: "none", Tries: 1}); !errors.Is(err,
		store.ErrUnknown) {
		t.Errorf("a puzzle that is not there: %v", err)
	}
	if _, err := s.Record(t.Context(), store.Attempt{Puzzle: ids[0], Tries: 1}); err == nil {
		t.Error("an attempt by nobody is kept")
	}
	solvers, err := s.Solvers(t.Context())
	if err != nil || len(solvers) != 2 || solvers[0].Name != "Ann" || solvers[0].Attempts != 2 ||
		solvers[0].Solved != 1 {
		t.Errorf("%+v, %v", solvers, err)
	}
	var history []store.Attempt
	for a, err := range s.History(t.Context(), "Ann") {
		if err != nil {
			t.Fatal(err)
		}
		history = append(history, a)
	}
	if len(history) != 2 || history[0].Puzzle != ids[0] || history[0].Took != 90*time.Second ||
		!history[0].At.Equal(at) || !history[0].Counted || history[1].Counted {
		t.Errorf("%+v", history)
	}
}

// byHand returns a rating after one game, with the volatility as it was, which one game changes by less
// than a thousandth.
func byHand(rating, deviation, other, otherDeviation, score float64) float64 {
	const scale = 173.7178
	phi, phiJ := deviation/scale, otherDeviation/scale
	g := 1 / math.Sqrt(1+3*phiJ*phiJ/math.Pi/math.Pi)
	e := 1 / (1 + math.Exp(-g*(rating-other)/scale))
	v := 1 / (g * g * e * (1 - e))
	phi = 1 / math.Sqrt(1/(phi*phi+0.06*0.06)+1/v)
	return rating + scale*phi*phi*g*(score-e)
}

// The next puzzle is one that was not tried, and the nearest in grade.
func TestNext(t *testing.T) {
	s, lines := filled(t, "pacifist1")
	best := ""
	least := math.Inf(1)
	for _, l := range lines {
		p, err := puzzle.Parse(l.Text)
		if err != nil {
			t.Fatal(err)
		}
		if d := math.Abs(float64(p.Grade.Rating) - 1500); d < least {
			least, best = d, p.ID
		}
	}
	found, err := s.Next(t.Context(), "Cleo", store.Query{})
	if err != nil || found.ID != best {
		t.Fatalf("%s, want %s: %v", found.ID, best, err)
	}
	seen := map[string]bool{}
	for range lines {
		found, err := s.Next(t.Context(), "Cleo", store.Query{})
		if err != nil || seen[found.ID] {
			t.Fatalf("%s again, or %v", found.ID, err)
		}
		seen[found.ID] = true
		if _, err := s.Record(t.Context(), store.Attempt{Solver: "Cleo", Puzzle: found.ID, At: time.Now(), Tries: 1,
			Solved: len(seen)%2 == 0}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Next(t.Context(), "Cleo", store.Query{}); !errors.Is(err, store.ErrUnknown) {
		t.Errorf("when all are tried: %v", err)
	}
}
