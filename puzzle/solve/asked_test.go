package solve

import (
	"context"
	"errors"
	"slices"
	"testing"

	"turncoat/internal/tablebase/embedded"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle/proof"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Only the first turns that the options allow count. Shortest gives the same answers as a solver. A
// solver that has forgotten everything finds the same again. Tables of another game are ignored,
// and those of the game change no answer.
func TestAsked(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, variant, "8/5K1k/R7/8/8/8/8/8 w - - 0 1")
	s := New(variant, Options{Jobs: 1, Memory: 1 << 20})
	all, err := s.Solve(t.Context(), &p, Win, 3)
	if err != nil || all.In != 2 || len(all.Keys) != 7 || all.Excluded != 1 ||
		s.Variant() != variant {
		t.Fatalf("%+v, %v", all, err)
	}
	for i, test := range []struct {
		allowed func(m board.Move) bool
		in      int
		keys    []board.Move
	}{
		{func(m board.Move) bool { return m == all.Keys[3] }, 2, all.Keys[3:4]},
		{func(m board.Move) bool { return m != all.Keys[0] }, 2, all.Keys[1:]},
		{func(board.Move) bool { return false }, 0, nil},
	} {
		r, err := New(variant, Options{Jobs: 1, First: func(_ *board.Position,
			m board.Move) bool {
			return test.allowed(m)
		}}).Solve(t.Context(), &p, Win, 2)
		if err != nil || r.In != test.in || !slices.Equal(r.Keys, test.keys) {
			t.Errorf("%d: %+v, %v", i, r, err)
		}
	}

	if in, keys, err := Shortest(t.Context(), variant, &p, 3, Options{}); in != 2 ||
		!slices.Equal(keys, all.Keys) || err != nil {
		t.Errorf("%d, %v, %v", in, keys, err)
	}

	if in, keys, err := Shortest(t.Context(), variant, &p, 1, Options{}); in != 0 || keys != nil ||
		err != nil {
		t.Errorf("%d, %v, %v", in, keys, err)
	}
	start := variant.Start()
	if _, _, err := Shortest(t.Context(), variant, &start, 9, Options{Nodes: 1,
		Memory: 1 << 20}); !errors.Is(err, rules.ErrLimit) {
		t.Errorf("%v", err)
	}

	s.Forget()
	if again, err := s.Solve(t.Context(), &p, Win, 3); err != nil ||
		!slices.Equal(again.Keys, all.Keys) {
		t.Errorf("%+v, %v", again, err)
	}
	tables, err := embedded.Open(variant.Set(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	if New(puzzletest.Named(t, "conversion"), Options{Tables: tables}).options.Tables != nil {
		t.Error("tables of another game are asked")
	}
	r, err := New(variant, Options{Jobs: 1, Tables: tables}).Solve(t.Context(), &p, Win, 3)
	if err != nil || r.In != 2 || !slices.Equal(r.Keys, all.Keys) || r.Nodes >= all.Nodes {
		t.Errorf("with tables: %+v, %v; without %d nodes", r, err, all.Nodes)
	}
}

// There is no proof of an answer that is not settled, and a question that makes no sense is an
// error.
func TestNotProved(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	s := New(variant, Options{Memory: 1 << 20})
	p := variant.Start()
	for want, list := range map[error][]Result{ErrLimit: {{}, {Goal: HelpWin, Half: true}},
		ErrUnsupported: {{Goal: HelpWin, Half: true, Status: None},
			{Goal: HelpWin, Half: true, Status: Won}}} {
		for _, r := range list {
			if err := s.WriteProof(t.Context(), nil, r, true); !errors.Is(err, want) {
				t.Errorf("%v: %v", r, err)
			}
		}
	}

	if err := s.WriteLongProof(t.Context(), nil, LongResult{}); err != ErrLimit {
		t.Errorf("%v", err)
	}
	for _, plies := range []int{0, -1, 121} {
		if _, err := s.Lines(t.Context(), &p, HelpWin, plies); !errors.Is(err, ErrUnsupported) {
			t.Errorf("%v", err)
		}
	}

	for _, n := range []int{0, 61} {
		if _, err := s.Solve(t.Context(), &p, Win, n); !errors.Is(err, ErrUnsupported) {
			t.Errorf("%v", err)
		}
	}

	for _, n := range []int{0, 251} {
		if _, err := s.AnyLength(t.Context(), &p, Win, n, nil); !errors.Is(err, ErrUnsupported) {
			t.Errorf("%d: %v", n, err)
		}
	}

	if _, err := s.AnyLength(t.Context(), &p, Claim, 3, nil); !errors.Is(err, ErrUnsupported) {
		t.Errorf("%v", err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := s.AnyLength(over, &p, Win, 99, nil); !errors.Is(err, context.Canceled) ||
		r.Status != Unknown || r.Bounds != (Bounds{AtLeast: 1}) {
		t.Errorf("%+v, %v", r, err)
	}

	// Rights that a FEN does not tell are told beside it.
	if h := proofHeader(s.variant, &p, Win); h.At != "" || h.FEN != variant.FEN(&p) {
		t.Errorf("%+v", h)
	}
	q := p
	q.EnPassant = board.At(4, 2)
	if h := proofHeader(s.variant, &q, SelfWin); h.At == "" || string(h.Stipulation) != "self-win" {
		t.Errorf("%+v", h)
	}
	q = p
	// the queen's square
	q.Rights[board.RightIndex(board.White, board.QueenSide)].King = board.At(3, 0)
	if read, err := variant.ParseFEN(variant.FEN(&q)); err != nil || read.Rights == q.Rights {
		t.Fatalf("%+v, %v", read.Rights, err)
	}
	if h := proofHeader(s.variant, &q, Win); h.At != proof.At(&q) {
		t.Errorf("%+v", h)
	}
}
