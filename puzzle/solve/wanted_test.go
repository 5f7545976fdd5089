package solve

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// winsAtOnce lists the moves that win in one.
func winsAtOnce(variant *rules.Variant, p *board.Position) (moves []board.Move) {
	for _, m := range variant.Moves(p) {
		if after := variant.Play(p, m).After; variant.Outcome(&after).Result == board.Win(p.Turn) {
			moves = append(moves, m)
		}
	}

	return moves
}

// The making of a solution ends when it has more duals, or more turns of the enemy, than are
// wanted. Threats are the turns that win if the enemy passes. A delay leaves every threat in place:
// its duals do not count, but several threats do.
func TestWanted(t *testing.T) {
	seen := map[string]int{}
	variant := puzzletest.Named(t, "chess")
	for _, m := range mates(t, 2, 2) {
		fen, p := m.FEN, m.Position
		s := New(variant, Options{Jobs: 1})
		result, err := s.Solve(t.Context(), &p, Win, 2)
		if err != nil || result.In != 2 {
			t.Fatalf("%s: %+v, %v", fen, result, err)
		}
		tree, err := s.Solution(t.Context(), result, Wanted{})
		if err != nil {
			t.Fatal(err)
		}
		duals, turns := 0, 0
		for _, key := range tree.Keys {
			passed := puzzle.NullMove(&key.Turn.After)
			var threats []board.Move
			if !variant.InCheck(&key.Turn.After) {
				threats = winsAtOnce(variant, &passed)
				if key.Zugzwang != (len(threats) == 0) {
					t.Errorf("%s: zugzwang %t, and %d threats", fen, key.Zugzwang, len(threats))
				}
				seen[fmt.Sprint("zugzwang ", key.Zugzwang)]++
			} else if key.Zugzwang {
				t.Errorf("%s: a check is zugzwang", fen)
			}

			var told []board.Move
			for _, threat := range key.Threats {
				told = append(told, threat.Turn.Move)
			}
			slices.SortFunc(told, byNumber)
			slices.SortFunc(threats, byNumber)
			if !slices.Equal(told, threats) {
				t.Errorf("%s: the threats are %v, want %v", fen, told, threats)
			}
			if len(key.Choices) != 1 || key.Choices[0].Reached {
				t.Errorf("%s: the key wins at once", fen)
			}
			turns += len(variant.Moves(&key.Turn.After))
			carried := false
			for _, d := range key.Defences {
				wins := winsAtOnce(variant, &d.Turn.After)
				delay := threats != nil && !slices.ContainsFunc(threats,
					func(m board.Move) bool { return !slices.Contains(wins, m) })
				carried = carried || delay
				if len(wins) > 1 && !delay {
					duals++
				}
				if last := d.Continuations[0]; len(last.Choices) != 1 || !last.Choices[0].Reached {
					t.Errorf("%s: after %s the win is not reached", fen,
						d.Turn.Move.UCI(&key.Turn.After))
				}
				if d.Delay != delay || d.Short || len(d.Continuations) != len(wins) {
					t.Errorf("%s: %s delays %t, is short %t, %d continuations, want %t and %d", fen,
						d.Turn.Move.UCI(&key.Turn.After), d.Delay, d.Short, len(d.Continuations),
						delay, len(wins))
				}

				seen[fmt.Sprint("delay ", d.Delay)]++
			}

			if carried && slices.ContainsFunc(threats, func(m board.Move) bool {
				return m.From != threats[0].From || m.To != threats[0].To
			}) {
				duals++
			}
		}

		if tree.Duals != duals {
			t.Errorf("%s: %d duals, want %d", fen, tree.Duals, duals)
		}
		if _, err := s.Solution(t.Context(), result, Wanted{MaxDuals: &duals, MaxTurns: turns}); err != nil {
			t.Errorf("%s: with %d duals and %d turns: %v", fen, duals, turns, err)
		}
		if _, err := s.Solution(t.Context(), result, Wanted{MaxTurns: turns - 1}); turns > 1 &&
			!errors.Is(err, ErrLimit) {
			t.Errorf("%s: with %d turns: %v", fen, turns-1, err)
		}

		if fewer := duals - 1; duals > 0 {
			seen["duals"]++
			if _, err := s.Solution(t.Context(), result, Wanted{MaxDuals: &fewer}); err != ErrDuals {
				t.Errorf("%s: with %d duals: %v", fen, fewer, err)
			}
		}
	}

	for _, what := range []string{"zugzwang true", "zugzwang false", "delay true", "delay false",
		"duals"} {
		if seen[what] == 0 {
			t.Errorf("%v: there was no %s among the problems", seen, what)
		}
	}
}
