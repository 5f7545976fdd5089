package solve

import (
	"context"
	"errors"
	"io"
	"testing"

	"turncoat/internal/testing/puzzletest"
)

// A failing writer takes so many writes and no more.
type failingWriter struct {
	left int
	err  error
}

func (w *failingWriter) Write(b []byte) (int, error) {
	w.left--
	if w.left < 0 {
		return 0, w.err
	}
	return len(b), nil
}

// A proof that cannot be written ends with the error of the writer, wherever it occurs. A proof for
// which the limits leave no work ends with ErrLimit, and one whose context has ended with the error
// of the context.
func TestProofsThatCannotBeWritten(t *testing.T) {
	full := errors.New("no space left")
	for _, test := range []struct {
		rules, fen string
		goal       Goal
		n          int
		half       bool
	}{
		{"chess", "8/5K1k/R7/8/8/8/8/8 w - - 0 1", Win, 2, false},
		{"chess", "8/5K1k/R7/8/8/8/8/8 w - - 0 1", Win, 1, false},
		{"chess", "6k1/8/6K1/8/8/8/8/R7 b - - 0 1", HelpWin, 1, false},
		{"chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", HelpWin, 1, true},
		// where the enemy has choices of reclaims, and no win is
		{"pacifist-number", "1k4r1/1b6/8/3N4/6nR/8/3R4/K7 w - - 0 1", Win, 1, false},
	} {
		variant := puzzletest.Named(t, test.rules)
		p := puzzletest.Position(t, variant, test.fen)
		s := New(variant, Options{Jobs: 1})
		var result Result
		var err error
		if test.half {
			result, err = s.Lines(t.Context(), &p, HelpWin, 2*test.n+1)
		} else {
			result, err = s.Solve(t.Context(), &p, test.goal, test.n)
		}

		if err != nil || result.Status == Unknown {
			t.Fatalf("%s: %v, %v", test.fen, result.Status, err)
		}
		write := func(ctx context.Context, out io.Writer) error {
			return s.WriteProof(ctx, out, result, true)
		}
		const plenty = 1 << 20
		all := &failingWriter{left: plenty}
		if err := write(t.Context(), all); err != nil {
			t.Fatalf("%s: %v", test.fen, err)
		}
		if writes := plenty - all.left; writes < 2 {
			t.Errorf("%s %s: %d writes: the test shows little", test.fen, test.goal, writes)
		}
		for k := range plenty - all.left {
			if err := write(t.Context(), &failingWriter{k, full}); !errors.Is(err, full) {
				t.Errorf("%s %s: after %d writes %v", test.fen, test.goal, k, err)
			}
		}

		if test.goal == HelpWin { // whose lines the result has
			continue
		}
		ended, end := context.WithCancel(t.Context())
		end()
		if err := write(ended, io.Discard); !errors.Is(err, context.Canceled) {
			t.Errorf("%s %s: in a context that has ended %v", test.fen, test.goal, err)
		}
		s.options.Nodes = 1
		s.Forget()
		if err := write(t.Context(), io.Discard); err != nil && !errors.Is(err, ErrLimit) {
			t.Errorf("%s %s: with one node %v", test.fen, test.goal, err)
		}
	}
}
