package dfpn

import (
	"context"
	"errors"
	"testing"

	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/solution"
	"turncoat/rules/board"
)

// proving returns what writes down a proof of a win in chess, and a count of its statements.
func proving(t *testing.T, s *Search) (v *prover, made *int) {
	t.Helper()
	made = new(int)
	return &prover{s: s, ctx: t.Context(), goal: solution.Win, made: map[board.Position]int{},
		yield: func(solution.Statement) error { *made++; return nil }}, made
}

// A statement that has been made of a position is not made again for as many turns or more, whatever the clock says.
func TestStatementsAreMadeOnce(t *testing.T) {
	s := New(puzzletest.Named(t, "chess"), Options{Memory: 1 << 20})
	p := puzzletest.Position(t, s.game, mateInTwo)
	v, made := proving(t, s)
	if n, err := v.win(&p, 2); n != 2 || err != nil {
		t.Fatalf("a win in %d: %v", n, err)
	}
	all := *made
	for turns := 2; turns < 4; turns++ {
		p.Clock, p.Number = 7, 9
		if n, err := v.win(&p, turns); n != 2 || err != nil || *made != all {
			t.Errorf("in %d: a win in %d, %v; %d statements after %d", turns, n, err, *made, all)
		}
	}
	// One that takes more turns than there are is no help.
	if n, err := v.win(&p, 1); err == nil {
		t.Errorf("a win in %d, where there is none in 1", n)
	}
	// A proof is as long as its longest line, however many turns it may have.
	for _, turns := range []int{2, 3, 60} {
		if n, err := s.Proof(t.Context(), p, solution.Win, turns, func(solution.Statement) error { return nil }); n < 2 || n > turns || err != nil {
			t.Errorf("in %d: a proof in %d, %v", turns, n, err)
		}
	}
}

// What is not won is not proved, and the reason is told; so is why the work ended, or why nobody would have the
// statements.
func TestNoProof(t *testing.T) {
	s := New(puzzletest.Named(t, "chess"), Options{Memory: 1 << 20})
	p := puzzletest.Position(t, s.game, mateInTwo)
	none := func(solution.Statement) error { return nil }
	if n, err := s.Proof(t.Context(), p, solution.Win, 1, none); n != 0 || err == nil ||
		err.Error() != "the search contradicts itself: no win in 1 at "+mateInTwo {
		t.Errorf("in one: %d, %v", n, err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if n, err := s.Proof(over, p, solution.Win, 2, none); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("in no time: %d, %v", n, err)
	}
	full := errors.New("the disk is full")
	for made := range 3 {
		left := made
		if _, err := s.Proof(t.Context(), p, solution.Win, 2, func(solution.Statement) error {
			if left--; left < 0 {
				return full
			}
			return nil
		}); err != full && made < 2 {
			t.Errorf("after %d statements: %v", made, err)
		}
	}
	// After Kh7 of the bare king there is no rook to mate it.
	v, made := proving(t, s)
	const fen = "7k/8/5K2/8/8/8/8/8 b - - 0 1"
	bare := puzzletest.Position(t, s.game, fen)
	want := "the search contradicts itself: no answer to h8h7 at " + fen
	for turns := range 3 {
		if n, err := v.answer(&bare, board.NewMove(board.At(7, 7), board.At(7, 6)), turns); n != 0 || err == nil ||
			err.Error() != want || *made != 0 {
			t.Errorf("in %d: %d, %v, %d statements", turns, n, err, *made)
		}
	}
}

// A proof is written though the table has lost all that was found: it is searched for again.
func TestProofWithoutTable(t *testing.T) {
	s := New(puzzletest.Named(t, "chess"), Options{})
	p := puzzletest.Position(t, s.game, mateInTwo)
	made := 0
	n, err := s.Proof(t.Context(), p, solution.Win, 2, func(st solution.Statement) error {
		made++
		s.table = newTable(0)
		for _, w := range s.workers {
			w.table = s.table
		}
		return nil
	})
	if n != 2 || err != nil || made < 2 {
		t.Errorf("a proof in %d, of %d statements: %v", n, made, err)
	}
}
