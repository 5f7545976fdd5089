package solve

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/proof"
	"turncoat/rules/board"
)

const (
	inTwo     = "8/5K1k/R7/8/8/8/8/8 w - - 0 1"       // the rook mates in two, by seven first turns (TestAsked)
	stalemate = "7k/8/8/8/8/1q6/8/K7 w - - 0 1"       // no legal turn, no check
	onlyTurn  = "K3r2k/P5pp/8/n7/8/8/8/4R3 w - - 0 1" // Rxe8 is the only legal turn, and mate
)

// near returns the work on a position, some of which has been done: bounds and nodes, of a limit.
func near(t *testing.T, fen string, turns int, done Bounds, spent, limit uint64) *approach {
	t.Helper()
	game := puzzletest.Named(t, "chess")
	a := New(game, Options{Jobs: 1, Memory: 2 << 20, Nodes: limit}).approach(puzzletest.Position(t, game, fen), Win,
		turns, nil)
	a.Bounds, a.Nodes = done, spent
	return a
}

// The exact search raises the lower bound as far as its work allows: up to the win that is known, or else up to
// the number of turns asked for, 60 at most. It is done when it has found the win, or that there is none in so
// many turns.
func TestRaise(t *testing.T) {
	const plenty = 1 << 20
	for _, test := range []struct {
		name   string
		fen    string
		turns  int
		before Bounds
		limit  uint64
		after  Bounds
		done   bool
		status Status
		keys   int
		works  bool
	}{
		{"none in one", inTwo, 1, Bounds{1, 0}, 0, Bounds{2, 0}, true, None, 0, true},
		{"the win is found", inTwo, 2, Bounds{1, 0}, 0, Bounds{2, 2}, true, Unknown, 7, true},
		{"the win is found where none is asked for in fewer", inTwo, 9, Bounds{2, 0}, 0, Bounds{2, 2}, true, Unknown,
			7, true},
		{"a shorter win is found", inTwo, 9, Bounds{1, 3}, 0, Bounds{2, 2}, true, Unknown, 7, true},
		{"nothing shorter", inTwo, 9, Bounds{1, 2}, 0, Bounds{2, 2}, false, Unknown, 0, true},
		{"nothing left to exclude", inTwo, 9, Bounds{2, 2}, 0, Bounds{2, 2}, false, Unknown, 0, false},
		{"the limit comes first", inTwo, 9, Bounds{1, 0}, 1, Bounds{1, 0}, false, Unknown, 0, true},
		{"none in 60", stalemate, 60, Bounds{1, 0}, 0, Bounds{61, 0}, true, None, 0, false},
		{"none in 60 of 61", stalemate, 61, Bounds{1, 0}, 0, Bounds{61, 0}, false, Unknown, 0, false},
		{"more than 60 is too much", inTwo, 61, Bounds{61, 0}, 0, Bounds{61, 0}, false, Unknown, 0, false},
	} {
		a := near(t, test.fen, test.turns, test.before, 0, test.limit)
		done, err := a.raise(t.Context(), plenty)
		if err != nil || done != test.done || a.Bounds != test.after || a.Status != test.status ||
			len(a.Keys) != test.keys || a.Complete != (test.keys > 0) || (a.Nodes > 0) != test.works {
			t.Errorf("%s: done %t, %+v, %v", test.name, done, a.LongResult, err)
		}
	}
}

// Proof-number search finds a win, or that there is none, ever or in so many turns.
func TestLower(t *testing.T) {
	a := near(t, inTwo, 9, Bounds{1, 0}, 0, 0)
	if done, err := a.lower(t.Context(), 1<<20); done || err != nil || a.AtLeast != 1 || a.AtMost < 2 ||
		a.AtMost > 9 || len(a.Keys) != 1 || a.Complete || a.Nodes == 0 {
		t.Errorf("%t, %+v, %v", done, a.LongResult, err)
	}
	for _, test := range []struct {
		fen   string
		turns int
		never bool
	}{{stalemate, 9, true}, {inTwo, 1, false}} {
		a := near(t, test.fen, test.turns, Bounds{1, 0}, 0, 0)
		if done, err := a.lower(t.Context(), 1<<20); !done || err != nil || a.Status != None ||
			a.Never != test.never || a.Bounds != (Bounds{1, 0}) {
			t.Errorf("%s: %t, %+v, %v", test.fen, done, a.LongResult, err)
		}
	}
}

// A win that takes too many turns is shortened until the bounds meet; at the limit by no more than one question.
func TestShorten(t *testing.T) {
	a := near(t, inTwo, 90, Bounds{1, 80}, 0, 0)
	if done, err := a.lower(t.Context(), 1<<20); done || err != nil || a.Bounds != (Bounds{2, 2}) || len(a.Keys) != 1 {
		t.Errorf("%t, %+v, %v", done, a.LongResult, err)
	}
	// The first question is for a win in half as many turns, with a quarter of the work; those that follow are
	// half-way to what is known, the last with all that is left. Here they stay open. A limit ends them after the
	// one that reaches it.
	for limit, questions := range map[uint64][]int{0: {8, 10, 11, 12}, 1 << 20: {8, 10, 11, 12}, 1: {8}} {
		const start, work = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4001
		a = near(t, start, 90, Bounds{5, 13}, 0, limit)
		fresh := near(t, start, 90, Bounds{5, 13}, 0, 0)
		var want uint64
		for _, turns := range questions {
			if want >= work {
				t.Fatalf("%d nodes of %d", want, work)
			}
			part := work - want
			if turns < 12 {
				part = (part + 3) / 4
			}
			if limit == 1 {
				part = 1
			}
			r, err := fresh.long.FindIn(t.Context(), fresh.p, Win, turns, part)
			if err != nil {
				t.Fatal(err)
			}
			want += r.Nodes
		}
		if err := a.shorten(t.Context(), work); err != nil || a.Bounds != (Bounds{5, 13}) || a.Nodes != want {
			t.Errorf("limit %d: %+v, %v, want %d nodes", limit, a.LongResult, err, want)
		}
	}
	// What is interrupted at a question ends with the error; before the first it has asked nothing.
	for k, want := range map[int64]error{1: nil, 2: context.Canceled, 3: context.Canceled} {
		ctx := puzzletest.NewEnding(t.Context(), k)
		a := near(t, inTwo, 90, Bounds{1, 80}, 0, 0)
		if err := a.shorten(ctx, 1<<20); !errors.Is(err, want) || (err == nil) != (want == nil) ||
			a.Bounds != (Bounds{1, 80}) || a.Keys != nil {
			t.Errorf("interrupted at question %d: %+v, %v", k, a.LongResult, err)
		}
		ctx.Close()
	}
	for name, a := range map[string]*approach{"no work": near(t, inTwo, 90, Bounds{1, 80}, 0, 0),
		"met": near(t, inTwo, 90, Bounds{2, 2}, 0, 0)} {
		work := uint64(0)
		if name == "met" {
			work = 1 << 20
		}
		before := a.Bounds
		if err := a.shorten(t.Context(), work); err != nil || a.Nodes != 0 || a.Bounds != before {
			t.Errorf("%s: %+v, %v", name, a.LongResult, err)
		}
	}
}

// Once the bounds have met, all first turns are settled: by the exact search where the win is short enough, else
// by the other, and by neither at the limit.
func TestAllKeys(t *testing.T) {
	for _, test := range []struct {
		name         string
		fen          string
		in           int
		spent, limit uint64
		keys         int
	}{
		{"short", inTwo, 2, 0, 0, 7}, {"of 60", onlyTurn, 60, 0, 0, 1}, {"of 61", onlyTurn, 61, 0, 0, 1},
		{"within the limit", inTwo, 2, 9, 1 << 20, 7}, {"at the limit", inTwo, 2, 9, 9, 0},
	} {
		a := near(t, test.fen, 99, Bounds{test.in, test.in}, test.spent, test.limit)
		if err := a.allKeys(t.Context(), 1<<10); err != nil || len(a.Keys) != test.keys ||
			a.Complete != (test.keys > 0) || (a.Nodes > test.spent) != (test.keys > 0) {
			t.Errorf("%s: %+v, %v", test.name, a.LongResult, err)
		}
		asked := uint64(0)
		if test.in <= 60 && test.keys > 0 {
			asked = 64 * 4 << 10
		}
		if got := a.exact.options.Nodes; got != asked {
			t.Errorf("%s: the exact search has %d turns, want %d", test.name, got, asked)
		}
	}
	// Little work is doubled until one of the searches has settled them all: here of a mate in four.
	b := near(t, "1B2n3/8/2R5/5p2/3kp1n1/4p3/B3K3/8 w - - 0 1", 99, Bounds{4, 4}, 0, 0)
	if err := b.allKeys(t.Context(), 1); err != nil || len(b.Keys) == 0 || !b.Complete {
		t.Errorf("%+v, %v", b.LongResult, err)
	}
	for k, keys := range []int{0, 0, 7} { // settled before the last question
		ctx := puzzletest.NewEnding(t.Context(), int64(k+1))
		b = near(t, inTwo, 99, Bounds{2, 2}, 0, 0)
		if err := b.allKeys(ctx, 1<<10); !errors.Is(err, context.Canceled) || len(b.Keys) != keys ||
			b.Complete != (keys > 0) {
			t.Errorf("interrupted at question %d: %+v, %v", k+1, b.LongResult, err)
		}
		ctx.Close()
	}
	// What the limit leaves is not enough for a mate in four, whichever search looks for it.
	b = near(t, "1B2n3/8/2R5/5p2/3kp1n1/4p3/B3K3/8 w - - 0 1", 99, Bounds{4, 4}, 500, 2000)
	if err := b.allKeys(t.Context(), 1<<10); err != nil || len(b.Keys) != 0 || b.Complete || b.Nodes < 2000 ||
		b.Nodes > 2000+2*flushEvery {
		t.Errorf("%+v, %v", b.LongResult, err)
	}
	// The work goes on from bounds that have met.
	a := near(t, inTwo, 99, Bounds{2, 2}, 0, 1<<20)
	if err := a.run(t.Context()); err != nil || len(a.Keys) != 7 || !a.Complete {
		t.Errorf("%+v, %v", a.LongResult, err)
	}
}

// What is asked as one question: the answer with all keys in order, or what is known when the time is over,
// which is no error.
func TestAnyLengthAnswers(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, game, inTwo)
	s := New(game, Options{Jobs: 1, Memory: 2 << 20})
	r, err := s.AnyLength(t.Context(), p, Win, 250, nil)
	if err != nil || r.Status != Won || r.Bounds != (Bounds{2, 2}) || len(r.Keys) != 7 || !r.Complete || r.Never ||
		r.Nodes == 0 {
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
	for _, s := range []*Solver{s, New(game, Options{Jobs: 1, Memory: 2 << 20})} {
		var text strings.Builder
		if err := s.WriteLongProof(t.Context(), &text, p, Win, r); err != nil {
			t.Fatal(err)
		}
		if report, err := proof.Verify(t.Context(), strings.NewReader(text.String()), "", 1); err != nil ||
			report.In != 2 {
			t.Errorf("%+v, %v", report, err)
		}
	}
	// The start is not won in any few turns: the time ends the work.
	start := game.Start()
	if r, err := New(game, Options{Jobs: 1, Time: time.Nanosecond}).AnyLength(t.Context(), start, Win, 250,
		nil); err != nil || r.Status != Unknown || r.AtLeast < 1 || r.AtMost != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err := s.AnyLength(t.Context(), puzzletest.Position(t, game, stalemate), Win, 250, nil); err != nil ||
		r.Status != None || !r.Never {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := s.AnyLength(t.Context(), p, HelpWin, 9, nil); !errors.Is(err, ErrUnsupported) ||
		!strings.HasSuffix(err.Error(), "a win, self-win or claim in 1 to 250 turns is wanted") {
		t.Errorf("%v", err)
	}
}

// A help-win in one and a half turns, Kf7 Kh7 Rh1, is none in a half; its proof says so and verifies. Where
// there is none in the plies asked for, that is the answer.
func TestHalfProof(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, game, "7k/8/5K2/8/8/8/8/R7 w - - 0 1")
	s := New(game, Options{Jobs: 1})
	for plies, excluded := range map[int]int{1: 0, 2: 1} {
		if r, err := s.Help(t.Context(), p, plies); err != nil || r.Status != None || r.In != 0 ||
			r.Excluded != excluded || len(r.Keys) > 0 {
			t.Errorf("%d plies: %+v, %v", plies, r, err)
		}
	}
	r, err := s.Help(t.Context(), p, 3)
	if err != nil || r.Status != Won || r.In != 1 || r.Excluded != 0 || !slices.Contains(r.Keys,
		board.NewMove(board.At(5, 5), board.At(5, 6))) {
		t.Fatalf("%+v, %v", r, err)
	}
	var text strings.Builder
	if err := s.WriteHalfProof(&text, p, r); err != nil {
		t.Fatal(err)
	}
	report, err := proof.Verify(t.Context(), strings.NewReader(text.String()), "", 1)
	if err != nil || report.In != 1 || !report.Half || report.Stipulation != proof.HelpWin {
		t.Errorf("%+v, %v", report, err)
	}
}
