package solve

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/proof"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/tablebase"
)

// Statements that are needed are made once for a number of turns, whatever the clock says, and again for more.
func TestAgenda(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	v := &prover{}
	p, q := game.Start(), game.Start()
	q.Clock, q.Number = 7, 9
	for i, step := range []struct {
		p    board.Position
		n    int
		open [4]int
	}{{p, 2, [4]int{0, 0, 1, 0}}, {q, 2, [4]int{0, 0, 1, 0}}, {q, 1, [4]int{0, 0, 1, 0}}, {p, 3, [4]int{0, 0, 1, 1}},
		{p, 2, [4]int{0, 0, 1, 1}}} {
		v.need(&v.holds, step.p, step.n)
		if got := [4]int{len(v.holds.open[0]), len(v.holds.open[1]), len(v.holds.open[2]),
			len(v.holds.open[3])}; got != step.open {
			t.Errorf("step %d: %v, want %v", i, got, step.open)
		}
	}
}

// Only first turns that are allowed count; what is asked briefly is answered as at length; tables of another
// game are not asked, and those of the game change no answer.
func TestAsked(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, game, "8/5K1k/R7/8/8/8/8/8 w - - 0 1")
	s := New(game, Options{Jobs: 1})
	all, err := s.Solve(t.Context(), p, Win, 3)
	if err != nil || all.In != 2 || len(all.Keys) != 7 || all.Excluded != 1 || s.Game() != game {
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
		r, err := New(game, Options{Jobs: 1, First: func(_ *board.Position,
			m board.Move) bool {
			return test.allowed(m)
		}}).Solve(t.Context(), p, Win, 2)
		if err != nil || r.In != test.in || !slices.Equal(r.Keys, test.keys) {
			t.Errorf("%d: %+v, %v", i, r, err)
		}
	}
	if in, keys, err := Shortest(t.Context(), game, p, 3, Options{}); in != 2 || !slices.Equal(keys, all.Keys) ||
		err != nil {
		t.Errorf("%d, %v, %v", in, keys, err)
	}
	if in, keys, err := Shortest(t.Context(), game, p, 1, Options{}); in != 0 || keys != nil || err != nil {
		t.Errorf("%d, %v, %v", in, keys, err)
	}
	start := game.Start()
	if _, _, err := Shortest(t.Context(), game, start, 9, Options{Nodes: 1}); !errors.Is(err, rules.ErrLimit) ||
		err.Error() != fmt.Sprintf("%v: no answer about a win in 9", rules.ErrLimit) {
		t.Errorf("%v", err)
	}
	before := s.epoch
	s.Forget()
	if again, err := s.Solve(t.Context(), p, Win, 3); err != nil || !slices.Equal(again.Keys, all.Keys) ||
		s.epoch == before {
		t.Errorf("%+v, %v", again, err)
	}
	tables, err := tablebase.Open(game.Set(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	if New(puzzletest.Named(t, "conversion"), Options{Tables: tables}).options.Tables != nil {
		t.Error("tables of another game are asked")
	}
	r, err := New(game, Options{Jobs: 1, Tables: tables}).Solve(t.Context(), p, Win, 3)
	if err != nil || r.In != 2 || !slices.Equal(r.Keys, all.Keys) || r.Nodes >= all.Nodes {
		t.Errorf("with tables: %+v, %v; without %d nodes", r, err, all.Nodes)
	}
	// The rook mates in 16 at most: the tables know of each position in how many turns.
	w := newWorker(New(game, Options{Tables: tables}))
	w.goal = Win
	for fen, in := range map[string]int{"8/5K1k/R7/8/8/8/8/8 w - - 0 1": 2, "7k/5K2/R7/8/8/8/8/8 w - - 0 1": 1,
		"8/8/8/8/8/2k5/8/K7 w - - 0 1": 0} {
		at := puzzletest.Position(t, game, fen)
		w.attacker = board.White
		for n := 1; n <= 3; n++ {
			if won, known := w.inTables(&at, n); won != (in > 0 && n >= in) || !known {
				t.Errorf("%s in %d: %t, %t", fen, n, won, known)
			}
		}
		after := game.Full(&at, game.Moves(&at)[0]).After
		value, err := tables.Probe(&after)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 20 {
			if won, known := w.inTables(&after, n); won != (value.Loses() && value.Plies() <= 2*n) || !known {
				t.Errorf("%s: after a turn, in %d more: %t, %t", fen, n, won, known)
			}
		}
		if w.goal = SelfWin; true {
			if _, known := w.inTables(&at, 3); known {
				t.Error("a self-win is asked of the tables")
			}
			w.goal = Win
		}
	}
	if _, known := w.inTables(&start, 3); known {
		t.Error("the tables know the start")
	}
}

// What is not settled is not proved, and what makes no sense is not asked.
func TestNotProved(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	s := New(game, Options{})
	p := game.Start()
	if err := s.WriteProof(t.Context(), nil, p, Win, Result{}, 2, true); err != ErrLimit {
		t.Errorf("%v", err)
	}
	for _, r := range []Result{{}, {Status: None, In: 1}, {Status: Won}} {
		if err := s.WriteHalfProof(nil, p, r); err != ErrLimit {
			t.Errorf("%+v: %v", r, err)
		}
	}
	if err := s.WriteLongProof(t.Context(), nil, p, Win, LongResult{}); err != ErrLimit {
		t.Errorf("%v", err)
	}
	for _, plies := range []int{0, -1, 121} {
		if _, err := s.Help(t.Context(), p, plies); !errors.Is(err, ErrUnsupported) ||
			err.Error() != fmt.Sprintf("not supported: a number of plies from 1 to 120 is wanted, not %d", plies) {
			t.Errorf("%v", err)
		}
	}
	for _, n := range []int{0, 61} {
		if _, err := s.Solve(t.Context(), p, Win, n); !errors.Is(err, ErrUnsupported) ||
			err.Error() != fmt.Sprintf("not supported: a number of turns from 1 to 60 is wanted, not %d", n) {
			t.Errorf("%v", err)
		}
	}
	for _, n := range []int{0, 251} {
		if _, err := s.AnyLength(t.Context(), p, Win, n, nil); !errors.Is(err, ErrUnsupported) {
			t.Errorf("%d: %v", n, err)
		}
	}
	if _, err := s.AnyLength(t.Context(), p, Claim, 3, nil); !errors.Is(err, ErrUnsupported) {
		t.Errorf("%v", err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := s.AnyLength(over, p, Win, 99, nil); !errors.Is(err, context.Canceled) || r.Status != Unknown ||
		r.Bounds != (Bounds{AtLeast: 1}) {
		t.Errorf("%+v, %v", r, err)
	}
	// Rights that a FEN does not tell are told beside it.
	if h := s.proofHeader(&p, Win); h.At != "" || h.FEN != game.FEN(&p) {
		t.Errorf("%+v", h)
	}
	q := p
	q.EnPassant = board.At(4, 2)
	if h := s.proofHeader(&q, SelfWin); h.At == "" || string(h.Stipulation) != "self-win" {
		t.Errorf("%+v", h)
	}
	q = p
	q.Rights[board.RightIndex(board.White, board.QueenSide)].King = board.At(3, 0) // the queen's square
	if read, err := game.ParseFEN(game.FEN(&q)); err != nil || read.Rights == q.Rights {
		t.Fatalf("%+v, %v", read.Rights, err)
	}
	if h := s.proofHeader(&q, Win); h.At != proof.At(&q) {
		t.Errorf("%+v", h)
	}
}

// A continuation is made once, and not again where it follows another of the enemy's turns; but with another
// reclaim, or where it is not the first of its position, it is one of its own.
func TestContinuationsAreMadeOnce(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, game, "8/k7/8/3K4/8/8/8/7Q w - - 0 1")
	s := New(game, Options{Jobs: 1})
	a := s.ask(t.Context(), Win, p.Turn, 3)
	defer a.finish()
	b := builder{asker: a, ctx: t.Context(), known: map[board.Position]*answer{}}
	known, err := b.shortest(&p, 3)
	if err != nil || known.in != 3 {
		t.Fatalf("%+v, %v", known, err)
	}
	full, again, other := board.Played{After: p}, board.Played{After: p}, board.Played{Turn: board.Turn{Reclaimed: 1},
		After: p}
	for i, test := range []struct {
		after *board.Played
		later bool // it is not the first key of its position
		made  bool
	}{{&other, false, true}, {&full, false, true}, {&full, false, false}, {&again, false, false},
		{&other, false, true}, {&full, true, true}, {&full, true, true}} {
		key := known.keys[0]
		if test.later {
			known.keys[0] = board.Move{}
		}
		before := b.turns
		play, err := b.answer(&way{test.after, key}, &full, 3)
		if err != nil || play.After != test.after || play.Turn.Move != key || play.In != 3 ||
			len(play.Defences) == 0 || (b.turns > before) != test.made {
			t.Errorf("%d: %d turns more, %+v, %v", i, b.turns-before, play, err)
		}
		known.keys[0] = key
	}
}
