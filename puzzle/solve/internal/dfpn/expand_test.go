package dfpn

import (
	"fmt"
	"slices"
	"testing"

	"turncoat/internal/hashtable"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// variant returns rules of a name, played by package reference if slow is set.
func variant(t *testing.T, name string, slow bool) *rules.Variant {
	t.Helper()
	v := puzzletest.Named(t, name)
	if slow {
		v = rules.NewReference(v.Set())
	}
	return v
}

// asking returns a worker of a search under some rules for a goal of White's. slow is for the way
// through package rules.
func asking(t *testing.T, name string, goal puzzle.Goal, slow bool) *worker {
	t.Helper()
	w := newWorker(variant(t, name, slow), &table{Table: hashtable.New(0)}, 0)
	w.limits = new(limits)
	w.begin(goal, board.White, false)
	return w
}

// The choices at a position are the legal turns: one that leaves something to reclaim is a choice
// of its own, which has every reclaim there is. Who chooses next, and in which position, is told by
// the reference rules, whichever way the choices are listed.
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
				w := asking(t, test.rules, puzzle.Win, slow)
				set := w.variant.Set()
				p := puzzletest.Position(t, w.variant, test.fen)
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
						t.Errorf("%s %s: a value before anything is known: %+v", test.fen,
							c.move.UCI(&p), c.value)
					}
					full := rules.NewReference(set).Play(&p, c.move)
					if full.Reclaimed == 0 || !w.reclaims {
						if c.kind != next || c.at != full.After || c.key != full.After.Key^w.salt {
							t.Errorf("%s %s: kind %d, %s", test.fen, c.move.UCI(&p), c.kind,
								w.variant.FEN(&c.at))
						}
						continue
					}

					reclaims++
					if c.kind != choice || c.at != p {
						t.Errorf("%s %s: kind %d, %s, want the choice of a reclaim", test.fen,
							c.move.UCI(&p), c.kind, w.variant.FEN(&c.at))
					}

					var want, found []string
					for turn := range rules.NewReference(set).TurnsOf(&p, c.move) {
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
						t.Errorf("%s %s: %d reclaims, want %d", test.fen, c.move.UCI(&p),
							len(found), len(want))
					}
				}

				var want []string
				for _, m := range rules.NewReference(set).Moves(&p) {
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

// Which first turns win in two: king and rook against king, Kf7 and Kg6 of the example of package
// solve. With any number of jobs, and by the way through package rules.
func TestKeys(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, game, "7k/8/5K2/8/8/8/8/R7 w - - 0 1")
	for _, jobs := range []int{0, 1, 3} {
		for _, slow := range []bool{false, true} {
			s := New(variant(t, "chess", slow), Options{Jobs: jobs, Memory: 1 << 20})
			for turns, want := range map[int][]string{1: nil, 2: {"f6f7", "f6g6"}} {
				keys, nodes, complete, err := s.Keys(t.Context(), &p, puzzle.Win, turns, 0)
				var got []string
				for _, m := range keys {
					got = append(got, m.UCI(&p))
				}
				slices.Sort(got)
				if err != nil || !complete || !slices.Equal(got, want) || nodes == 0 {
					t.Errorf("%d jobs, in %d: %v, %d nodes, complete %t, %v", jobs, turns, got,
						nodes, complete, err)
				}
			}
		}
	}

	// A claim at once is a key, whatever is claimed back.
	game = puzzletest.Named(t, "pacifist-number")
	found := 0
	for _, fen := range []string{"8/1b6/1K1n4/8/8/1R6/5R2/6k1 w - - 0 1",
		"8/6k1/6P1/8/8/8/1K1pN3/r5B1 b - - 0 1"} {
		p := puzzletest.Position(t, game, fen)
		var want []board.Move
		for _, m := range game.Moves(&p) {
			if full := rules.NewReference(game.Set()).Play(&p, m); full.Converted&p.Kings != 0 {
				want = append(want, m)
			}
		}

		found += len(want)
		keys, _, complete, err := New(game, Options{}).Keys(t.Context(), &p, puzzle.Claim, 1, 0)
		if err != nil || !complete || !slices.Equal(keys, want) {
			t.Errorf("%s: %v, complete %t, %v; want %v", fen, keys, complete, err, want)
		}
	}

	if found == 0 {
		t.Error("there is no claim among the positions")
	}
	start := puzzletest.Named(t, "chess").Start()
	if keys, _, complete, err := New(puzzletest.Named(t, "chess"), Options{}).Keys(t.Context(), &start, puzzle.Win,
		9, 300); len(keys) > 0 || complete || err != nil {
		t.Errorf("at the limit: %v, complete %t, %v", keys, complete, err)
	}
}
