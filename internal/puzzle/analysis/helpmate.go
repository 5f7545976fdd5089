package analysis

import (
	"context"
	"fmt"
	"slices"

	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// helpSolution finds all lines: each is a solution. If there are more than [solve.MaxLines], the
// error wraps [rules.ErrLimit].
func (a *Analyst) helpSolution(ctx context.Context, p *board.Position, in int) (Analysis, error) {
	result, err := a.search(ctx, p, in)
	switch {
	case err != nil:
		return Analysis{}, err
	case result.LineCount > solve.MaxLines:
		return Analysis{}, fmt.Errorf("%w: %d solutions are too many to write down", rules.ErrLimit,
			result.LineCount)
	case result.Status == solve.None:
		return Analysis{}, nil
	}

	slices.SortFunc(result.Lines, func(x, y []board.Played) int {
		return slices.Compare(puzzle.LineWords(a.variant, p, x), puzzle.LineWords(a.variant, p, y))
	})
	return Analysis{
		In: result.In, Keys: result.Keys, Tree: puzzle.HelpTree(p, a.goal, result.In, a.half,
			result.Lines),
		Claims: puzzle.Claims{FirstTurns: len(a.variant.Moves(p))},
	}, nil
}

// HelpSet returns set play whose solutions are lines, see [solve.Solver.SetLines], as a puzzle has
// them; nil where there is none. The error is the context's or wraps [rules.ErrLimit].
func (a *Analyst) HelpSet(ctx context.Context, p *board.Position, in int) (*puzzle.Phases, error) {
	plies, enemy := a.goal.Plies(in, a.half), puzzle.NullMove(p)
	result, err := a.solver.SetLines(ctx, p, a.goal, plies)
	switch {
	case err != nil || result.Status == solve.None:
		return nil, err
	case result.Status == solve.Unknown || result.LineCount > solve.MaxLines:
		return nil, fmt.Errorf("%w: no answer about set play, or too much of it", rules.ErrLimit)
	}

	out := &puzzle.Phases{}
	for _, line := range result.Lines {
		if len(line) == plies-1 || a.goal&puzzle.Series != 0 { // a shorter one is none
			out.Lines = append(out.Lines, puzzle.LineWords(a.variant, &enemy, line))
		}
	}

	slices.SortFunc(out.Lines, slices.Compare)
	if out.Lines == nil {
		return nil, nil
	}
	return out, nil
}

// lines writes the lines as a puzzle has them.
func (a *Analyst) lines(at *board.Position, found *Analysis) [][]string {
	lines := make([][]string, len(found.Tree.Keys))
	for i := range lines {
		lines[i] = puzzle.LineWords(a.variant, at, found.Tree.Keys[i].Line())
	}
	return lines
}

// helpNeeds reports whether none of the lines of a help-win reaches its goal under a misreading.
func (a *Analyst) helpNeeds(misread *rules.Variant, at *board.Position, found *Analysis) bool {
	return !slices.ContainsFunc(a.lines(at, found), func(words []string) bool {
		line, err := puzzle.PlayLine(misread, at, a.goal, words)
		return err == nil && a.goal.Ended(misread, &line[len(line)-1].After)
	})
}
