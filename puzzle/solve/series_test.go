package solve

import (
	"math/rand/v2"
	"testing"

	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/solution"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A plainGoal is a stalemate or a series told once more, without table or order.
type plainGoal struct {
	game *rules.Variant
	goal Goal
}

func (g plainGoal) ended(p *board.Position) bool {
	lost := g.game.Outcome(p).Result == board.Win(p.Turn.Other())
	if g.goal&solution.Stalemate == 0 {
		return lost
	}
	return !lost && len(g.game.Moves(p)) == 0
}

// series counts the series of so many turns of the side to move; with help, its enemy's turn is the last.
func (g plainGoal) series(p board.Position, n int, help bool) (lines uint64) {
	for t := range g.game.Turns(&p) {
		q := t.After
		kingless := g.game.Set().Family == ruleset.Pacifist && q.Kingless(q.Turn)
		switch {
		case n == 1 && help:
			for u := range g.game.Turns(&q) {
				if g.ended(&u.After) {
					lines++
				}
			}
		case n == 1 && g.ended(&q):
			lines++
		case n > 1 && !kingless && (g.game.Set().Family == ruleset.Pacifist || !g.game.InCheck(&q)):
			q.Turn, q.EnPassant = p.Turn, board.NoSquare
			q.Rekey()
			lines += g.series(q, n-1, help)
		}
	}
	return lines
}

// forces reports whether the side to move forces stalemate in n turns, with self its own.
func (g plainGoal) forces(p board.Position, n int, self bool) bool {
	for t := range g.game.Turns(&p) {
		replies := g.game.Moves(&t.After)
		met := !self && g.ended(&t.After) || len(replies) > 0 && (self || n > 1)
		for _, m := range replies {
			after := g.game.Full(&t.After, m).After
			met = met && (self && g.ended(&after) || n > 1 && g.forces(after, n-1, self))
		}
		if met {
			return true
		}
	}
	return false
}

// Stalemates and series agree with a plain count of all lines.
func TestStalematesAndSeries(t *testing.T) {
	for _, name := range []string{"chess", "conversion", "pacifist1"} {
		game := puzzletest.Named(t, name)
		random := rand.New(rand.NewPCG(33, 0))
		found := map[Goal]int{}
		for range 60 {
			p := scattered(game, random)
			for _, goal := range []Goal{Win | solution.Stalemate, SelfWin | solution.Stalemate, HelpWin | solution.Stalemate,
				Win | solution.Series, HelpWin | solution.Series, Win | solution.Series | solution.Stalemate} {
				g := plainGoal{game, goal}
				n := 2
				if goal.Plain() == SelfWin || goal.Plain() == HelpWin {
					n = 1
				}
				r, err := New(game, Options{Jobs: 1}).Solve(t.Context(), p, goal, n)
				if err != nil || r.Status == Unknown {
					t.Fatal(r, err)
				}
				in, lines := 0, uint64(0)
				for i := 1; i <= n && in == 0; i++ {
					switch {
					case goal&solution.Series != 0 || goal.Plain() == HelpWin: // of one turn each, a help-win is a series
						if lines = g.series(p, i, goal.Plain() == HelpWin); lines > 0 {
							in = i
						}
					case g.forces(p, i, goal.Plain() == SelfWin):
						in = i
					}
				}
				if r.In != in || r.LineCount != lines || (r.Status == Won) != (in > 0) {
					t.Errorf("%s %s: %v by %d lines, want in %d by %d", name, game.FEN(&p), r, r.LineCount, in, lines)
				}
				found[goal] += min(in, 1)
			}
		}
		t.Log(name, found)
		if found[Win|solution.Series]*found[HelpWin|solution.Series] == 0 {
			t.Errorf("%s: %v", name, found)
		}
	}
}

// A king in the corner, stalemated by a queen a knight's move away.
func TestStalemateByHand(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	for fen, want := range map[string]struct {
		goal Goal
		n    int
		line string
	}{
		"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1": {Win | solution.Stalemate, 1, "1.Qg6!"},
		"k7/8/8/8/8/8/7R/K6R w - - 0 1":  {Win | solution.Series, 2, "1.Rb1 2.Ra2#"},
	} {
		p := puzzletest.Position(t, game, fen)
		r, err := New(game, Options{Jobs: 1}).Solve(t.Context(), p, want.goal, want.n)
		if err != nil || len(r.Keys) != 1 || r.In != want.n {
			t.Fatalf("%s: %v, %v", fen, r, err)
		}
		if want.goal.HasLines() && solution.LineText(game, &p, r.Lines[0]) != want.line {
			t.Errorf("%s: %s", fen, solution.LineText(game, &p, r.Lines[0]))
		}
	}
}
