package solve

import (
	"context"

	"turncoat/puzzle"
	"turncoat/rules/board"
)

// AfterKey solves a position in which the attacker has made the key: the enemy is to move, and the
// attacker is to reach a goal in n turns, the key included. It is for goals whose solutions are not
// lines. The tree has a null move as its key, or as a try if the enemy refutes it. Limits and errors
// are as in [Solver.Solution]; the tree is nil if the answer is Unknown.
func (s *Solver) AfterKey(ctx context.Context, p *board.Position, goal Goal, n int, wanted Wanted) (Result,
	*puzzle.Tree, error) {
	if err := s.check(goal, n); err != nil {
		return Result{}, nil, err
	}

	result := Result{Position: *p, Goal: goal, Asked: n}
	result.Position.Rekey()
	before := puzzle.NullMove(&result.Position)
	a := s.ask(ctx, goal, before.Turn, n)
	defer a.finish()
	b := builder{oracle: a, ctx: ctx, wanted: wanted, known: s.answers(goal, &wanted), part: &part{}, try: true}

	made := board.Played{After: result.Position}
	key, err := b.playOf(nil, nil, &before, []board.Played{made}, n)
	result.Nodes = a.spent.Load()
	if err == nil {
		err = b.err()
	}
	if err != nil {
		return result, nil, err
	}

	tree := &puzzle.Tree{Position: before, Goal: goal, In: n}
	isStuck := len(key.Defences) == 0 && !key.Choices[0].Reached
	if len(key.Refutations) > 0 || isStuck {
		result.Status, result.Excluded = None, n
		tree.Tries = []puzzle.Play{*key}
		return result, tree, nil
	}

	result.Status, result.In = Won, n
	tree.Keys, tree.Duals = []puzzle.Play{*key}, key.Duals
	return result, tree, nil
}
