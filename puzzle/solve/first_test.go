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

// At the start of a game no reply loses, so the reply that is noted as a refutation is the one that was tried first: it is whichever
// the search had reason to think of, be it a killer, the answer to the same move, the move of the table, or what has refuted most.
func TestRefutationsAreTriedFirst(t *testing.T) {
	last := board.NewMove(board.At(4, 1), board.At(4, 3))
	for _, search := range []struct {
		rules string
		goal  Goal
		n     int
		plain bool
	}{
		{rules: "conversion", goal: Win, n: 1}, {rules: "conversion", goal: Win, n: 2}, {rules: "pacifist1", goal: Win, n: 1}, {rules: "pacifist1", goal: Win, n: 2},
		{rules: "pacifist-number", goal: Win, n: 1}, {rules: "pacifist1", goal: Claim, n: 1}, {rules: "chess", goal: SelfWin, n: 1}, {rules: "chess", goal: Win, n: 2}, {rules: "chess", goal: Win, n: 1, plain: true},
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
			{"the answer", func(_ *worker, l *moveStats, m board.Move) { l.answers[slot(last)] = pack(m) }, !search.plain},
			{"what refuted most", func(_ *worker, l *moveStats, m board.Move) { l.refuted[slot(m)] = 3 }, !search.plain},
			{"the table", func(w *worker, _ *moveStats, m board.Move) {
				w.table.keep(p.After.Key^w.salt, fact{move: pack(m)})
			}, !search.plain && (search.n > 1 || search.goal != Win || search.rules == "pacifist-number")}, // the last ply has no key of its own
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
					t.Errorf("%+v: with %s %s: %s is tried first (met: %t)", search, source.name, reply.UCI(&p.After), got.UCI(&p.After), met)
				}
			}
		}
	}
}

// Where several first turns win, the one that is noted is the one that was tried first: what has won most, or the move of the table.
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
			promotes := func(m board.Move) bool { return m.Promotion != board.NoKind } // those of one pawn are counted as one move
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
						t.Errorf("%+v %s: told of %s (%d), %s is tried first (won: %t)", search, game.FEN(&p), key.UCI(&p), i, got.UCI(&p), won)
					}
				}
			}
		}
	}
}

// What was found stays known: asked again for the same number of turns and fewer, a solver looks at each first turn once for each.
func TestAnswersAreRemembered(t *testing.T) {
	for _, test := range []struct {
		rules, fen string
		n          int
	}{
		{"chess", "8/8/8/8/3k1K2/8/3Q4/8 b - - 0 1", 3}, {"chess", inTwo, 2}, {"chess", "7k/8/8/4K3/8/8/8/R7 w - - 0 1", 3},
		{"conversion", "8/6k1/1Q6/8/q7/8/2K5/4Q2r w - - 0 50", 2}, {"pacifist1", "rnb1kbnr/pp2pppp/3q4/2Pp4/1PpP4/P7/4PPPP/RNBQKBNR w HAha - 0 1", 2},
	} {
		game := puzzletest.Named(t, test.rules)
		p := puzzletest.Position(t, game, test.fen)
		s := New(game, Options{Jobs: 1, Memory: 4 << 20})
		first, err := s.Solve(t.Context(), p, Win, test.n)
		if err != nil {
			t.Fatal(err)
		}
		again, err := s.Solve(t.Context(), p, Win, test.n)
		depths := max(again.In, again.Excluded)
		if err != nil || again.Status != first.Status || again.Nodes != uint64(depths*len(game.Moves(&p))) || first.Nodes <= again.Nodes {
			t.Errorf("%s %s: %d turns, and again %d (%v in %d), want %d times %d", test.rules, test.fen, first.Nodes, again.Nodes, again.Status, again.In, depths, len(game.Moves(&p)))
		}
	}
}

// Turns that the win search has looked at are counted once, and told to the run by the thousand.
func TestCount(t *testing.T) {
	w := searching(t, "chess", Win, board.White)
	w.usesWinSearch()
	var f fast.WinSearch
	for i, step := range []struct{ resolved, pending, spent uint64 }{{5, 5, 0}, {0, 5, 0}, {1018, 1023, 0}, {1, 0, 1024}, {3000, 0, 4024}, {7, 7, 4024}} {
		f.Resolved = step.resolved
		if w.search.count(&f); f.Resolved != 0 || w.pending != step.pending || w.run.nodes() != step.spent {
			t.Errorf("step %d: %d left, %d pending, %d told", i, f.Resolved, w.pending, w.run.nodes())
		}
	}
	// The list of the first turns is not counted: they are, when each is looked at.
	p := w.solver.game.Start()
	if turns := w.search.turnsOf(&p); len(turns) != 20 || w.search.plies[len(w.search.plies)-1].search.Resolved != 0 || w.pending != 7 {
		t.Errorf("%d turns, %d pending", len(turns), w.pending)
	}
}
