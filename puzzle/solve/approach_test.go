package solve

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle/proof"
	"turncoat/rules/board"
)

const (
	// the rook mates in two, by seven first turns (TestAsked)
	inTwo     = "8/5K1k/R7/8/8/8/8/8 w - - 0 1"
	stalemate = "7k/8/8/8/8/1q6/8/K7 w - - 0 1" // no legal turn, no check
)

// One call finds the shortest win with all keys in order. If the time ends first, it returns what
// is known then, without an error.
func TestAnyLengthAnswers(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, variant, inTwo)
	s := New(variant, Options{Jobs: 1, Memory: 2 << 20})
	r, err := s.AnyLength(t.Context(), &p, Win, 250, nil)
	if err != nil || r.Status != Won || r.Bounds != (Bounds{2, 2}) || len(r.Keys) != 7 ||
		!r.Complete || r.Never || r.Nodes == 0 {
		t.Errorf("%+v, %v", r, err)
	}

	var keys []string
	for _, m := range r.Keys {
		keys = append(keys, m.UCI(&p))
	}
	if !slices.IsSorted(keys) {
		t.Errorf("%v", keys)
	}
	// one that has searched, and one that has not
	for _, s := range []*Solver{s, New(variant, Options{Jobs: 1, Memory: 2 << 20})} {
		var text strings.Builder
		if err := s.WriteLongProof(t.Context(), &text, r); err != nil {
			t.Fatal(err)
		}
		if report, err := proof.Verify(t.Context(), strings.NewReader(text.String()), "", 1); err != nil ||
			report.In != 2 {
			t.Errorf("%+v, %v", report, err)
		}
	}

	// The start is not won in any few turns: the time ends the work.
	start := variant.Start()
	if r, err := New(variant, Options{Jobs: 1, Memory: 1 << 20, Time: time.Nanosecond}).AnyLength(
		t.Context(), &start, Win, 250,
		nil); err != nil || r.Status != Unknown || r.AtLeast < 1 || r.AtMost != 0 {
		t.Errorf("%+v, %v", r, err)
	}

	over := puzzletest.Position(t, variant, stalemate)
	if r, err := s.AnyLength(t.Context(), &over, Win, 250, nil); err != nil ||
		r.Status != None || !r.Never {
		t.Errorf("%+v, %v", r, err)
	}

	if _, err := s.AnyLength(t.Context(), &p, HelpWin, 9, nil); !errors.Is(err, ErrUnsupported) {
		t.Errorf("%v", err)
	}
}

// A help-win in one and a half turns, Kf7 Kh7 Rh1, is none in a half; its proof says so and
// verifies. Where there is none in the plies asked for, that is the answer.
func TestHalfProof(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, variant, "7k/8/5K2/8/8/8/8/R7 w - - 0 1")
	s := New(variant, Options{Jobs: 1, Memory: 1 << 20})
	for plies, excluded := range map[int]int{1: 0, 2: 1} {
		if r, err := s.Lines(t.Context(), &p, HelpWin, plies); err != nil || r.Status != None ||
			r.In != 0 || r.Excluded != excluded || len(r.Keys) > 0 {
			t.Errorf("%d plies: %+v, %v", plies, r, err)
		}
	}

	r, err := s.Lines(t.Context(), &p, HelpWin, 3)
	if err != nil || r.Status != Won || r.In != 1 || r.Excluded != 0 || !slices.Contains(r.Keys,
		board.NewMove(board.At(5, 5), board.At(5, 6))) {
		t.Fatalf("%+v, %v", r, err)
	}

	var text strings.Builder
	if err := s.WriteProof(t.Context(), &text, r, false); err != nil {
		t.Fatal(err)
	}
	report, err := proof.Verify(t.Context(), strings.NewReader(text.String()), "", 1)
	if err != nil || report.In != 1 || !report.Half || report.Stipulation != proof.HelpWin {
		t.Errorf("%+v, %v", report, err)
	}
}
