package solve

import (
	"slices"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/rules/board"
)

// plainTries lists the tries by their definition, on the reference rules: first turns that do not
// win in two, and fail to no more defences than some number, at least one. A reclaim of the
// enemy's after which nobody can move, and nobody has won, is a defence.
func plainTries(e puzzletest.Exhaustive, p *board.Position, most int) (tries []string) {
	for _, m := range e.Moves(p) {
		refuted, defences := 0, 0
		for c := range e.TurnsOf(p, m) {
			replies := e.Moves(&c.After)
			if len(replies) == 0 && e.Outcome(&c.After).Result != board.Win(p.Turn) {
				refuted++
			}
			defences += len(replies)
			for _, reply := range replies {
				if !e.StillWins(&c.After, reply, 1) {
					refuted++
				}
			}
		}

		if defences > 0 && refuted > 0 && refuted <= most {
			tries = append(tries, m.UCI(p))
		}
	}

	slices.Sort(tries)
	return tries
}

// Tries are found as they are defined, with any number of refutations, also if some of these end
// the game without a move. If tries were asked for and there are none, the solution says so.
func TestTries(t *testing.T) {
	for _, test := range []struct {
		rules, fen string
		most       int
	}{
		{"chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", 1},
		{"chess", "5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - - 0 1", 1},
		{"chess", "5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - - 0 1", 2},
		// f4g3 is met, but for a reclaim that leaves no move
		{"pacifist-value", "8/7n/8/nk1Q4/5b2/5b1K/8/8 b - - 0 1", 1},
		{"pacifist-average", "8/8/2B4P/N1k5/8/Kb6/4q3/8 b - - 0 1", 1},
	} {
		variant := puzzletest.Named(t, test.rules)
		p := puzzletest.Position(t, variant, test.fen)
		s := New(variant, Options{Jobs: 1, Memory: 1 << 20})
		result, err := s.Solve(t.Context(), &p, Win, 2)
		if err != nil || result.In != 2 {
			t.Fatalf("%s: %+v, %v", test.fen, result, err)
		}
		tree, err := s.Solution(t.Context(), result, Wanted{Refutations: test.most})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, try := range tree.Tries {
			got = append(got, try.Turn.Move.UCI(&p))
		}
		slices.Sort(got)
		want := plainTries(puzzletest.Exhausting(variant, Win, p.Turn), &p, test.most)
		if !slices.Equal(got, want) || tree.NoTries != (len(want) == 0) {
			t.Errorf("%s: the tries are %v (none: %t), want %v", test.fen, got, tree.NoTries, want)
		}
	}
}

// King and rook against king: Kf7 and Kg6 win in two. Were Black to move, nothing would be mated at
// once; nor is there anything before a win in one; and who is in check cannot wait for the enemy to
// move. That there is no set play and no try is said if they were wanted, and only then.
func TestNothingToTell(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	for fen, in := range map[string]int{"7k/8/5K2/8/8/8/8/R7 w - - 0 1": 2,
		"7k/8/6K1/8/8/8/8/R7 w - - 0 1": 1, "7k/6P1/8/4q3/8/8/qp6/3K4 b - - 0 1": 2} {
		p := puzzletest.Position(t, variant, fen)
		s := New(variant, Options{Jobs: 1})
		result, err := s.Solve(t.Context(), &p, Win, 2)
		if err != nil || result.In != in {
			t.Fatalf("%s: %+v, %v", fen, result, err)
		}
		for _, wanted := range []Wanted{{}, {SetPlay: true}, {Refutations: 1},
			{SetPlay: true, Refutations: 1}} {
			tree, err := s.Solution(t.Context(), result, wanted)
			if err != nil {
				t.Fatal(err)
			}
			if len(tree.Set) > 0 || tree.NoSet != wanted.SetPlay ||
				tree.NoTries != (wanted.Refutations > 0 && len(tree.Tries) == 0) ||
				in == 1 && len(tree.Tries) > 0 {
				t.Errorf("%s with %+v: %d in the set play (none: %t), %d tries (none: %t)", fen,
					wanted, len(tree.Set), tree.NoSet, len(tree.Tries), tree.NoTries)
			}
		}
	}
}

// A first turn that wins is no try, though it was not allowed as a key.
func TestForbiddenKeysAreNoTries(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	p := puzzletest.Position(t, variant, "7k/8/5K2/8/8/8/8/R7 w - - 0 1")
	allowed := board.NewMove(board.At(5, 5), board.At(6, 5)) // Kg6; Kf7 wins as well
	s := New(variant, Options{Jobs: 1,
		First: func(_ *board.Position, m board.Move) bool { return m == allowed }})
	result, err := s.Solve(t.Context(), &p, Win, 2)
	if err != nil || !slices.Equal(result.Keys, []board.Move{allowed}) {
		t.Fatalf("%+v, %v", result, err)
	}
	tree, err := s.Solution(t.Context(), result, Wanted{Refutations: 9})
	if err != nil {
		t.Fatal(err)
	}
	for _, try := range tree.Tries {
		if try.Turn.Move == board.NewMove(board.At(5, 5), board.At(5, 6)) {
			t.Error("Kf7, which wins, is told as a try")
		}
	}
}

// Only allowed first turns count, whichever search looks for them.
func TestFirstTurns(t *testing.T) {
	for _, test := range []struct {
		rules, fen string
		goal       Goal
		n          int
	}{
		{"pacifist-value", "8/7n/8/nk1Q4/5b2/5b1K/8/8 b - - 0 1", Win, 2},
		{"pacifist1", "r1b1kbnr/q4pp1/1pP1p3/1B1p3p/pP1NpP2/P1P4N/3P2PP/RNB1QK1R w ha - 0 1",
			Claim, 2},
		{"chess", "6k1/8/6K1/8/8/8/8/R7 b - - 0 1", HelpWin, 1},
	} {
		variant := puzzletest.Named(t, test.rules)
		p := puzzletest.Position(t, variant, test.fen)
		all, err := New(variant, Options{Jobs: 1}).Solve(t.Context(), &p, test.goal, test.n)
		if err != nil || all.Status != Won {
			t.Fatalf("%s: %+v, %v", test.fen, all, err)
		}
		for _, key := range all.Keys {
			for name, want := range map[string][]board.Move{"only": {key},
				"all but": slices.DeleteFunc(slices.Clone(all.Keys),
					func(m board.Move) bool { return m == key })} {
				first := func(_ *board.Position, m board.Move) bool {
					return (m == key) == (name == "only")
				}
				r, err := New(variant, Options{Jobs: 1, First: first}).Solve(t.Context(), &p,
					test.goal, all.In)
				if err != nil || !slices.Equal(r.Keys, want) ||
					(r.Status == Won) != (len(want) > 0) {
					t.Errorf("%s: %s %s: %+v, %v, want %v", test.fen, name, key.UCI(&p), r,
						err, want)
				}
			}
		}
	}
}
