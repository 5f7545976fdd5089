package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
)

// glickoOf returns rating and deviation after one game, by Glickman's paper, with the volatility of a new player as it
// was, which one game changes by less than a thousandth.
func glickoOf(rating, deviation, other, otherDeviation, score float64) (float64, float64) {
	const scale = 173.7178
	phi, phiJ := deviation/scale, otherDeviation/scale
	g := 1 / math.Sqrt(1+3*phiJ*phiJ/math.Pi/math.Pi)
	e := 1 / (1 + math.Exp(-g*(rating-other)/scale))
	v := 1 / (g * g * e * (1 - e))
	phi = 1 / math.Sqrt(1/(phi*phi+0.06*0.06)+1/v)
	return rating + scale*phi*phi*g*(score-e), scale * phi
}

func near(a, b float64) bool { return math.Abs(a-b) < 0.5 }

// Who solves wins against the puzzle, which begins at its grade, give or take 200, or as a new player; both are
// rated by what the other was before.
func TestStrength(t *testing.T) {
	const solved, ungraded = "chess-2-356d9eb8", "pacifist1-2-be9fe1d5"
	s, _ := filledWithKinds(t)
	if _, err := s.db.Exec("UPDATE puzzle SET rating = NULL WHERE id = ?", ungraded); err != nil {
		t.Fatal(err)
	}
	holds := func(id string, rating, deviation float64, attempts, solved int) {
		t.Helper()
		v, err := s.Strength(t.Context(), id)
		if err != nil || !near(v.Rating, rating) || !near(v.Deviation, deviation) || v.Attempts != attempts ||
			v.Solved != solved {
			t.Errorf("%s: %+v, %v; want %.1f, %.1f, %d, %d", id, v, err, rating, deviation, attempts, solved)
		}
	}
	record := func(name, id string, solved bool) {
		t.Helper()
		if _, err := s.Record(t.Context(), Attempt{Solver: name, Puzzle: id, At: time.Unix(0, 0), Tries: 1,
			Solved: solved}); err != nil {
			t.Fatal(err)
		}
	}
	holds(solved, 1096, 200, 0, 0)
	holds(ungraded, 1500, 350, 0, 0)
	if v, err := s.Strength(t.Context(), "none"); !errors.Is(err, ErrUnknown) || v != (Strength{}) {
		t.Errorf("%+v, %v", v, err)
	}

	record("Ann", solved, true)
	puzzle, off := glickoOf(1096, 200, 1500, 350, 0)
	holds(solved, puzzle, off, 1, 1)
	record("Ann", solved, false) // which does not count
	holds(solved, puzzle, off, 1, 1)
	ann, annOff := glickoOf(1500, 350, 1096, 200, 1)

	record("Bob", solved, false)
	bob, bobOff := glickoOf(1500, 350, puzzle, off, 0)
	puzzle, off = glickoOf(puzzle, off, 1500, 350, 1)
	holds(solved, puzzle, off, 2, 1)

	record("Ann", ungraded, false)
	puzzle, off = glickoOf(1500, 350, ann, annOff, 1)
	holds(ungraded, puzzle, off, 1, 0)
	ann, annOff = glickoOf(ann, annOff, 1500, 350, 0)

	solvers, err := s.Solvers(t.Context())
	if err != nil || len(solvers) != 2 {
		t.Fatalf("%+v, %v", solvers, err)
	}
	for i, want := range []Solver{{"Ann", ann, annOff, 3, 1}, {"Bob", bob, bobOff, 1, 0}} {
		if got := solvers[i]; got.Name != want.Name || !near(got.Rating, want.Rating) ||
			!near(got.Deviation, want.Deviation) || got.Attempts != want.Attempts || got.Solved != want.Solved {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

// What cannot be an attempt is not kept, and neither is who made it.
func TestAttemptsThatCannotBe(t *testing.T) {
	const id = "chess-2-356d9eb8"
	s, _ := filledWithKinds(t)
	long := strings.Repeat("a", 99)
	for _, a := range []Attempt{{Puzzle: id, Tries: 1}, {Solver: " \t ", Puzzle: id, Tries: 1},
		{Solver: long + "é", Puzzle: id, Tries: 1}, // 101 bytes
		{Solver: "Ann", Puzzle: id}, {Solver: "Ann", Puzzle: id, Tries: -1},
		{Solver: "Ann", Puzzle: id, Tries: 1, Took: -1}, {Solver: "Ann", Puzzle: "none", Tries: 1}} {
		if kept, err := s.Record(t.Context(), a); err == nil || kept.Counted || errors.Is(err, ErrUnknown) != (a.Puzzle == "none") {
			t.Errorf("%+v: %v", kept, err)
		}
	}

	if solvers, err := s.Solvers(t.Context()); err != nil || len(solvers) != 0 {
		t.Errorf("%+v, %v", solvers, err)
	}
	for _, name := range []string{" Ann\n", "Ann", long + "b"} {
		if a, err := s.Record(t.Context(), Attempt{Solver: name, Puzzle: id, Tries: 1}); err != nil ||
			a.Solver != strings.TrimSpace(name) {
			t.Errorf("%+v, %v", a, err)
		}
	}

	if solvers, err := s.Solvers(t.Context()); err != nil || len(solvers) != 2 {
		t.Errorf("%+v, %v", solvers, err)
	}
}

// The history has each attempt as it was recorded, to the second and in UTC, the oldest first, and no more than is
// asked for.
func TestHistory(t *testing.T) {
	s, _ := filledWithKinds(t)
	at := time.Date(2026, 11, 22, 13, 0, 0, 5, time.FixedZone("", 3600))
	var want []Attempt
	for i, a := range []Attempt{
		{Solver: "Ann", Puzzle: "pacifist1-2-be9fe1d5", At: at, Took: 1500 * time.Millisecond, Tries: 2},
		{Solver: "Bob", Puzzle: "chess-2-356d9eb8", At: at, Tries: 1, Solved: true},
		{Solver: "Ann", Puzzle: "chess-2-356d9eb8", At: at.Add(time.Hour), Took: 7 * time.Nanosecond, Tries: 1,
			Solved: true},
		{Solver: "Ann", Puzzle: "chess-2-356d9eb8", At: at.Add(-time.Hour), Took: 90 * time.Hour, Tries: 3,
			Solved: true},
	} {
		kept, err := s.Record(t.Context(), a)
		if err != nil || kept.Counted != (i < 3) {
			t.Fatalf("%+v, %v", kept, err)
		}
		if kept.At = kept.At.UTC().Truncate(time.Second); a.Solver == "Ann" {
			want = append(want, kept)
		}
	}

	i := 0
	for a, err := range s.History(t.Context(), "Ann") {
		if err != nil || a != want[i] {
			t.Errorf("%+v, %v; want %+v", a, err, want[i])
		}
		i++
	}

	if i != 3 {
		t.Errorf("%d attempts", i)
	}
	if text, err := json.Marshal(want[0]); err != nil || string(text) != fmt.Sprintf(
		`{"solver":"Ann","puzzle":"pacifist1-2-be9fe1d5","at":"2026-11-22T12:00:00Z","seconds":1.5,"tries":2,"solved":false,"rating":%v,"counted":true}`, want[0].Rating) {
		t.Errorf("%s, %v", text, err)
	}

	for a, err := range s.History(t.Context(), "Cleo") {
		if !errors.Is(err, ErrUnknown) {
			t.Errorf("%+v, %v", a, err)
		}
	}
}

// Where there is no grade, a puzzle is offered as one of 1500, and so it is to whom nobody knows; the older of
// two that are as near; never what was tried.
func TestNextInOrder(t *testing.T) {
	s, _ := filledWithKinds(t)
	// 1453, 1096, 731 and 2320, and then:
	if _, err := s.db.Exec("UPDATE puzzle SET rating = CASE n WHEN 1 THEN 1453 WHEN 2 THEN NULL WHEN 3 THEN 1453 ELSE 1600 END"); err != nil {
		t.Fatal(err)
	}
	next := func(name string, q Query) string {
		f, err := s.Next(t.Context(), name, q)
		if err != nil {
			if !errors.Is(err, ErrUnknown) {
				t.Error(err)
			}
			return ""
		}

		return f.ID
	}
	if got := next("Ann", Query{}); got != "chess-2-356d9eb8" {
		t.Errorf("first %s", got)
	}
	if got := next("Ann", Query{Grade: Range{From: 1}, Sort: ByID, Random: true,
		Limit: 3}); got != "chess-help-win-1.5-dc0c4671" {
		t.Errorf("of those with a grade %s", got)
	}

	if _, err := s.Record(t.Context(), Attempt{Solver: "Ann", Puzzle: "chess-2-356d9eb8", Tries: 1,
		Solved: true}); err != nil {
		t.Fatal(err)
	}

	if got := next("Ann", Query{}); got != "conversion-self-win-2-259230b2" {
		t.Errorf("then %s", got) // after a puzzle of 1500 Ann is at more than 1600
	}
	if got := next("Bob", Query{}); got != "chess-2-356d9eb8" {
		t.Errorf("for Bob %s", got)
	}
	if got := next("Ann", Query{Stipulation: "win"}); got != "pacifist1-2-be9fe1d5" {
		t.Errorf("of the wins %s", got)
	}
	if got := next("Ann", Query{ID: "chess-2-356d9eb8"}); got != "" {
		t.Errorf("what was tried: %s", got)
	}
}
