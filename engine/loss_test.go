package engine_test

import (
	"math/rand/v2"
	"testing"

	"turncoat/engine"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/randomgame"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// losesIn reports whether the enemy wins in at most n turns whatever the side to move does, and
// whether that is known.
func losesIn(t *testing.T, variant *rules.Variant, p board.Position, n int) (loses, known bool) {
	t.Helper()
	for _, m := range variant.Moves(&p) {
		lost := false
		for turn := range variant.TurnsOf(&p, m) { // the enemy chooses the reclaim
			after := turn.After
			if n == 0 || variant.Outcome(&after).Result != board.Ongoing {
				continue
			}
			r, err := solve.Find(t.Context(), variant, &after, n,
				solve.Options{Jobs: 1, Nodes: 2_000_000, Memory: 1 << 20})
			if err != nil || r.Status == solve.Unknown {
				return false, false
			}
			lost = r.Status == solve.Won
			if lost {
				break
			}
		}

		if !lost {
			return false, true
		}
	}

	return true, true
}

// short searches claim no win and no loss that the exact search does not confirm, however early
// they are stopped.
func TestShortSearchesClaimNothingFalse(t *testing.T) {
	searches := 10_000
	if longtest.Short() {
		searches = 700
	}
	wins, losses := 0, 0
	for i := range searches {
		variant := named(t, builtin[i%len(builtin)])
		random := rand.New(rand.NewPCG(7, uint64(i)))
		game := randomgame.New(random, variant, randomgame.Options{Plies: 60, Greedy: 80,
			Shuffled: true})
		turns := game.Main.Turns
		if len(turns) == 0 {
			continue
		}
		back := min(len(turns), 1+random.IntN(8))
		p := turns[len(turns)-back].Before

		l := engine.Limits{Nodes: 20 + random.Uint64N(3000)}
		if random.IntN(4) == 0 {
			l = engine.Level(1+random.IntN(engine.Levels), uint64(i))
		}
		r := search(t, variant, p, l)
		in, known := r.Lines[0].Score.Mate()
		switch {
		case !known:
		case in > 0:
			wins++
			exact, err := solve.Find(t.Context(), variant, &p, in,
				solve.Options{Jobs: 1, Nodes: 2_000_000, Memory: 1 << 20})
			if err == nil && exact.Status != solve.Won && exact.Status != solve.Unknown {
				t.Errorf("%s, %s, %d nodes: no win in %d", variant.Set().Name, variant.FEN(&p),
					l.Nodes, in)
			}
		default:
			losses++
			if loses, known := losesIn(t, variant, p, -in); known && !loses {
				t.Errorf("%s, %s, %d nodes: no loss in %d", variant.Set().Name, variant.FEN(&p),
					l.Nodes, -in)
			}
		}
	}

	if wins < searches/50 || losses < searches/200 {
		t.Errorf("%d wins and %d losses in %d searches", wins, losses, searches)
	}
	t.Logf("%d wins and %d losses in %d searches", wins, losses, searches)
}

// Short searches of two positions once claimed a loss after the first turn that they looked at.
func TestNoLossBeforeAllTurns(t *testing.T) {
	for _, test := range []struct {
		rules, fen string
		nodes      uint64
		truth      int
	}{
		{"pacifist1", "RN3R2/1P1BK3/Q2QPNPB/PBP1P1QP/2QP1P2/2n5/pqpkN1PP/r1br4 b - - 0 23",
			2500, 4},
		{"pacifist2", "R1B1kbnr/PP1p1ppP/2P1P3/8/2P1Q3/1N1P2P1/PPQ1PP1P/RNB1KBNR b KQkq - 0 7",
			3000, 3},
	} {
		v := named(t, test.rules)
		for nodes := uint64(100); nodes <= test.nodes; nodes += 100 {
			r := search(t, v, position(t, v, test.fen), engine.Limits{Nodes: nodes})
			if in, known := r.Lines[0].Score.Mate(); known && in > -test.truth {
				t.Errorf("%s, %d nodes: %s; the truth is a loss in %d", test.fen, nodes,
					r.Lines[0].Score, test.truth)
			}
		}
	}
}

// When the enemy's best reclaim is none at one depth, a deeper search still looks at the others.
// Here they refute a win that was once claimed: the exact search says that there is none in 3.
func TestReclaimsAreChosenAtEveryDepth(t *testing.T) {
	v := named(t, "pacifist-average")
	p := position(t, v, "BQNrkbr1/pPP3p1/4p1n1/3p1p1p/2P4p/3K1pn1/PP1PPqp1/R1NRb2b b kq - 0 8")
	r := search(t, v, p, engine.Limits{Nodes: 5000})
	if in, known := r.Lines[0].Score.Mate(); known && in > 0 && in <= 3 {
		t.Errorf("%s in a position without a win in 3", r.Lines[0].Score)
	}
}

// What a search answers has been reported before, as its last report.
func TestTheAnswerIsReported(t *testing.T) {
	variant := named(t, "pacifist1")
	for i := range 60 {
		random := rand.New(rand.NewPCG(3, uint64(i)))
		p := randomgame.New(random, variant, randomgame.Options{Plies: 20}).End()
		if variant.Outcome(&p).Result != board.Ongoing {
			continue
		}
		for _, l := range []engine.Limits{{Nodes: 200 + random.Uint64N(4000)}, engine.Level(5, 1)} {
			var last engine.Line
			l.Report = func(r engine.Result) { last = r.Lines[0] }
			r := search(t, variant, p, l)
			if len(last.Turns) == 0 || last.Turns[0] != r.Lines[0].Turns[0] ||
				last.Score != r.Lines[0].Score {
				t.Errorf("%s: %v, and the last report was %v", variant.FEN(&p), r.Lines[0], last)
			}
		}
	}
}

// A limit of nodes bounds all that is looked at, the exact search for wins included.
func TestNodesBoundAllWork(t *testing.T) {
	for _, name := range builtin {
		v := named(t, name)
		for _, nodes := range []uint64{999, 1000, 5000} {
			r := search(t, v, v.Start(), engine.Limits{Nodes: nodes})
			if r.Nodes < nodes/2 || r.Nodes > nodes+nodes/10 {
				t.Errorf("%s: %d nodes where %d are the limit", name, r.Nodes, nodes)
			}
		}
	}
}
