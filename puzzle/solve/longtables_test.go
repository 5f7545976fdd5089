package solve

import (
	"context"
	"math/rand/v2"
	"testing"

	"turncoat/internal/tablebase/embedded"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules/board"
)

// The bounds include what the tablebase says of positions of three pieces, after any amount of work
// and with any number of jobs. A settled answer is that of the tablebase. One solver gets all
// positions, so that what it remembers of one is used for the next.
func TestAnyLengthThreePieces(t *testing.T) {
	count := 60
	if !longtest.Enabled() {
		count = 20
	}
	settled := 0
	for _, name := range rulestest.Representative() {
		variant := puzzletest.Named(t, name)
		tables, err := embedded.Open(variant.Set(), "")
		if err != nil {
			t.Fatal(err)
		}
		defer tables.Close()
		random := rand.New(rand.NewPCG(3, 8))
		solvers := []*Solver{
			New(variant, Options{Jobs: 1, Nodes: 100_000, Memory: 1 << 20}),
			New(variant, Options{Jobs: 2, Nodes: 20_000, Memory: 1 << 16}),
		}
		won, none := 0, 0
		for i := range count {
			p := scattered(variant, random, 3)
			if variant.Outcome(&p).Result != board.Ongoing {
				continue
			}
			value, err := tables.Probe(&p)
			if err != nil {
				continue
			}
			turns := (value.Plies() + 1) / 2
			r, err := solvers[i%2].AnyLength(context.Background(), &p, Win, 60, nil)
			if err != nil {
				t.Fatal(err)
			}
			fen := variant.FEN(&p)
			switch {
			case !value.Wins():
				none++
				if r.AtMost > 0 || r.Status == Won {
					t.Errorf("%s: %s: %+v, but it is not won", name, fen, r)
				}
				continue
			case r.Status == None || r.AtLeast > turns || r.AtMost > 0 && r.AtMost < turns:
				t.Errorf("%s: %s: %+v, but it is won in %d", name, fen, r, turns)
			case r.Status == Won:
				settled++
			}

			won++
		}

		if won == 0 || none == 0 {
			t.Errorf("%s: %d won, %d not won: the test shows little", name, won, none)
		}
	}

	if settled < 20 {
		t.Errorf("%d settled: the test shows little", settled)
	}
}

// A position in the tables is answered from them: king and knight beat the king in 13 and no sooner
// (docs/tablebases.md), which the search alone does not find within these limits. Of a position
// that is not won they say that it never is.
func TestAnyLengthAsksTheTables(t *testing.T) {
	variant := puzzletest.Named(t, "pacifist1")
	tables, err := embedded.Open(variant.Set(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	s := New(variant, Options{Jobs: 1, Nodes: 100_000, Memory: 1 << 20, Tables: tables})
	p := puzzletest.Position(t, variant, "n7/8/8/4K3/8/8/8/7k w - - 0 1")
	r, err := s.AnyLength(t.Context(), &p, Win, 60, nil)
	if err != nil || r.Status != Won || r.AtMost != 13 || r.AtLeast != 13 || len(r.Keys) == 0 ||
		!r.Complete {
		t.Errorf("%+v, %v", r, err)
	}
	r, err = s.AnyLength(t.Context(), &p, Win, 12, nil)
	if err != nil || r.Status != None || r.Never {
		t.Errorf("in 12: %+v, %v", r, err)
	}
	chess := puzzletest.Named(t, "chess")
	rooks, err := embedded.Open(chess.Set(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer rooks.Close()
	s = New(chess, Options{Jobs: 1, Nodes: 100_000, Memory: 1 << 20, Tables: rooks})
	p = puzzletest.Position(t, chess, "7k/8/8/8/8/8/R7/K7 b - - 0 1")
	r, err = s.AnyLength(t.Context(), &p, Win, 60, nil)
	if err != nil || r.Status != None || !r.Never {
		t.Errorf("the bare king: %+v, %v", r, err)
	}
}
