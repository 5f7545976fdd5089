package solve

import (
	"math/rand/v2"
	"slices"
	"testing"

	"turncoat/puzzle/internal/puzzletest"
	"turncoat/rules/board"
	"turncoat/rules/fast"
)

// searching returns a worker of a new solver that searches for a goal.
func searching(t *testing.T, rules string, goal Goal, attacker board.Colour) *worker {
	t.Helper()
	s := New(puzzletest.Named(t, rules), Options{Jobs: 1})
	s.prepare(3)
	return s.workers(s.start(t.Context(), goal), attacker, 1)[0]
}

// At the start of a game no reply loses, so the reply that is noted as a refutation is the one that was tried
// first: it is whichever the search had reason to think of, be it a killer, the answer to the same move, the
// move of the table, or what has refuted most.
func TestRefutationsAreTriedFirst(t *testing.T) {
	last := board.NewMove(board.At(4, 1), board.At(4, 3))
	for _, search := range []struct {
		rules string
		goal  Goal
		n     int
		plain bool
	}{
		{rules: "conversion", goal: Win, n: 1}, {rules: "conversion", goal: Win, n: 2},
		{rules: "pacifist1", goal: Win, n: 1}, {rules: "pacifist1", goal: Win, n: 2},
		{rules: "pacifist-number", goal: Win, n: 1}, {rules: "pacifist1", goal: Claim, n: 1},
		{rules: "chess", goal: SelfWin, n: 1}, {rules: "chess", goal: Win, n: 2}, {rules: "chess", goal: Win, n: 1,
			plain: true},
	} {
		game := puzzletest.Named(t, search.rules)
		start := game.Start()
		p := game.Full(&start, last)
		for _, source := range []struct {
			name string
			tell func(w *worker, l *moveStats, m board.Move)
			used bool
		}{
			{"the first killer", func(_ *worker, l *moveStats, m board.Move) { l.killers[0] = m }, true},
			{"the second killer", func(_ *worker, l *moveStats, m board.Move) { l.killers[1] = m }, true},
			{"the answer", func(_ *worker, l *moveStats, m board.Move) { l.answers[slot(last)] = pack(m) },
				!search.plain},
			{"what refuted most", func(_ *worker, l *moveStats, m board.Move) { l.refuted[slot(m)] = 3 },
				!search.plain},
			{"the table", func(w *worker, _ *moveStats, m board.Move) {
				w.table.keep(p.After.Key^w.salt, fact{move: pack(m)})
				// the last ply has no key of its own
			}, !search.plain && (search.n > 1 || search.goal != Win || search.rules == "pacifist-number")},
		} {
			if !source.used {
				continue
			}
			for _, reply := range game.Moves(&p.After) {
				w := searching(t, search.rules, search.goal, board.White)
				history := &w.history
				l := history.at(search.n)
				source.tell(w, l, reply)
				var met bool
				switch {
				case search.plain:
					w.solver.isFast = false
					met = w.plainWon(&p, search.n+1)
				case w.usesWinSearch():
					met = w.search.defend(&p.After, search.n, 1, last)
				default:
					met = w.defend(&p.After, search.n, 1, last)
				}
				if got := unpack(l.answers[slot(last)]); met || got != reply {
					t.Errorf("%+v: with %s %s: %s is tried first (met: %t)", search, source.name, reply.UCI(&p.After),
						got.UCI(&p.After), met)
				}
			}
		}
	}
}

// Where several first turns win, the one that is noted is the one that was tried first: what has won most, or
// the move of the table.
func TestWinsAreTriedFirst(t *testing.T) {
	for _, search := range []struct {
		rules string
		goal  Goal
		n     int
	}{{"chess", Win, 2}, {"pacifist1", Win, 2}, {"pacifist1", Claim, 1}, {"pacifist-number", Win, 1}} {
		game := puzzletest.Named(t, search.rules)
		random := rand.New(rand.NewPCG(3, 0))
		for found := 0; found < 3; {
			p := scattered(game, random)
			result, err := New(game, Options{Jobs: 1}).Solve(t.Context(), p, search.goal, search.n)
			if err != nil {
				t.Fatal(err)
			}
			// those of one pawn are counted as one move
			promotes := func(m board.Move) bool { return m.Promotion != board.NoKind }
			if result.In != search.n || len(result.Keys) < 2 || slices.ContainsFunc(result.Keys, promotes) {
				continue
			}
			found++
			for _, key := range result.Keys {
				for i, tell := range []func(*worker){
					func(w *worker) { w.history.at(search.n).won[slot(key)] = 1 << 20 },
					func(w *worker) { w.table.keep(p.Key^w.salt, fact{move: pack(key)}) },
				} {
					w := searching(t, search.rules, search.goal, p.Turn)
					tell(w)
					won := w.attack(&p, search.n, 0)
					known, _ := w.table.find(p.Key ^ w.salt)
					if got := unpack(known.move); !won || got != key || int(known.wonIn) != search.n {
						t.Errorf("%+v %s: told of %s (%d), %s is tried first (won: %t)", search, game.FEN(&p),
							key.UCI(&p), i, got.UCI(&p), won)
					}
					if wins := w.history.at(search.n).won[slot(key)] & (1<<20 - 1); wins != 1 {
						t.Errorf("%+v %s: that %s has won is noted %d times", search, game.FEN(&p), key.UCI(&p), wins)
					}
				}
			}
		}
	}
}

// That a side cannot reach the goal in so many turns, as from the start of a game, is noted of the position,
// whichever search has found it.
func TestFailuresAreNoted(t *testing.T) {
	for _, search := range []struct {
		rules string
		goal  Goal
		n     int
		plain bool
	}{
		{"chess", Win, 2, false}, {"pacifist1", Win, 3, false}, {"pacifist-number", Win, 1, false},
		{"pacifist1", Claim, 1, false}, {"chess", SelfWin, 1, false}, {"chess", Win, 1, true},
		{"chess", SelfWin, 1, true},
	} {
		w := searching(t, search.rules, search.goal, board.White)
		w.solver.isFast = !search.plain
		start := w.solver.game.Start()
		won := w.attack(&start, search.n, 0)
		if known, hit := w.table.find(start.Key ^ w.salt); won || !hit || known.wonIn != 0 ||
			int(known.failsIn) != search.n {
			t.Errorf("%+v: won %t, %+v, %t", search, won, known, hit)
		}
		// Each first turn counts, of a self-win the one reply that refutes it as well.
		if turns := uint64(len(w.solver.game.Moves(&start))); search.n == 1 && (search.goal != SelfWin &&
			w.pending != turns || search.goal == SelfWin && w.pending != 2*turns) {
			t.Errorf("%+v: %d turns counted of %d", search, w.pending, turns)
		}
	}
}

// What was found stays known: asked again for the same number of turns and fewer, a solver looks at each first
// turn once for each.
func TestAnswersAreRemembered(t *testing.T) {
	for _, test := range []struct {
		rules, fen string
		goal       Goal
		n          int
	}{
		{"chess", "8/8/8/8/3k1K2/8/3Q4/8 b - - 0 1", Win, 3}, {"chess", inTwo, Win, 2},
		{"chess", "7k/8/8/4K3/8/8/8/R7 w - - 0 1", Win, 3},
		{"conversion", "8/6k1/1Q6/8/q7/8/2K5/4Q2r w - - 0 50", Win, 2},
		{"pacifist1", "rnb1kbnr/pp2pppp/3q4/2Pp4/1PpP4/P7/4PPPP/RNBQKBNR w HAha - 0 1", Win, 2},
		{"pacifist1", "8/6k1/1p6/8/RN6/8/7K/b7 b - - 0 1", SelfWin, 1},
	} {
		game := puzzletest.Named(t, test.rules)
		p := puzzletest.Position(t, game, test.fen)
		s := New(game, Options{Jobs: 1, Memory: 4 << 20})
		first, err := s.Solve(t.Context(), p, test.goal, test.n)
		if err != nil {
			t.Fatal(err)
		}
		again, err := s.Solve(t.Context(), p, test.goal, test.n)
		depths := max(again.In, again.Excluded)
		if err != nil || again.Status != first.Status || test.goal == SelfWin && again.Status != Won ||
			again.Nodes != uint64(depths*len(game.Moves(&p))) || first.Nodes <= again.Nodes {
			t.Errorf("%s %s, %s: %d turns, and again %d (%v in %d), want %d times %d", test.rules, test.fen,
				test.goal, first.Nodes, again.Nodes, again.Status, again.In, depths, len(game.Moves(&p)))
		}
	}
}

// A reply that was tried before the others is not looked at again among them: where all lose, as many turns are
// looked at whatever it was tried for.
func TestTriedRepliesAreLookedAtOnce(t *testing.T) {
	var wins []puzzletest.Win
	for _, win := range puzzletest.Wins(t, "testdata/wins.jsonl") {
		if win.N == 2 {
			wins = append(wins, win)
		}
	}
	game := puzzletest.Named(t, "chess")
	for _, m := range mates(t, game, 2, 2)[:3] {
		wins = append(wins, puzzletest.Win{Game: game, Position: m.p})
	}
	for _, win := range wins {
		result, err := New(win.Game, Options{Jobs: 1}).Solve(t.Context(), win.Position, Win, 2)
		if err != nil || result.In != 2 {
			t.Fatalf("%+v, %v", result, err)
		}
		last := result.Keys[0]
		after := win.Game.Full(&win.Position, last).After
		for _, reply := range win.Game.Moves(&after) {
			var looked []uint64
			for _, tell := range []func(l *moveStats){
				func(l *moveStats) { l.killers[0] = reply }, func(l *moveStats) { l.killers[1] = reply },
				func(l *moveStats) { l.answers[slot(last)] = pack(reply) },
			} {
				w := searching(t, win.Game.Set().Name, Win, win.Position.Turn)
				w.usesWinSearch()
				tell(w.history.at(1))
				if !w.search.defendLast(&after, 1, last) {
					t.Errorf("%s: %s holds", win.Game.FEN(&after), reply.UCI(&after))
				}
				looked = append(looked, w.run.nodes()+w.pending)
			}
			if looked[0] != looked[1] || looked[0] != looked[2] {
				t.Errorf("%s: %s is looked at again: %d turns", win.Game.FEN(&after), reply.UCI(&after), looked)
			}
		}
	}
}

// Turns that the win search has looked at are counted once, and told to the run by the thousand.
func TestCount(t *testing.T) {
	w := searching(t, "chess", Win, board.White)
	w.usesWinSearch()
	var f fast.WinSearch
	for i, step := range []struct{ resolved, pending, spent uint64 }{{5, 5, 0}, {0, 5, 0}, {1018, 1023, 0},
		{1, 0, 1024}, {3000, 0, 4024}, {7, 7, 4024}} {
		f.Resolved = step.resolved
		if w.search.count(&f); f.Resolved != 0 || w.pending != step.pending || w.run.nodes() != step.spent {
			t.Errorf("step %d: %d left, %d pending, %d told", i, f.Resolved, w.pending, w.run.nodes())
		}
	}
	// The list of the first turns is not counted: they are, when each is looked at.
	p := w.solver.game.Start()
	if turns := w.search.turnsOf(&p); len(turns) != 20 ||
		w.search.plies[len(w.search.plies)-1].search.Resolved != 0 || w.pending != 7 {
		t.Errorf("%d turns, %d pending", len(turns), w.pending)
	}
	// A search leaves no turn uncounted, at whichever ply it has looked at it.
	for _, rules := range []string{"chess", "conversion", "pacifist1"} {
		w, attacked, defended := searching(t, rules, Win, board.White), 0, 0
		w.usesWinSearch()
		start := w.solver.game.Start()
		if w.search.attack(&start, 3, 0) {
			t.Errorf("%s is won in three", rules)
		}
		for i := range w.search.plies {
			if w.search.plies[i].search.Resolved != 0 {
				t.Errorf("%s: %d turns at ply %d are not counted", rules, w.search.plies[i].search.Resolved, i)
			}
			if n := len(w.search.plies[i].turns); i%2 == 0 {
				attacked += n
			} else {
				defended += n
			}
		}
		if attacked == 0 || defended == 0 {
			t.Errorf("%s: %d turns and %d replies: the test shows little", rules, attacked, defended)
		}
	}
}

// A reply of which the table knows that it holds for as many turns, or for more, is taken, wherever it stands;
// not one that holds for fewer, and with two turns left or one nobody looks.
func TestKnownReplies(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	start := game.Start()
	p := game.Full(&start, board.NewMove(board.At(4, 1), board.At(4, 3))).After
	replies := game.Moves(&p)
	for _, reply := range []board.Move{replies[0], replies[7], replies[len(replies)-1]} {
		for _, test := range []struct {
			failsIn uint8
			n       int
			want    bool
		}{{3, 3, true}, {2, 3, false}, {4, 3, true}, {60, 60, true}, {59, 60, false}, {60, 2, false}, {60, 1, false},
			{0, 3, false}} {
			w := searching(t, "chess", Win, board.White)
			w.usesWinSearch()
			after := game.Full(&p, reply).After
			w.table.keep(after.Key^w.salt, fact{failsIn: test.failsIn})
			here := w.search.at(&p, 1)
			here.turns = here.search.AppendTurns(here.turns[:0])
			if m, holds := w.search.knownReply(here, test.n); holds != test.want || holds && m != reply {
				t.Errorf("%s holds for %d turns, asked for %d: %t, %s", reply.UCI(&p), test.failsIn, test.n, holds,
					m.UCI(&p))
			}
		}
	}
}
