package dfpn

import (
	"testing"
	"time"

	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/solution"
	"turncoat/rules/board"
	"turncoat/rules/reference"
	"turncoat/rules/ruleset"
)

// King and rook against king: mate in one by Ra8, in two by Kf7 or Kg6, and none with the kings alone.
const (
	mateInOne = "7k/8/6K1/8/8/8/8/R7 w - - 0 1"
	mateInTwo = "7k/8/5K2/8/8/8/8/R7 w - - 0 1"
	noMate    = "7k/8/5K2/8/8/8/8/8 w - - 0 1"
)

// Which rule sets package fast plays, which have a reclaim that somebody chooses, and where wins with the next
// turn are looked for at once.
func TestMeans(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		for _, goal := range []solution.Goal{solution.Win, solution.SelfWin, solution.Claim} {
			for _, slow := range []bool{false, true} {
				w := asking(t, name, goal, slow)
				chosen := name == "pacifist-number" || name == "pacifist-value" || name == "pacifist-average"
				if w.quick == slow || w.reclaims != chosen || w.leaves != (!slow && !chosen && goal == solution.Win) {
					t.Errorf("%s, %s: quick %t, reclaims %t, leaves %t", name, goal, w.quick, w.reclaims, w.leaves)
				}
			}
		}
	}
}

// What several workers have found makes one answer: the shortest of the wins, whatever others say; that there is
// none, by the first who says so; and nothing where choices were left out.
func TestAnswerOfWorkers(t *testing.T) {
	won := func(length int) value {
		v := provenIn(length)
		v.best = board.NewMove(board.Square(length), board.Square(length+8))
		return v
	}
	move := func(length int) board.Move { return won(length).best }
	for _, test := range []struct {
		name   string
		values []value
		cut    bool
		want   Answer
	}{
		{"nothing", []value{undecided(1, 1), undecided(2, 2)}, false, Answer{}},
		{"a win", []value{undecided(1, 1), won(5)}, false, Answer{Status: Won, Turns: 5, Move: move(5)}},
		{"a shorter win", []value{won(5), won(3), won(4)}, false, Answer{Status: Won, Turns: 3, Move: move(3)}},
		{"none in so many", []value{undecided(1, 1), disprovenAt(bound)}, false, Answer{Status: None}},
		{"none ever", []value{disprovenAt(free), disprovenAt(bound)}, false, Answer{Status: None, Ever: true}},
		{"none, since all comes back to the root", []value{disprovenAt(0)}, false, Answer{Status: None, Ever: true}},
		{"a win after all", []value{disprovenAt(free), won(7)}, true, Answer{Status: Won, Turns: 7, Move: move(7)}},
		{"a win stays", []value{won(7), disprovenAt(free)}, false, Answer{Status: Won, Turns: 7, Move: move(7)}},
		{"a win wipes out never", []value{disprovenAt(free), won(7)}, false, Answer{Status: Won, Turns: 7,
			Move: move(7)}},
		{"none as far as was looked", []value{disprovenAt(free)}, true, Answer{}},
	} {
		var got Answer
		for i := range test.values {
			got.add(&test.values[i], test.cut)
		}
		if got != test.want {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
}

// Once choices have been left out, what seems to be no win is unknown, and no list of keys is complete.
func TestCut(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, game, mateInTwo)
	for cut, want := range map[bool]Status{false: None, true: Unknown} {
		s := New(game, Options{})
		s.table.cut.Store(cut)
		if a, err := s.FindIn(t.Context(), p, solution.Win, 1, 0); err != nil || a.Status != want {
			t.Errorf("cut %t: %+v, %v", cut, a, err)
		}
		if keys, _, complete, err := s.Keys(t.Context(), p, solution.Win, 2, 0); err != nil || complete == cut ||
			len(keys) != 2 {
			t.Errorf("cut %t: %v, complete %t, %v", cut, keys, complete, err)
		}
	}
}

// Of more than 4,096 reclaims so many are looked at: of thirteen pawns of White's on their third and sixth
// ranks, each attacked by the rook on its file and supported by nobody, each can be taken back or not. The enemy
// may have a better one among the rest, the attacker does without.
func TestOverflow(t *testing.T) {
	for _, slow := range []bool{false, true} {
		for _, k := range []kind{attackReclaim, defendReclaim} {
			w := asking(t, "pacifist-number", solution.Win, slow)
			p := puzzletest.Position(t, w.game, "rrrrrrrr/7k/PPPPPPPP/3K4/8/PPPPPPPP/8/rrrrrrrr w - - 0 1")
			f := new(frame)
			n := &node{kind: k, at: p, move: board.NewMove(board.At(3, 4), board.At(4, 4))}
			if _, over := w.expand(f, n); over || len(f.children) != 4096 || !w.table.cut.Load() {
				t.Fatalf("kind %d: %d choices, over %t, cut %t", k, len(f.children), over, w.table.cut.Load())
			}
			last := len(f.children) - 1
			for i := range f.children {
				if v, held := f.children[i].value, k == defendReclaim && i == last; held && v != disprovenAt(bound) ||
					!held && v != (value{}) {
					t.Errorf("kind %d: choice %d: %+v", k, i, v)
				}
			}
		}
	}
	w := asking(t, "pacifist-number", solution.Win, false)
	p := puzzletest.Position(t, w.game, "8/1b6/1K1n4/8/8/1R6/5R2/6k1 w - - 0 1")
	for _, m := range w.game.Moves(&p) {
		if w.expandReclaim(new(frame), &node{kind: defendReclaim, at: p, move: m}); w.table.cut.Load() {
			t.Fatalf("the few reclaims of %s are cut", m.UCI(&p))
		}
	}
}

// The first worker to settle a question ends the work of the others: the second one waits until it is ended.
func TestFirstAnswerEndsAll(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, game, mateInTwo)
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
	s = New(game, Options{Jobs: 2, Memory: 1 << 20, Short: func() ShortWin {
		if made++; made == 2 {
			return wait
		}
		return nil
	}})
	if a, err := s.FindIn(t.Context(), p, solution.Win, 4, 0); err != nil || a.Status != Won || late {
		t.Errorf("%+v, %v; the second worker was not ended: %t", a, err, late)
	}
}

// Nodes are counted for each question: one where the win is seen at once, none where the table has the answer,
// and as many as were allowed where they did not do.
func TestNodes(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	s := New(game, Options{Memory: 1 << 20})
	p := puzzletest.Position(t, game, mateInOne)
	for i, want := range []uint64{1, 0, 0} {
		if a, err := s.Find(t.Context(), p, solution.Win, 60, 0); err != nil || a.Status != Won || a.Turns != 1 ||
			a.Nodes != want {
			t.Errorf("question %d: %+v, %v; want %d nodes", i, a, err, want)
		}
	}
	start := game.Start()
	if a, err := s.Find(t.Context(), start, solution.Win, 60, 1000); err != nil || a.Nodes < 1000 || a.Nodes > 1000+
		2*flushEvery {
		t.Errorf("%+v, %v", a, err)
	}
	if a, err := s.Find(t.Context(), p, solution.Win, 60, 0); err != nil || a.Nodes != 0 {
		t.Errorf("after another question: %+v, %v", a, err)
	}
	if _, nodes, complete, err := s.Keys(t.Context(), start, solution.Win, 60, 1000); err != nil || complete ||
		nodes < 1000 || nodes > 1000+2*flushEvery {
		t.Errorf("keys: %d nodes, complete %t, %v", nodes, complete, err)
	}
	// Work that a limit has ended is gone on with.
	p = puzzletest.Position(t, game, mateInTwo)
	for asked := 1; ; asked++ {
		keys, _, complete, err := s.Keys(t.Context(), p, solution.Win, 2, 1)
		if err != nil || asked > 100 {
			t.Fatalf("asked %d times: %v", asked, err)
		}
		if complete {
			if len(keys) != 2 {
				t.Errorf("the keys are %v", keys)
			}
			break
		}
	}
}

// A context that outlives a question holds nothing of it.
func TestContextIsLeft(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	s := New(game, Options{Memory: 1 << 20})
	p := puzzletest.Position(t, game, mateInTwo)
	ctx := puzzletest.NewWatched()
	for range 3 {
		if _, err := s.Find(ctx, p, solution.Win, 3, 0); err != nil {
			t.Fatal(err)
		}
		if _, _, _, err := s.Keys(ctx, p, solution.Win, 2, 0); err != nil {
			t.Fatal(err)
		}
	}
	if now, ever := ctx.Waiting(); now != 0 || ever < 6 {
		t.Errorf("%d of %d questions are still waiting", now, ever)
	}
}

// A position whose key has been forgotten is searched as any other: what is remembered of another under that key
// is not taken for it.
func TestForgottenKeys(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	s := New(game, Options{Memory: 1 << 20})
	for i, fen := range []string{mateInTwo, noMate, mateInTwo, noMate} {
		p := puzzletest.Position(t, game, fen)
		p.Key = 1
		want, keys := Won, 2
		if fen == noMate {
			want, keys = None, 0
		}
		a, err := s.Find(t.Context(), p, solution.Win, 4, 0)
		b, again := s.FindIn(t.Context(), p, solution.Win, 2, 0)
		if err != nil || again != nil || a.Status != want || b.Status != want {
			t.Errorf("%d: %+v, %v; %+v, %v", i, a, err, b, again)
		}
		if got, _, complete, err := s.Keys(t.Context(), p, solution.Win, 2, 0); err != nil || !complete ||
			len(got) != keys {
			t.Errorf("%d: the keys are %v, complete %t, %v", i, got, complete, err)
		}
		if want == Won {
			made := 0
			if n, err := s.Proof(t.Context(), p, solution.Win, 2, func(st solution.Statement) error {
				if made++; st.At.Key != st.At.Hash() {
					t.Errorf("%d: a statement about %s has another key", i, game.FEN(&st.At))
				}
				return nil
			}); n != 2 || err != nil || made < 2 {
				t.Errorf("%d: a proof in %d, of %d statements: %v", i, n, made, err)
			}
		}
	}
}

// A new choice begins with as many to prove as the enemy has moves, where it is to move and they can be counted
// quickly, else with one; and one that the table knows with what that says.
func TestOpen(t *testing.T) {
	for _, slow := range []bool{false, true} {
		for _, k := range []kind{attack, defend} {
			w := asking(t, "chess", solution.Win, slow)
			p := puzzletest.Position(t, w.game, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
			n := &node{kind: k, at: p}
			f := new(frame)
			w.expand(f, n)
			kept := f.children[len(f.children)/2].key
			w.table.keep(kept, undecided(7, 8), 1)
			// as many moves as the Chess Programming Wiki counts there
			if _, over := w.open(f, n, 9); over || len(f.children) != 48 {
				t.Fatalf("over %t, %d choices", over, len(f.children))
			}
			for i := range f.children {
				c := &f.children[i]
				want := undecided(1, 1)
				switch {
				case c.key == kept:
					want = undecided(7, 8)
				case k == attack && !slow:
					want.pn = uint32(len(reference.Moves(w.game.Set(), c.at)))
				}
				if c.value != want {
					t.Errorf("kind %d, slow %t, %s: %+v, want %+v", k, slow, c.move.UCI(&p), c.value, want)
				}
			}
		}
	}
}
