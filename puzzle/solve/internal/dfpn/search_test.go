package dfpn

import (
	"testing"
	"time"

	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/rules/board"
)

// King and rook against king: mate in two by Kf7 or Kg6, and none with the kings alone.
const (
	mateInTwo = "7k/8/5K2/8/8/8/8/R7 w - - 0 1"
	noMate    = "7k/8/5K2/8/8/8/8/8 w - - 0 1"
)

// Once choices have been left out, what seems to be no win is unknown, and no list of keys is
// complete.
func TestCut(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, variant, mateInTwo)
	for cut, want := range map[bool]Status{false: None, true: Unknown} {
		s := New(variant, Options{})
		s.table.cut.Store(cut)
		if a, err := s.FindIn(t.Context(), &p, puzzle.Win, 1, 0); err != nil || a.Status != want {
			t.Errorf("cut %t: %+v, %v", cut, a, err)
		}
		if keys, _, complete, err := s.Keys(t.Context(), &p, puzzle.Win, 2, 0); err != nil ||
			complete == cut || len(keys) != 2 {
			t.Errorf("cut %t: %v, complete %t, %v", cut, keys, complete, err)
		}
	}
}

// Of more than 4,096 reclaims so many are looked at: of thirteen pawns of White's on their third
// and sixth ranks, each attacked by the rook on its file and supported by nobody, each can be taken
// back or not. The enemy may have a better one among the rest, the attacker does without.
func TestOverflow(t *testing.T) {
	for _, slow := range []bool{false, true} {
		for _, k := range []kind{attackReclaim, defendReclaim} {
			w := asking(t, "pacifist-number", puzzle.Win, slow)
			p := puzzletest.Position(t, w.variant,
				"rrrrrrrr/7k/PPPPPPPP/3K4/8/PPPPPPPP/8/rrrrrrrr w - - 0 1")
			f := new(frame)
			n := &node{kind: k, at: p, move: board.NewMove(board.At(3, 4), board.At(4, 4))}
			if _, over := w.expand(f, n); over || len(f.children) != 4096 || !w.table.cut.Load() {
				t.Fatalf("kind %d: %d choices, over %t, cut %t", k, len(f.children), over,
					w.table.cut.Load())
			}
			last := len(f.children) - 1
			for i := range f.children {
				if v, held := f.children[i].value, k == defendReclaim && i == last; held &&
					v != disprovenAt(bound) || !held && v != (value{}) {
					t.Errorf("kind %d: choice %d: %+v", k, i, v)
				}
			}
		}
	}

	w := asking(t, "pacifist-number", puzzle.Win, false)
	p := puzzletest.Position(t, w.variant, "8/1b6/1K1n4/8/8/1R6/5R2/6k1 w - - 0 1")
	for _, m := range w.variant.Moves(&p) {
		w.expandReclaim(new(frame), &node{kind: defendReclaim, at: p, move: m})
		if w.table.cut.Load() {
			t.Fatalf("the few reclaims of %s are cut", m.UCI(&p))
		}
	}
}

// The first worker to settle a question ends the work of the others: the second one waits until it
// is ended.
func TestFirstAnswerEndsAll(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, variant, mateInTwo)
	var s *Search
	made, began, late := 0, time.Now(), false
	wait := func(*board.Position, int) (board.Move, bool) {
		for !s.workers[1].stop.Load() {
			if time.Since(began) > 20*time.Second {
				late = true
				break
			}

			time.Sleep(time.Millisecond)
		}

		return board.Move{}, false
	}
	s = New(variant, Options{Jobs: 2, Memory: 1 << 20, Short: func() ShortWin {
		made++
		if made == 2 {
			return wait
		}
		return nil
	}})
	if a, err := s.FindIn(t.Context(), &p, puzzle.Win, 4, 0); err != nil ||
		a.Status != Won || late {
		t.Errorf("%+v, %v; the second worker was not ended: %t", a, err, late)
	}
}

// A position whose key has been forgotten is searched as any other: what is remembered of another
// under that key is not taken for it.
func TestForgottenKeys(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	s := New(variant, Options{Memory: 1 << 20})
	for i, fen := range []string{mateInTwo, noMate, mateInTwo, noMate} {
		p := puzzletest.Position(t, variant, fen)
		p.Key = 1
		want, keys := Won, 2
		if fen == noMate {
			want, keys = None, 0
		}
		a, err := s.Find(t.Context(), &p, puzzle.Win, 4, 0)
		b, again := s.FindIn(t.Context(), &p, puzzle.Win, 2, 0)
		if err != nil || again != nil || a.Status != want || b.Status != want {
			t.Errorf("%d: %+v, %v; %+v, %v", i, a, err, b, again)
		}
		if got, _, complete, err := s.Keys(t.Context(), &p, puzzle.Win, 2, 0); err != nil ||
			!complete || len(got) != keys {
			t.Errorf("%d: the keys are %v, complete %t, %v", i, got, complete, err)
		}
	}
}
