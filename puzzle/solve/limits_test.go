package solve

import (
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"turncoat/puzzle/internal/puzzletest"
	"turncoat/rules/board"
)

// A context that outlives a search holds nothing of it, whatever was searched for; and how long it took is told.
func TestContextIsLeft(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, game, inTwo)
	ctx := puzzletest.NewWatched()
	s := New(game, Options{Jobs: 2, Memory: 1 << 20})
	result, err := s.Solve(ctx, p, Win, 2)
	if err != nil || result.In != 2 || result.Elapsed <= 0 {
		t.Fatalf("%+v, %v", result, err)
	}
	if _, err := s.Solution(ctx, p, Win, result, Wanted{}); err != nil {
		t.Error(err)
	}
	if err := s.WriteProof(ctx, io.Discard, p, Win, result, 2, true); err != nil {
		t.Error(err)
	}
	if r, err := s.Help(ctx, p, 1); err != nil || r.Elapsed <= 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err := s.AnyLength(ctx, p, Win, 9, nil); err != nil || r.Elapsed <= 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if now, ever := ctx.Waiting(); now != 0 || ever < 5 {
		t.Errorf("%d of %d searches are still waiting", now, ever)
	}
}

// The two searches for a win of any length have half of the memory each; without a limit each has as much as a
// search for a long win has.
func TestMemoryIsShared(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, game, inTwo)
	for memory, want := range map[int64]int64{0: DefaultMemory, 2 << 20: 1 << 20} {
		s := New(game, Options{Jobs: 1, Memory: memory})
		s.approach(p, Win, 9, nil)
		if s.exact.options.Memory != want || s.exact.options.Jobs != 1 {
			t.Errorf("of %d: %+v", memory, s.exact.options)
		}
		exact, long := s.exact, s.long
		if s.approach(p, Win, 9, nil); s.exact != exact || s.long != long {
			t.Errorf("of %d: what was found is forgotten", memory)
		}
	}
}

// Every turn that is looked at counts, of either side: of two kings, where White has three turns and Black's
// first reply to each holds a self-win in one, six; by package rules as well.
func TestTurnsAreCounted(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, game, "7k/8/8/8/8/8/8/K7 w - - 0 1")
	for _, isFast := range []bool{true, false} {
		s := New(game, Options{Jobs: 1})
		s.isFast = isFast
		if r, err := s.Solve(t.Context(), p, SelfWin, 1); err != nil || r.Status != None || r.Nodes != 6 {
			t.Errorf("fast %t: %+v, %v", isFast, r, err)
		}
	}
}

// So many turns as can be asked for are searched: where the pawns are locked and guard what is between the
// kings, so that White's walks on the first rank for ever and Black's can come no nearer than the fourth, nobody
// wins.
func TestGreatestNumberOfTurns(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, game, "4k3/8/8/8/8/1p1p1p1p/1P1P1P1P/4K3 w - - 0 1")
	for _, goal := range []Goal{Win, SelfWin} {
		s := New(game, Options{Jobs: 1, Memory: 4 << 20})
		if r, err := s.Solve(t.Context(), p, goal, MaxTurns); err != nil || r.Status != None || r.Excluded != 60 {
			t.Errorf("%s: %+v, %v", goal, r, err)
		}
		after := game.Full(&p, game.Moves(&p)[0]).After
		if r, err := s.Solve(t.Context(), after, goal, MaxTurns); err != nil || r.Status != None || r.Excluded != 60 {
			t.Errorf("%s of Black: %+v, %v", goal, r, err)
		}
	}
}

// With choices of reclaims each of them is a turn that is looked at: all of the attacker's that claim a king, of
// others the first; of the enemy's first reply all, where none of them is a self-win.
func TestReclaimsAreCounted(t *testing.T) {
	game := puzzletest.Named(t, "pacifist-number")
	random := rand.New(rand.NewPCG(8, 2))
	claimed, replied := 0, 0
	for range 60 {
		p := scattered(game, random)
		for _, m := range game.Moves(&p) {
			turns := slices.Collect(game.TurnsOf(&p, m))
			claims := 0
			for i := range turns {
				if turns[i].Converted&turns[i].After.Kings != 0 {
					claims++
				}
			}
			want := 1
			if claims == len(turns) {
				want = claims
			}
			s := New(game, Options{Jobs: 1, First: func(_ *board.Position,
				first board.Move) bool {
				return first == m
			}})
			if r, err := s.Solve(t.Context(), p, Claim, 1); claims == 0 || claims == len(turns) {
				claimed += want - 1
				if err != nil || r.Nodes != uint64(want) || (r.In == 1) != (claims > 0) {
					t.Errorf("%s, %s: %+v, %v, want %d turns", game.FEN(&p), m.UCI(&p), r, err, want)
				}
			}
			replies := game.Moves(&turns[0].After)
			if len(turns) > 1 || len(replies) == 0 {
				continue
			}
			answers := slices.Collect(game.TurnsOf(&turns[0].After, replies[0]))
			wins := func(t board.Played) bool { return game.Outcome(&t.After).Result == board.Win(p.Turn.Other()) }
			if slices.ContainsFunc(answers, wins) {
				continue
			}
			replied += len(answers) - 1
			if r, err := s.Solve(t.Context(), p, SelfWin, 1); err != nil || r.Nodes != uint64(1+len(answers)) ||
				r.In != 0 {
				t.Errorf("%s, %s %s: %+v, %v, want %d turns", game.FEN(&p), m.UCI(&p),
					replies[0].UCI(&turns[0].After), r, err, 1+len(answers))
			}
		}
	}
	if claimed == 0 || replied == 0 {
		t.Errorf("%d choices of claims, %d of replies: the test shows little", claimed, replied)
	}
}

// A reply that has refuted before is tried first by the way through package rules, and no other is forgotten for
// it: of the replies to the first turns of mates in two the only one is tried after which there is no mate.
func TestKillersForgetNoReply(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	sharp := 0
	for _, line := range fileLines(t, "testdata/mates.epd") {
		fen, in, _ := strings.Cut(line, " bm #")
		if !strings.HasPrefix(in, "2") {
			continue
		}
		p := puzzletest.Position(t, game, fen)
		for _, first := range game.Moves(&p) {
			turn := game.Full(&p, first)
			replies := game.Moves(&turn.After)
			refutations, at := 0, 0
			for i, reply := range replies {
				if after := game.Full(&turn.After, reply).After; len(winsAtOnce(game, &after)) == 0 {
					refutations, at = refutations+1, i
				}
			}
			if refutations != 1 || len(replies) < 3 {
				continue
			}
			for i, killer := range replies {
				if i == at {
					continue
				}
				s := New(game, Options{Jobs: 1})
				s.isFast = false
				s.prepare(2)
				r := s.start(t.Context(), Win)
				w := s.workers(r, p.Turn, 1)[0]
				w.history.at(1).killers = [2]board.Move{killer, {}}
				if w.plainWon(&turn, 2) {
					t.Errorf("%s: %s is said to win, after %s is tried first", fen, first.UCI(&p),
						killer.UCI(&turn.After))
				}
				r.finish()
				if i > 1 && at == 0 { // the refutation changes places with it
					sharp++
				}
			}
		}
	}
	if sharp == 0 {
		t.Error("no refutation stood first: the test shows little")
	}
}
