package engine_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"turncoat/engine"
	"turncoat/internal/testing/randomgame"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Every turn of every line is one of the legal turns of its position, under any rule set; the same
// search has the same result.
func TestLinesAreLegal(t *testing.T) {
	for _, name := range append(slices.Clone(builtin), "custom") {
		variant := rules.New(ruleset.Set{Family: ruleset.Pacifist, Lines: ruleset.Blocked,
			Reclaim: ruleset.OptionalReclaim})
		if name != "custom" {
			variant = named(t, name)
		}
		random := rand.New(rand.NewPCG(2, uint64(len(name))))
		for range 8 {
			p := randomgame.New(random, variant,
				randomgame.Options{Plies: random.IntN(60), Greedy: 50, Shuffled: true}).End()
			limits := engine.Limits{Nodes: 400, Depth: 4, Lines: 3}
			r, again := search(t, variant, p, limits), search(t, variant, p, limits)
			if r.Nodes != again.Nodes || !reflect.DeepEqual(r.Lines, again.Lines) {
				t.Errorf("%s, %s: two searches differ: %v and %v", name, variant.FEN(&p), r, again)
			}
			if variant.Outcome(&p).Result != board.Ongoing != (len(r.Lines) == 0) {
				t.Errorf("%s, %s: %d lines", name, variant.FEN(&p), len(r.Lines))
			}
			for i, line := range r.Lines {
				if i > 0 && (line.Score > r.Lines[i-1].Score ||
					line.Turns[0].Move == r.Lines[0].Turns[0].Move) {
					t.Errorf("%s, %s: line %d is no worse than the one before: %v", name,
						variant.FEN(&p), i, r.Lines)
				}
				q := p
				for _, turn := range line.Turns {
					played, err := variant.TryPlay(&q, turn.Move, &turn.Reclaimed)
					if err != nil || played.Turn != turn {
						t.Errorf("%s, %s: %v of %v: %v", name, variant.FEN(&q), turn, line.Turns,
							err)
						break
					}

					q = played.After
				}
			}
		}
	}
}

// Of several lines all are of one depth, wherever the search was stopped.
func TestLinesOfOneDepth(t *testing.T) {
	v := named(t, "chess")
	p := position(t, v, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
	for nodes := uint64(500); nodes < 3000; nodes += 170 {
		stopped := search(t, v, p, engine.Limits{Nodes: nodes, Lines: 3})
		whole := search(t, v, p, engine.Limits{Depth: stopped.Depth, Lines: 3})
		if !reflect.DeepEqual(stopped.Lines, whole.Lines) {
			t.Errorf("after %d positions %v, of depth %d %v", nodes, stopped.Lines, stopped.Depth,
				whole.Lines)
		}
	}
}

// A side that is far ahead does not repeat, also by a turn that converts, nor let fifty moves pass,
// and knows what that would be worth.
func TestDraws(t *testing.T) {
	for _, test := range []struct{ rules, fen, move string }{
		{"chess", "8/8/8/4k3/8/8/8/R3K3 w - - 20 80", "a1b1"},
		// the clock returns to 0
		{"pacifist1", "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w - - 0 1", "e3f5"},
	} {
		variant := named(t, test.rules)
		p := position(t, variant, test.fen)
		played, err := variant.Parse(&p, test.move)
		if err != nil {
			t.Fatal(err)
		}
		repeated := engine.At(p)
		repeated.Before = []uint64{1, played.After.Key, 2, 3} // five plies before
		only := func(m board.Move) bool { return m == played.Move }
		for i, g := range []engine.Game{engine.At(p), repeated} {
			r, err := engine.New(variant, engine.Options{}).Search(t.Context(), g,
				engine.Limits{Depth: 6, Only: only, Nodes: 20_000})
			if drawn := i == 1; err != nil || r.Lines[0].Score == 0 != drawn {
				t.Errorf("%s: score %d, drawn %v, %v", test.rules, r.Lines[0].Score, drawn, err)
			}
		}
	}

	variant := named(t, "chess")
	last := position(t, variant, "8/8/8/4k3/8/8/8/R3K3 w - - 99 80")
	if r := search(t, variant, last, engine.Limits{Depth: 4}); r.Lines[0].Score != 0 {
		t.Errorf("after fifty moves the score is %d", r.Lines[0].Score)
	}
	mate := position(t, variant, "4k3/8/4K3/8/8/8/8/R7 w - - 99 80") // mate comes before the claim
	if turns, known := search(t, variant, mate, engine.Limits{Depth: 4}).Lines[0].Score.Mate(); !known || turns != 1 {
		t.Errorf("mate at the hundredth ply: %d, %v", turns, known)
	}
}

// Threads share the table and still find what one finds.
func TestThreads(t *testing.T) {
	for _, name := range builtin {
		v := named(t, name)
		e := engine.New(v, engine.Options{Memory: 1 << 16, Threads: 3})
		p := v.Start()
		for _, l := range []engine.Limits{{Depth: 5}, {Nodes: 3000},
			{Time: 20 * time.Millisecond}} {
			r, err := e.Search(t.Context(), engine.At(p), l)
			if err != nil || len(r.Lines) != 1 || !v.Legal(&p, r.Lines[0].Turns[0].Move) ||
				r.Nodes == 0 {
				t.Errorf("%s, %+v: %v %v", name, l, r, err)
			}
		}
	}

	e := engine.New(named(t, "chess"), engine.Options{Memory: 1 << 16, Threads: 3})
	r, err := e.Search(t.Context(),
		engine.At(position(t, e.Variant(), "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")),
		engine.Limits{Depth: 5})
	if turns, known := r.Lines[0].Score.Mate(); err != nil || !known || turns != 1 {
		t.Errorf("%v %v", r, err)
	}
}
