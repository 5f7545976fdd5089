package dfpn

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/solution"
	"turncoat/rules/board"
	"turncoat/rules/reference"
)

// asking returns a worker of a search under some rules for a goal of White's. slow is for the way through
// package rules.
func asking(t *testing.T, name string, goal solution.Goal, slow bool) *worker {
	t.Helper()
	w := newWorker(puzzletest.Named(t, name), newTable(0), 0)
	w.stop, w.spent = new(atomic.Bool), new(atomic.Uint64)
	if slow {
		w.quick = false
	}
	w.begin(goal, board.White, false)
	return w
}

// The choices at a position are the legal turns: one that leaves something to reclaim is a choice of its own,
// which has every reclaim there is. Who chooses next, and in which position, is told by the reference rules,
// whichever way the choices are listed.
func TestExpand(t *testing.T) {
	for _, test := range []struct{ rules, fen string }{
		{"chess", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"},
		{"conversion", "8/6k1/1Q6/8/q7/8/2K5/4Q2r w - - 0 50"},
		{"pacifist1", "r1bqkbnr/p1P2ppp/N7/QP1pP3/2p5/3P1N2/PP2PPPP/RNB1KB1R b HAha - 0 1"},
		{"pacifist-number", "8/1b6/1K1n4/8/8/1R6/5R2/6k1 w - - 0 1"},
		{"pacifist-value", "8/7n/8/nk1Q4/5b2/5b1K/8/8 b - - 0 1"},
	} {
		reclaims := 0
		for _, slow := range []bool{false, true} {
			for _, k := range []kind{attack, defend} {
				w := asking(t, test.rules, solution.Win, slow)
				set := w.game.Set()
				p := puzzletest.Position(t, w.game, test.fen)
				n := &node{kind: k, at: p, key: p.Key ^ w.salt}
				f := new(frame)
				if v, over := w.expand(f, n); over {
					t.Fatalf("%s: %+v", test.fen, v)
				}
				next, choice := defend, defendReclaim
				if k == defend {
					next, choice = attack, attackReclaim
				}
				var got []string
				keys := map[uint64]bool{}
				for i := range f.children {
					c := f.children[i]
					got, keys[c.key] = append(got, c.move.UCI(&p)), true
					if c.value != (value{}) {
						t.Errorf("%s %s: a value before anything is known: %+v", test.fen, c.move.UCI(&p), c.value)
					}
					full := reference.Full(set, p, c.move)
					if full.Reclaimed == 0 || !w.reclaims {
						if c.kind != next || c.at != full.After || c.key != full.After.Key^w.salt {
							t.Errorf("%s %s: kind %d, %s", test.fen, c.move.UCI(&p), c.kind, w.game.FEN(&c.at))
						}
						continue
					}
					reclaims++
					if c.kind != choice || c.at != p {
						t.Errorf("%s %s: kind %d, %s, want the choice of a reclaim", test.fen, c.move.UCI(&p), c.kind,
							w.game.FEN(&c.at))
					}
					var want, found []string
					for turn := range reference.TurnsOf(set, p, c.move) {
						want = append(want, fmt.Sprint(next, turn.After))
					}
					below := new(frame)
					if _, over := w.expand(below, &c); over {
						t.Errorf("%s %s: there is no reclaim", test.fen, c.move.UCI(&p))
					}
					for _, b := range below.children {
						found = append(found, fmt.Sprint(b.kind, b.at))
						if b.key != b.at.Key^w.salt || b.move != c.move {
							t.Errorf("%s %s: %+v", test.fen, c.move.UCI(&p), b)
						}
					}
					slices.Sort(want)
					slices.Sort(found)
					if !slices.Equal(found, want) {
						t.Errorf("%s %s: %d reclaims, want %d", test.fen, c.move.UCI(&p), len(found), len(want))
					}
				}
				var want []string
				for _, m := range reference.Moves(set, p) {
					want = append(want, m.UCI(&p))
				}
				slices.Sort(want)
				slices.Sort(got)
				if !slices.Equal(got, want) || len(keys) != len(got) {
					t.Errorf("%s: %v, by %d keys, want %v", test.fen, got, len(keys), want)
				}
			}
		}
		if (reclaims > 0) != (test.rules == "pacifist-number" || test.rules == "pacifist-value") {
			t.Errorf("%s: %d choices of a reclaim", test.fen, reclaims)
		}
	}
}

// Where a side has no legal turn the game is over: the attacker has won when the enemy is mated, or forced its
// self-win when it is mated itself; all else is lost for good. A claim is reached by the turn that takes the
// king.
func TestExpandTheEnd(t *testing.T) {
	const mated, stalemated = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"
	for _, test := range []struct {
		goal solution.Goal
		kind kind
		fen  string
		want value
	}{
		{solution.Win, defend, mated, provenIn(0)}, {solution.Win, attack, mated, disprovenAt(free)},
		{solution.Win, defend, stalemated, disprovenAt(free)},
		{solution.SelfWin, attack, mated, provenIn(0)}, {solution.SelfWin, defend, mated, disprovenAt(free)},
		{solution.SelfWin, attack, stalemated, disprovenAt(free)},
	} {
		for _, slow := range []bool{false, true} {
			w := asking(t, "chess", test.goal, slow)
			p := puzzletest.Position(t, w.game, test.fen)
			if v, over := w.expand(new(frame), &node{kind: test.kind, at: p}); !over || v != test.want {
				t.Errorf("%+v: %+v, %t", test, v, over)
			}
		}
	}
	for _, slow := range []bool{false, true} {
		w := asking(t, "pacifist1", solution.Claim, slow)
		p := puzzletest.Position(t, w.game, "r1bqkbnr/p1P2ppp/N7/QP1pP3/2p5/3P1N2/PP2PPPP/RNB1KB1R b HAha - 0 1")
		var claims []board.Move
		for _, m := range w.game.Moves(&p) {
			if full := w.game.Full(&p, m); full.Converted&p.Kings != 0 {
				claims = append(claims, m)
			}
		}
		v, over := w.expand(new(frame), &node{kind: attack, at: p})
		if over != (len(claims) > 0) || over && (v.verdict != proven || v.length != 1 || !slices.Contains(claims,
			v.best)) {
			t.Errorf("%+v, %t, of the claims %v", v, over, claims)
		}
		if _, over := w.expand(new(frame), &node{kind: defend, at: p}); over {
			t.Error("the enemy's claim ends the game")
		}
	}
}

// Which first turns win in two: king and rook against king, Kf7 and Kg6 of the example of package solve. With
// any number of jobs, and by the way through package rules.
func TestKeys(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, game, "7k/8/5K2/8/8/8/8/R7 w - - 0 1")
	for _, jobs := range []int{0, 1, 3} {
		for _, slow := range []bool{false, true} {
			s := New(game, Options{Jobs: jobs, Memory: 1 << 20})
			for _, w := range s.workers {
				w.quick = w.quick && !slow
			}
			for turns, want := range map[int][]string{1: nil, 2: {"f6f7", "f6g6"}} {
				keys, nodes, complete, err := s.Keys(t.Context(), p, solution.Win, turns, 0)
				var got []string
				for _, m := range keys {
					got = append(got, m.UCI(&p))
				}
				if slices.Sort(got); err != nil || !complete || !slices.Equal(got, want) || nodes == 0 {
					t.Errorf("%d jobs, in %d: %v, %d nodes, complete %t, %v", jobs, turns, got, nodes, complete, err)
				}
			}
		}
	}
	// A claim at once is a key, whatever is claimed back.
	game = puzzletest.Named(t, "pacifist-number")
	found := 0
	for _, fen := range []string{"8/1b6/1K1n4/8/8/1R6/5R2/6k1 w - - 0 1", "8/6k1/6P1/8/8/8/1K1pN3/r5B1 b - - 0 1"} {
		p := puzzletest.Position(t, game, fen)
		var want []board.Move
		for _, m := range game.Moves(&p) {
			if full := reference.Full(game.Set(), p, m); full.Converted&p.Kings != 0 {
				want = append(want, m)
			}
		}
		found += len(want)
		keys, _, complete, err := New(game, Options{}).Keys(t.Context(), p, solution.Claim, 1, 0)
		if err != nil || !complete || !slices.Equal(keys, want) {
			t.Errorf("%s: %v, complete %t, %v; want %v", fen, keys, complete, err, want)
		}
	}
	if found == 0 {
		t.Error("there is no claim among the positions")
	}
	start := puzzletest.Named(t, "chess").Start()
	if keys, _, complete, err := New(puzzletest.Named(t, "chess"), Options{}).Keys(t.Context(), start, solution.Win,
		9, 300); len(keys) > 0 || complete || err != nil {
		t.Errorf("at the limit: %v, complete %t, %v", keys, complete, err)
	}
}

// What makes no sense is refused, with the reason.
func TestRefused(t *testing.T) {
	s := New(puzzletest.Named(t, "chess"), Options{})
	p := puzzletest.Named(t, "chess").Start()
	for _, test := range []struct {
		goal  solution.Goal
		turns int
		want  string
	}{
		{solution.HelpWin, 3, "not supported: nobody is forced in a help-win"},
		{solution.Claim, 3, "not supported: in the chess family no king is ever converted"},
		{solution.Win, 0, "not supported: a number of turns from 1 to 250 is wanted, not 0"},
		{solution.Win, 251, "not supported: a number of turns from 1 to 250 is wanted, not 251"},
	} {
		_, err := s.Find(t.Context(), p, test.goal, test.turns, 0)
		_, _, _, again := s.Keys(t.Context(), p, test.goal, test.turns, 0)
		if !errors.Is(err, ErrUnsupported) || err.Error() != test.want || again == nil || again.Error() != test.want {
			t.Errorf("%v; %v; want %s", err, again, test.want)
		}
	}
	if a, err := s.Find(t.Context(), p, solution.Win, 250, 1); err != nil || a.Status != Unknown {
		t.Errorf("%+v, %v", a, err)
	}
	if len(s.workers) != 1 || len(s.table.entries)*16 != DefaultMemory || DefaultMemory != 64<<20 {
		t.Errorf("%d workers, %d entries", len(s.workers), len(s.table.entries))
	}
	asked := 0
	s = New(puzzletest.Named(t, "chess"), Options{Jobs: 3, Memory: 1, Short: func() ShortWin { asked++; return nil }})
	if len(s.workers) != 3 || s.workers[2].number != 2 || asked != 3 || len(s.table.entries) != 1<<10 {
		t.Errorf("%d workers, %d entries, asked %d times", len(s.workers), len(s.table.entries), asked)
	}
}

// A search for short wins is asked for two turns at most, and only for what is not mate at once.
func TestShortWin(t *testing.T) {
	w := asking(t, "chess", solution.Win, false)
	key := board.NewMove(board.At(5, 5), board.At(6, 5))
	var asked []int
	inTwo, inOne := "7k/8/5K2/8/8/8/8/R7 w - - 0 1", "7k/8/6K1/8/8/8/8/R7 w - - 0 1"
	w.short = func(_ *board.Position, turns int) (board.Move, bool) {
		asked = append(asked, turns)
		return key, true
	}
	for _, test := range []struct {
		fen    string
		turns  int
		length int // 0 for none
		asked  []int
	}{{inOne, 1, 1, nil}, {inOne, 2, 1, nil}, {inTwo, 1, 0, nil}, {inTwo, 2, 2, []int{2}}} {
		asked = nil
		p := puzzletest.Position(t, w.game, test.fen)
		v := w.shortWin(&node{kind: attack, at: p}, test.turns)
		want := value{}
		if test.length > 0 {
			want = provenIn(test.length)
			want.best = key
			if test.length == 1 {
				want.best = board.NewMove(board.At(0, 0), board.At(0, 7)) // Ra8
			}
		}
		if v != want || !slices.Equal(asked, test.asked) {
			t.Errorf("%s in %d: %+v, asked for %v; want %+v, %v", test.fen, test.turns, v, asked, want, test.asked)
		}
	}
	// What has turns left is asked once, when it is new; what has none left cannot win.
	p := puzzletest.Position(t, w.game, inTwo)
	w.short = func(*board.Position, int) (board.Move, bool) { return board.Move{}, false }
	for _, test := range []struct {
		left int
		v    value
		over bool
	}{{0, undecided(1, 1), true}, {1, undecided(1, 1), true}, {2, undecided(1, 1), true}, {3, undecided(1, 1), false},
		{3, undecided(4, 1), false}} {
		v, over := w.atOnce(&node{kind: attack, at: p, value: test.v}, test.left)
		if over != test.over || over && v != disprovenAt(bound) {
			t.Errorf("%+v: %+v, %t", test, v, over)
		}
	}
}

// With no turn left, a self-win is reached where the attacker is mated already; and of its last turns in
// Pacifist only those can win that leave the enemy no king.
func TestLastTurns(t *testing.T) {
	w := asking(t, "chess", solution.SelfWin, false)
	for fen, want := range map[string]value{
		"k7/8/8/8/8/8/6PP/r6K w - - 0 1": provenIn(0), "7k/8/8/8/8/1q6/8/K7 w - - 0 1": disprovenAt(free),
		"7k/8/8/8/8/8/8/K7 w - - 0 1": disprovenAt(bound),
	} {
		p := puzzletest.Position(t, w.game, fen)
		if v, over := w.atOnce(&node{kind: attack, at: p, value: undecided(1, 1)}, 0); !over || v != want {
			t.Errorf("%s: %+v, %t, want %+v", fen, v, over, want)
		}
	}
	for _, goal := range []solution.Goal{solution.Win, solution.SelfWin} {
		w := asking(t, "pacifist1", goal, false)
		p := puzzletest.Position(t, w.game, "r1bqkbnr/1ppp3p/2n2P2/p3p1P1/P2pP3/3B1Q2/1PP2PPP/RNB1K1NR w HAha - 0 1")
		n := &node{kind: attack, at: p}
		f := new(frame)
		if _, over := w.expand(f, n); over {
			t.Fatal("it is over")
		}
		w.dropLate(f, n)
		for i := range f.children {
			c := &f.children[i]
			late := goal == solution.Win && c.at.Kings&c.at.Colours[board.Black] != 0
			if (c.value == disprovenAt(bound)) != late || !late && c.value != (value{}) {
				t.Errorf("%s %s: %+v, and Black has a king: %t", goal, c.move.UCI(&p), c.value, late)
			}
		}
	}
}
