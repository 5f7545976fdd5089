package solve

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"

	"turncoat/internal/tablebase/embedded"
	"turncoat/internal/testing/endingtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/puzzle/proof"
	"turncoat/rules/board"
)

// checkLongLine checks that the line of a win is one of best play of both sides, as another search
// finds at each of the attacker's turns, and that it ends in mate.
func checkLongLine(t *testing.T, s *Solver, r LongResult) {
	t.Helper()
	line := s.LongLine(t.Context(), r)
	if len(line) != 2*r.AtMost-1 {
		t.Fatalf("a line of %d plies for a win in %d", len(line), r.AtMost)
	}
	for i := 1; i < len(line); i += 2 {
		left := r.AtMost - (i+1)/2
		found, err := Find(t.Context(), s.Variant(), &line[i].After, left, Options{Jobs: 1})
		if err != nil || found.In != left {
			t.Errorf("after %d plies: %v, %v, want a win in %d", i+1, found, err, left)
		}
	}

	if !Win.Ended(s.Variant(), &line[len(line)-1].After) {
		t.Error("the line does not end in a win")
	}
}

// Mates of the matetrack collection, and king and knight against a bare king, where there is no
// win. One job and two give the same answer, and the proofs verify.
func TestAnyLength(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	for _, c := range []struct {
		fen string
		in  int // 0 where there is none
	}{
		{"8/8/8/8/2BP4/2nP4/7p/5K1k w - - 0 1", 6},
		{"8/8/8/8/8/2k5/8/K1N5 w - - 0 1", 0},
	} {
		p := puzzletest.Position(t, variant, c.fen)
		var first []board.Move
		for jobs := 1; jobs <= 2; jobs++ {
			s := New(variant, Options{Jobs: jobs, Memory: 16 << 20})
			var seen []Bounds
			r, err := s.AnyLength(context.Background(), &p, Win, 8,
				func(b Bounds) { seen = append(seen, b) })
			if err != nil {
				t.Fatal(err)
			}
			if c.in == 0 {
				if r.Status != None {
					t.Errorf("%s: %+v, want none", c.fen, r)
				}
				continue
			}

			if r.Status != Won || r.AtMost != c.in || r.AtLeast != c.in || !r.Complete ||
				len(r.Keys) == 0 {
				t.Errorf("%s, %d jobs: %+v, want a win in %d", c.fen, jobs, r, c.in)
				continue
			}

			if jobs == 1 {
				first = r.Keys
			} else if !slices.Equal(r.Keys, first) {
				t.Errorf("%s: %v with two jobs, %v with one", c.fen, puzzle.UCI(&p, r.Keys),
					puzzle.UCI(&p, first))
			}

			for i, b := range seen {
				if i > 0 && (b.AtLeast < seen[i-1].AtLeast ||
					seen[i-1].AtMost > 0 && (b.AtMost > seen[i-1].AtMost || b.AtMost == 0)) {
					t.Errorf("%s: bounds that open: %v", c.fen, seen)
				}
			}

			var text bytes.Buffer
			if err := s.WriteLongProof(context.Background(), &text, r); err != nil {
				t.Fatal(err)
			}
			if report, err := proof.Verify(context.Background(), &text, "", runtime.NumCPU()); err != nil ||
				report.In != c.in {
				t.Errorf("%s: a proof in %d: %v", c.fen, report.In, err)
			}

			checkLongLine(t, s, r)
		}
	}
}

// A queen against a bare king, which the tablebase says mates in six: a longer mate is found first,
// and stays no answer until the bounds meet. The keys are the first turns after which the tablebase
// says that the king is mated in five more.
func TestLongerMateIsNoAnswer(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, variant, "8/8/8/8/8/Q7/3k4/7K w - - 0 1")
	tables, err := embedded.Open(variant.Set(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	value, err := tables.Probe(&p)
	if err != nil || !value.Wins() {
		t.Fatalf("%v, %v", value, err)
	}
	var want []string
	for _, m := range variant.Moves(&p) {
		after := variant.Play(&p, m).After
		if v, err := tables.Probe(&after); err == nil && v.Loses() && v.Plies() == value.Plies()-1 {
			want = append(want, m.UCI(&p))
		}
	}

	slices.Sort(want)
	longest := 0
	s := New(variant, Options{Jobs: 1, Memory: 8 << 20})
	r, err := s.AnyLength(t.Context(), &p, Win, 60,
		func(b Bounds) { longest = max(longest, b.AtMost) })
	if in := (value.Plies() + 1) / 2; err != nil || r.Status != Won || r.AtMost != in ||
		r.AtLeast != in || !slices.Equal(puzzle.UCI(&p, r.Keys), want) || !r.Complete {
		t.Errorf("%+v, %v, want a win in %d by %v", r, err, in, want)
	}

	if longest <= r.AtMost {
		t.Errorf("no mate in more than %d was found on the way: the test shows little", r.AtMost)
	}
}

// Wherever the work on a win of any length is interrupted, the error says so, and the bounds hold:
// the queen mates in six.
func TestInterruptedAnyLength(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, variant, "8/8/8/8/8/Q7/3k4/7K w - - 0 1")
	interrupted := 0
	for k := int64(1); ; k *= 2 {
		ctx := endingtest.New(t.Context(), k)
		r, err := New(variant, Options{Jobs: 1, Memory: 8 << 20}).AnyLength(ctx, &p, Win, 60, nil)
		if !ctx.Close() {
			if err != nil || r.Status != Won || r.AtMost != 6 {
				t.Errorf("%+v, %v", r, err)
			}
			break
		}

		interrupted++
		if !errors.Is(err, context.Canceled) || r.AtLeast < 1 || r.AtLeast > 6 ||
			r.AtMost > 0 && r.AtMost < 6 || r.Status == None || r.Never ||
			(r.AtMost > 0) != (len(r.Keys) > 0) {
			t.Errorf("interrupted at question %d: %+v, %v", k, r, err)
		}
	}

	if interrupted < 3 {
		t.Errorf("interrupted %d times: the test shows little", interrupted)
	}
}

// A limit gives the bounds that are proved: never a win that is none, never a lower bound above the
// truth.
func TestAnyLengthLimits(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	const fen, in = "1b2B1nK/4p1rp/5p2/1PB2p1q/kPp5/1pR5/1p6/1N2n3 w - - 0 1", 6
	p := puzzletest.Position(t, variant, fen)
	for _, nodes := range []uint64{1, 1000, 20_000} {
		s := New(variant, Options{Jobs: 1, Nodes: nodes, Memory: 1 << 20})
		r, err := s.AnyLength(context.Background(), &p, Win, 60, nil)
		if err != nil || r.Status != Unknown && r.Status != Won || r.AtLeast > in || r.AtMost > 0 &&
			r.AtMost < in {
			t.Errorf("%d nodes: %+v %v", nodes, r, err)
		}
	}

	if _, err := New(variant, Options{Memory: 1 << 20}).AnyLength(context.Background(), &p, HelpWin, 60,
		nil); err == nil {
		t.Error("a help-win of any length is answered")
	}
}
