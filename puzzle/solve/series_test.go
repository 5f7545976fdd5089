package solve

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A plainGoal is a stalemate or a series told once more, without table or order.
type plainGoal struct {
	variant *rules.Variant
	goal    Goal
}

func (g plainGoal) ended(p *board.Position) bool {
	lost := g.variant.Outcome(p).Result == board.Win(p.Turn.Other())
	if g.goal&puzzle.Stalemate == 0 {
		return lost
	}
	return !lost && len(g.variant.Moves(p)) == 0
}

// series counts the series of so many turns of the side to move; with help, its enemy's turn is the
// last.
func (g plainGoal) series(p board.Position, n int, help bool) (lines uint64) {
	for t := range g.variant.Turns(&p) {
		q := t.After
		kingless := g.variant.Set().Family == ruleset.Pacifist && q.Kingless(q.Turn)
		switch {
		case n == 1 && help:
			for u := range g.variant.Turns(&q) {
				if g.ended(&u.After) {
					lines++
				}
			}
		case n == 1 && g.ended(&q):
			lines++
		case n > 1 && !kingless && (g.variant.Set().Family == ruleset.Pacifist ||
			!g.variant.InCheck(&q)):
			q.Turn, q.EnPassant = p.Turn, board.NoSquare
			q.Rekey()
			lines += g.series(q, n-1, help)
		}
	}

	return lines
}

// obliged reports whether the side to move has a turn that ends the game as the goal wants it.
func (g plainGoal) obliged(p *board.Position) bool {
	for t := range g.variant.Turns(p) {
		if g.ended(&t.After) {
			return true
		}
	}

	return false
}

// forces reports whether the side to move reaches a goal in n turns that has no lines, with self
// one of the enemy's.
func (g plainGoal) forces(p board.Position, n int, self bool) bool {
	if g.goal&puzzle.Reflex == puzzle.Reflex && g.obliged(&p) {
		return false
	}
	for t := range g.variant.Turns(&p) {
		if g.goal&puzzle.SemiReflex != 0 && g.obliged(&t.After) {
			return true
		}
		replies := g.variant.Moves(&t.After)
		met := !self && g.ended(&t.After) || len(replies) > 0 && (self || n > 1)
		for _, m := range replies {
			after := g.variant.Play(&t.After, m).After
			met = met && (self && g.ended(&after) || n > 1 && g.forces(after, n-1, self))
		}

		if met {
			return true
		}
	}

	return false
}

// cornered returns a position in which White, to move, has a king in the corner and one piece more,
// and the enemy's king is near: there a side can be forced to stalemate the other.
func cornered(variant *rules.Variant, random *rand.Rand) board.Position {
	for {
		p := board.Position{EnPassant: board.NoSquare, Number: 1}
		p.Put(board.H1, board.Piece{Kind: board.King, Colour: board.White})
		p.Put(board.At(5+random.IntN(3), 1+random.IntN(2)),
			board.Piece{Kind: board.King, Colour: board.Black})
		p.Put(board.Square(random.IntN(64)),
			board.Piece{Kind: board.Queen - board.Kind(random.IntN(3)), Colour: board.White})
		for range 3 {
			p.Put(board.Square(8+random.IntN(48)),
				board.Piece{Kind: board.Kind(random.IntN(5)), Colour: board.Black})
		}
		p.Rekey()
		if q, err := variant.ParseFEN(variant.FEN(&p)); err == nil {
			return q
		}
	}
}

// Stalemates, series and reflex play agree with a plain count of all lines.
func TestStalematesAndSeries(t *testing.T) {
	few := func(variant *rules.Variant, random *rand.Rand) board.Position {
		return scattered(variant, random, 0)
	}
	for _, name := range []string{"chess", "conversion", "pacifist1"} {
		variant := puzzletest.Named(t, name)
		for goal, sample := range map[Goal]struct {
			turns, size int
			position    func(*rules.Variant, *rand.Rand) board.Position
		}{
			Win | puzzle.Stalemate: {2, 100, few}, SelfWin | puzzle.Stalemate: {1, 600, cornered},
			HelpWin | puzzle.Stalemate: {1, 60, cornered}, Win | puzzle.Series: {2, 60, few},
			HelpWin | puzzle.Series:                    {2, 60, few},
			Win | puzzle.Series | puzzle.Stalemate:     {2, 60, few},
			SelfWin | puzzle.SemiReflex:                {2, 60, cornered},
			SelfWin | puzzle.Reflex:                    {2, 60, cornered},
			SelfWin | puzzle.Reflex | puzzle.Stalemate: {1, 300, cornered},
		} {
			random := rand.New(rand.NewPCG(33, uint64(goal)))
			g, solver, found := plainGoal{variant, goal}, New(variant, Options{Jobs: 1}), 0
			plain := New(rules.NewReference(variant.Set()), Options{Jobs: 1})
			for i := range sample.size {
				if longtest.Short() && i >= 15 && found > 1 {
					break
				}
				p := sample.position(variant, random)
				r, err := solver.Solve(t.Context(), &p, goal, sample.turns)
				if err != nil || r.Status == Unknown {
					t.Fatal(r, err)
				}
				in, lines := 0, uint64(0)
				for i := 1; i <= sample.turns && in == 0; i++ {
					if goal.HasLines() { // of one turn each, a help-win is a series
						lines = g.series(p, i, goal.Plain() == HelpWin)
					}
					if lines > 0 || !goal.HasLines() && g.forces(p, i, goal.Plain() == SelfWin) {
						in = i
					}
				}

				if r.In != in || r.LineCount != lines || (r.Status == Won) != (in > 0) {
					t.Errorf("%s %s: %v by %d lines, want in %d by %d", name, variant.FEN(&p), r,
						r.LineCount, in, lines)
				}
				for _, line := range r.Lines {
					at := &r.Position
					for i := range line {
						if full := variant.Play(at, line[i].Move); !reflect.DeepEqual(full.Waves, line[i].Waves) {
							t.Errorf("%s %s: waves %v, want %v", name, variant.FEN(at),
								line[i].Waves, full.Waves)
						}
						at = &line[i].After
					}
				}

				found += min(in, 1)
				if longtest.Short() && i > 3 && (in == 0 || found > 2) { // the plain search is slow
					continue
				}
				slow, err := plain.Solve(t.Context(), &p, goal, sample.turns)
				if err != nil || slow.In != in || slow.LineCount != lines {
					t.Errorf("%s %s: the plain search says %v, want in %d by %d", name,
						variant.FEN(&p), slow, in, lines)
				}
			}

			t.Log(name, goal, found)
			if found == 0 {
				t.Errorf("%s: the sample shows no %s", name, goal)
			}
		}
	}
}

// A king in the corner, stalemated by a queen a knight's move away.
func TestStalemateByHand(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	for fen, want := range map[string]struct {
		goal Goal
		n    int
		line []string
	}{
		"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1": {Win | puzzle.Stalemate, 1, nil},
		"k7/8/8/8/8/8/7R/K6R w - - 0 1":  {Win | puzzle.Series, 2, []string{"h1b1", "h2a2"}},
	} {
		p := puzzletest.Position(t, variant, fen)
		r, err := New(variant, Options{Jobs: 1}).Solve(t.Context(), &p, want.goal, want.n)
		if err != nil || len(r.Keys) != 1 || r.In != want.n {
			t.Fatalf("%s: %v, %v", fen, r, err)
		}
		var line []string
		if want.goal.HasLines() {
			for _, played := range r.Lines[0] {
				line = append(line, played.Move.UCI(&p))
			}
		}
		if !slices.Equal(line, want.line) {
			t.Errorf("%s: %s", fen, line)
		}
	} // Set play of a series is the one turn of its enemy's, whatever more would do.

	for fen, want := range map[string]uint64{"7k/8/6K1/8/8/8/8/R7 b - - 0 1": 1,
		"7k/8/5K2/8/8/8/8/R7 b - - 0 1": 0} {
		goal := HelpWin | puzzle.Series
		p := puzzletest.Position(t, variant, fen)
		r, err := New(variant, Options{Jobs: 1}).SetLines(t.Context(), &p, goal,
			goal.Plies(3, false))
		if err != nil || r.LineCount != want {
			t.Errorf("%s: set play %v, %v", fen, r, err)
		}
	}
}

// A side that can mate must, in reflex play either, in semi-reflex play Black. The keys are
// Popeye's.
func TestReflexPlay(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	for fen, want := range map[string][2]string{ // reflex, semi-reflex
		"8/1q6/8/1B1R4/1n6/8/8/K1k5 w - - 0 1":     {"b5a6 b5d7 b5e8", "b5a4 b5a6 b5d7 b5e8"},
		"8/8/8/1Q6/3R4/k3r3/8/K7 w - - 0 1":        {"", "b5a6 b5d3 d4d3"}, // Qa4 mates
		"8/6p1/6pk/6p1/8/1p6/1P1p4/2KR4 w - - 0 1": {"c1b1", "c1b1"},
	} {
		p := puzzletest.Position(t, variant, fen)
		for i, goal := range []Goal{SelfWin | puzzle.Reflex, SelfWin | puzzle.SemiReflex} {
			r, err := New(variant, Options{Jobs: 1}).Solve(t.Context(), &p, goal, 2)
			if got := strings.Join(puzzle.UCI(&p, r.Keys), " "); err != nil || got != want[i] {
				t.Errorf("%s: %s by %q, want %q (%v)", fen, goal, got, want[i], err)
			}
		}
	}
}
