package analysis

import (
	"context"
	"fmt"
	"slices"

	"turncoat/puzzle"
	"turncoat/puzzle/solution"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// helpSolution finds all lines of a help-win, which are its solutions. More than [solve.MaxLines] are not made:
// the error wraps [rules.ErrLimit].
func (a *Analyst) helpSolution(ctx context.Context, p *board.Position, in int) (Analysis, error) {
	result, err := a.search(ctx, p, in)
	switch {
	case err != nil:
		return Analysis{}, err
	case result.LineCount > solve.MaxLines:
		return Analysis{}, fmt.Errorf("%w: %d solutions are too many to write down", rules.ErrLimit, result.LineCount)
	case result.Status == solve.None:
		return Analysis{}, nil
	}
	slices.SortFunc(result.Lines, func(x, y []board.Played) int {
		return slices.Compare(solution.LineWords(a.variant, p, x), solution.LineWords(a.variant, p, y))
	})
	return Analysis{
		In: result.In, Keys: result.Keys, Tree: solution.HelpTree(p, result.In, a.half, result.Lines),
		Claims: puzzle.Claims{FirstTurns: len(a.variant.AppendMoves(nil, p))},
	}, nil
}

// HelpSet returns the set play of a help-win, its solutions without the first turn, as a puzzle has them; nil where
// there is none. The error is the context's or wraps [rules.ErrLimit].
func (a *Analyst) HelpSet(ctx context.Context, p *board.Position, in int) (*puzzle.Phases, error) {
	plies, enemy := a.goal.Plies(in, a.half), solution.NullMove(p)
	result, err := a.solver.SetLines(ctx, p, a.goal, plies)
	switch {
	case err != nil || result.Status == solve.None:
		return nil, err
	case result.Status == solve.Unknown || result.LineCount > solve.MaxLines:
		return nil, fmt.Errorf("%w: no answer about set play, or too much of it", rules.ErrLimit)
	}
	out := &puzzle.Phases{}
	for _, line := range result.Lines {
		if len(line) == plies-1 { // a shorter one is none
			out.Lines = append(out.Lines, solution.LineWords(a.variant, &enemy, line))
		}
	}
	slices.SortFunc(out.Lines, slices.Compare)
	if out.Lines == nil {
		return nil, nil
	}
	return out, nil
}

// HelpKeys returns every first turn of the help-wins in exactly so many plies, where there is none in fewer.
func HelpKeys(ctx context.Context, game *rules.Variant, at *board.Position, plies int) ([]board.Move, error) {
	result, err := solve.New(game, solve.Options{Jobs: 1}).Lines(ctx, at, solve.HelpWin, plies)
	return result.Keys, err
}

// lines writes the solutions of a help-win as a puzzle has them.
func (a *Analyst) lines(at *board.Position, found *Analysis) [][]string {
	lines := make([][]string, len(found.Tree.Keys))
	for i := range lines {
		lines[i] = solution.LineWords(a.variant, at, found.Tree.Keys[i].Line())
	}
	return lines
}

// helpNeeds reports whether none of the lines of a help-win reaches its goal under a misreading.
func (a *Analyst) helpNeeds(misread *rules.Variant, at *board.Position, found *Analysis) bool {
	for _, words := range a.lines(at, found) {
		if helpHolds(misread, at, words) {
			return false
		}
	}
	return true
}

// helpHolds reports whether a line can be played, and ends in a win of the side that makes the last turn,
// whatever converts.
func helpHolds(game *rules.Variant, at *board.Position, words []string) bool {
	line, err := solution.PlayLine(game, at, words)
	if err != nil {
		return false
	}
	end := &line[len(line)-1].After
	return game.Outcome(end).Result == board.Win(end.Turn.Other())
}
