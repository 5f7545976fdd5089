package solve

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/tablebase/embedded"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// An exactGoal is a goal that counts with the last turn alone, told once more by its definition.
type exactGoal struct{ plainGoal }

func newExactGoal(variant *rules.Variant, goal Goal) exactGoal {
	return exactGoal{plainGoal{rules.NewReference(variant.Set()), goal}}
}

// keys lists the moves of the side to move that reach the goal in exactly n turns.
func (g exactGoal) keys(p *board.Position, n int) (keys []string) {
	if g.goal&puzzle.Reflex == puzzle.Reflex && g.obliged(p) {
		return nil
	}
	for _, m := range g.variant.Moves(p) {
		if g.wins(p, m, n) {
			keys = append(keys, m.UCI(p))
		}
	}
	slices.Sort(keys)
	return keys
}

// wins reports whether a move, the first of n, reaches the goal whatever the enemy takes back.
func (g exactGoal) wins(p *board.Position, m board.Move, n int) bool {
	for t := range g.variant.TurnsOf(p, m) {
		if !g.reaches(&t, n) {
			return false
		}
	}
	return true
}

// reaches reports whether a turn, the first of n, reaches the goal whatever the enemy plays.
func (g exactGoal) reaches(t *board.Played, n int) bool {
	isLast, self := n == 1, g.goal.Plain() == SelfWin
	switch {
	case isLast && g.goal.Plain() == Claim:
		return t.Converted&t.After.Kings != 0
	case isLast && !self:
		return g.ended(&t.After)
	case isLast && g.goal&puzzle.Quodlibet != 0 && g.ended(&t.After):
		return true
	case g.goal&puzzle.SemiReflex != 0 && g.obliged(&t.After):
		return isLast
	}
	replies := g.variant.Moves(&t.After)
	refutes := func(reply board.Move) bool { return !g.goesOn(&t.After, reply, n-1) }
	return len(replies) > 0 && !slices.ContainsFunc(replies, refutes)
}

// goesOn reports whether the goal can be reached in exactly n more turns after a move of the
// enemy's and some reclaim, or with that if n is 0.
func (g exactGoal) goesOn(p *board.Position, m board.Move, n int) bool {
	for t := range g.variant.TurnsOf(p, m) {
		if n == 0 && g.ended(&t.After) || n > 0 && len(g.keys(&t.After, n)) > 0 {
			return true
		}
	}
	return false
}

// tries lists the first turns that fail to a single defence and leave one.
func (g exactGoal) tries(p *board.Position, n int) (tries []string) {
	if n == 1 && g.goal.Plain() != SelfWin {
		return nil
	}
	for _, m := range g.variant.Moves(p) {
		refuted, defences, tooSoon := 0, 0, false
		for t := range g.variant.TurnsOf(p, m) {
			if n == 1 && g.goal&puzzle.Quodlibet != 0 && g.ended(&t.After) {
				continue
			}
			if g.goal&puzzle.SemiReflex != 0 && g.obliged(&t.After) {
				tooSoon = tooSoon || n > 1
				continue
			}
			replies := g.variant.Moves(&t.After)
			defences += len(replies)
			if len(replies) == 0 {
				refuted++
			}
			for _, reply := range replies {
				if !g.goesOn(&t.After, reply, n-1) {
					refuted++
				}
			}
		}
		if refuted == 1 && defences > 0 && !tooSoon {
			tries = append(tries, m.UCI(p))
		}
	}
	slices.Sort(tries)
	return tries
}

// firstMoves returns the first moves of some plays, sorted.
func firstMoves(p *board.Position, plays []puzzle.Play) (moves []string) {
	for _, play := range plays {
		moves = append(moves, play.Turn.Move.UCI(p))
	}
	slices.Sort(moves)
	return moves
}

// wrongLength returns what is wrong with a play that is to reach its goal in exactly n turns; empty
// if nothing is.
func wrongLength(play *puzzle.Play, self bool, n int) string {
	if play.In != n {
		return fmt.Sprintf("%s in %d", play.Turn.Move, play.In)
	}
	for i := range play.Choices {
		if play.Choices[i].Reached && n > 1 {
			return fmt.Sprintf("%s ends it too soon", play.Turn.Move)
		}
	}
	for _, d := range play.Defences {
		if d.In != n-1 || d.Short {
			return fmt.Sprintf("%s in %d", d.Turn.Move, d.In)
		}
		if n == 1 && !self {
			return fmt.Sprintf("%s after the end", d.Turn.Move)
		}
		for i := range d.Continuations {
			next := &d.Continuations[i]
			if i > 0 && next.In == n-1 {
				continue // nothing follows a dual
			}
			if wrong := wrongLength(next, self, n-1); wrong != "" {
				return wrong
			}
		}
	}
	return ""
}

// Goals in exactly n turns agree with their definition under rules of every kind, those with a
// choice of reclaims too: the keys, the tries, and the length of every variation.
func TestExactGoalsByDefinition(t *testing.T) {
	few := func(pieces int) func(*rules.Variant, *rand.Rand) board.Position {
		return func(variant *rules.Variant, random *rand.Rand) board.Position {
			return scattered(variant, random, pieces)
		}
	}
	type sample struct {
		rules    string
		goal     Goal
		n, size  int
		position func(*rules.Variant, *rand.Rand) board.Position
	}
	samples := []sample{
		{"chess", Win, 1, 80, few(6)},
		{"chess", Win, 2, 40, few(4)},
		{"chess", SelfWin | puzzle.SemiReflex, 2, 24, cornered},
		{"chess", SelfWin | puzzle.Reflex, 2, 24, cornered},
		{"conversion", Win, 2, 40, few(5)},
		{"andernach", Win, 2, 30, few(5)},
		{"benedict", Win, 2, 16, few(5)},
		{"pacifist1", Win, 2, 16, few(5)},
		{"pacifist1", Claim, 2, 16, few(5)},
		{"pacifist-value", Win, 2, 16, few(5)},
		{"pacifist-average", Claim, 2, 16, few(5)},
		{"pacifist-number", SelfWin, 1, 40, few(5)},
	}
	for _, s := range samples {
		goal := s.goal | puzzle.Exact
		variant := puzzletest.Named(t, s.rules)
		solver, g := New(variant, Options{Jobs: 1}), newExactGoal(variant, goal)
		random := rand.New(rand.NewPCG(7, uint64(goal)))
		won, tried, sooner := 0, 0, 0
		for i := range s.size {
			if longtest.Short() && i > s.size/4 && won > 0 {
				break
			}
			p := s.position(variant, random)
			name := fmt.Sprintf("%s %s in %d: %s", s.rules, goal, s.n, variant.FEN(&p))
			r, err := solver.Solve(t.Context(), &p, goal, s.n)
			if err != nil || r.Status == Unknown {
				t.Fatal(name, r, err)
			}
			keys, want := puzzle.UCI(&p, r.Keys), g.keys(&p, s.n)
			if !slices.Equal(keys, want) || (r.Status == Won) != (len(want) > 0) {
				t.Errorf("%s: %v by %v, want %v", name, r.Status, keys, want)
			}

			tree, err := solver.Solution(t.Context(), r, Wanted{Refutations: 1})
			if err != nil {
				t.Fatal(name, err)
			}
			for i := range tree.Keys {
				wrong := wrongLength(&tree.Keys[i], goal.Plain() == SelfWin, s.n)
				if wrong != "" {
					t.Errorf("%s: %s", name, wrong)
				}
			}
			tries, wantTries := firstMoves(&p, tree.Tries), g.tries(&p, s.n)
			obliged := g.goal&puzzle.Reflex == puzzle.Reflex && g.obliged(&p)
			if !obliged && !slices.Equal(tries, wantTries) {
				t.Errorf("%s: tries %v, want %v", name, tries, wantTries)
			}

			atMost, err := solver.Solve(t.Context(), &p, s.goal, s.n)
			if err != nil {
				t.Fatal(name, err)
			}
			won += min(len(want), 1)
			tried += min(len(tries), 1)
			if atMost.In > 0 && (len(want) == 0 || atMost.In < s.n) {
				sooner++
			}
		}
		t.Logf("%s %s in %d: %d won, %d with tries, %d won sooner", s.rules, goal, s.n, won, tried,
			sooner)
		if won == 0 {
			t.Errorf("%s: the sample shows no %s in %d", s.rules, goal, s.n)
		}
	}
}

// The keys of mates, selfmates, reflexmates and stalemates in exactly n moves are Popeye's. Every
// variation has the full length, though some lead to one position with different numbers of moves
// left.
func TestExactGoalsOfPopeye(t *testing.T) {
	for _, test := range []struct {
		fen, asked, keys string
	}{
		{"5K1k/8/8/8/8/1p3R2/8/8 w - - 0 1", "exact-#2", "f8f7"},
		{"B7/8/6R1/4k2p/3N3P/4K3/8/8 w - - 0 1", "exact-#1", "g6e6"},
		{"B7/8/6R1/4k2p/3N3P/4K3/8/8 w - - 0 1", "exact-#2", "d4f3"},
		{"B7/8/6R1/4k2p/3N3P/4K3/8/8 w - - 0 1", "exact-#3", "g6c6"},
		{"B7/8/6R1/4k2p/3N3P/4K3/8/8 w - - 0 1", "exact-#4", "d4e2"},
		{"8/6R1/R7/p5K1/2R5/p7/3k4/8 w - - 0 1", "exact-#3", "a6d6 g7d7"},
		{"8/8/8/8/8/1K6/3R4/k7 w - - 0 1", "exact-#3", "b3c2 d2a2 d2c2 d2d3 d2d4 d2d5 d2d6 d2d7 " +
			"d2d8 d2e2 d2f2 d2g2 d2h2"},
		{"8/8/8/8/4R3/4K2R/7p/3k4 w - - 0 1", "exact-#3", "h3h2"},
		{"8/7k/4PK2/8/8/4R3/8/8 w - - 0 1", "exact-=2", "e3h3"},
		{"8/8/8/8/8/2K5/7N/k1B5 w - - 0 1", "exact-=2", "c1b2 c3b3 c3c2"},
		{"8/8/5B2/8/8/4k3/1K1R4/5R2 w - - 0 1", "exact-=3", "b2c1 b2c2"},
		{"8/8/8/2b5/7K/Q4R2/6R1/7k w - - 0 1", "exact-=3", "a3c5"},
		{"8/8/8/8/p7/1pP5/p1k1P3/Kb1NQ3 w - - 0 1", "exact-s#2", "d1b2"},
		{"7k/8/5P2/8/8/8/R1p5/K7 w - - 0 1", "exact-r#2", "a2a8"},
		{"8/8/b7/1p6/k2B4/7R/3p1r2/K7 w - - 0 1", "exact-r#2", "h3a3"},
		{"6k1/8/6K1/8/8/8/8/1R6 w - - 0 1", "exact-r#2", ""},
		{"k7/8/1K5Q/8/8/8/8/8 w - - 0 1", "exact-quodlibet s#2", "h6c6 h6d2 h6e3 h6e6 h6f6 h6g5 " +
			"h6g6 h6g7 h6h1 h6h3 h6h4 h6h5 h6h7"},
		{"K7/8/k7/8/2pP3p/4r3/1Q6/8 w - - 0 1", "exact-semi-r#2", "b2b6"},
		{"8/R7/1r6/8/8/3k4/2p1nB1R/K7 w - - 0 1", "exact-semi-r#2", "a7a3 h2h3"},
		{"8/3p4/8/8/4p3/5p2/1rk5/K6Q w - - 0 1", "exact-semi-r=2", "h1h2"},
		{"1rQ5/8/8/1p6/8/k7/p7/K7 w - - 0 1", "exact-s=2", "c8c3"},
		{"7K/6R1/5N1k/8/8/p7/8/3r4 w - - 0 1", "exact-r=2", "g7g6"},
		{"8/8/2p5/1p6/6Q1/8/1P1r4/K1k5 w - - 0 1", "exact-r=2", "g4d1"},
	} {
		goal, n, _, ok := puzzle.ParseStipulation(test.asked)
		if !ok {
			t.Fatal(test.asked)
		}
		variant := puzzletest.Named(t, "chess")
		p := puzzletest.Position(t, variant, test.fen)
		solver := New(variant, Options{Jobs: 1})
		r, err := solver.Solve(t.Context(), &p, goal, n)
		if keys := strings.Join(puzzle.UCI(&p, r.Keys), " "); err != nil || keys != test.keys {
			t.Errorf("%s %s: %s, want %s (%v)", test.asked, test.fen, keys, test.keys, err)
		}

		tree, err := solver.Solution(t.Context(), r, Wanted{Refutations: 1, Whole: true})
		if err != nil {
			t.Fatal(test.asked, test.fen, err)
		}
		plays := slices.Concat(tree.Keys, tree.Tries)
		for i := range plays {
			wrong := wrongLength(&plays[i], goal.Plain() == SelfWin, n)
			if wrong != "" {
				t.Errorf("%s %s: %s", test.asked, test.fen, wrong)
			}
		}
	}
}

// Tables say how soon a side wins. No other goal is answered by them: in this ending White wins in
// two, and Popeye finds neither a stalemate in two nor more than these keys to a mate in exactly
// two.
func TestTablesAnswerWinsAlone(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	tables, err := embedded.Open(variant.Set(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	p := puzzletest.Position(t, variant, "8/8/8/8/2R5/1K6/8/k7 w - - 0 1")
	for goal, want := range map[Goal]string{
		Win | puzzle.Stalemate: "",
		Win | puzzle.Exact:     "b3c2 c4d4 c4e4 c4f4 c4g4 c4h4",
	} {
		solver := New(variant, Options{Jobs: 1, Tables: tables})
		r, err := solver.Solve(t.Context(), &p, goal, 2)
		keys := strings.Join(puzzle.UCI(&p, r.Keys), " ")
		if err != nil || r.Status == Unknown || keys != want {
			t.Errorf("%s: %v by %s, want %s (%v)", goal, r.Status, keys, want, err)
		}
	}
}
