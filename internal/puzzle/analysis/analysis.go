// Package analysis examines positions with a forced win: the solution, how sound it is, and its
// themes. It makes puzzles of them, and verifies puzzles.
package analysis

import (
	"context"
	"errors"
	"fmt"

	"turncoat/internal/play"
	"turncoat/internal/tablebase"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Analysis is the result of solving a position.
type Analysis struct {
	In     int // turns of the attacker; 0 when there is no win
	Keys   []board.Move
	Tree   *puzzle.Tree // what follows the first key
	Claims puzzle.Claims
}

// Key returns the first key with the play that follows it.
func (a *Analysis) Key() *puzzle.Play { return &a.Tree.Keys[0] }

// An Analyst solves positions of one rule set and makes their solutions. It keeps its tables from
// one position to the next, which changes no answer. It must not be used by several goroutines at
// once.
type Analyst struct {
	variant *rules.Variant
	turns   play.Rules // of the variant
	goal    solve.Goal
	half    bool // of help-wins: they take half a turn more
	solver  *solve.Solver
	tables  *tablebase.Tables
}

// maxTurns is how many turns of the enemy's a solution may have. Nobody would read a longer one;
// in the inventor's forms the choices of reclaims can be many thousands (PAC-8).
const maxTurns = 100_000

// Options say what an analyst looks for, and how far. The zero value looks for forced wins, without
// a limit.
type Options struct {
	Goal solve.Goal
	Half bool // of help-wins: they take half a turn more
	// a search that looks at more turns ends without an answer; 0 is no limit
	Nodes uint64
	// searches for wins stop at the positions that they hold; nil means none
	Tables *tablebase.Tables
}

// New returns an analyst of a variant.
func New(variant *rules.Variant, o Options) *Analyst {
	solver := solve.New(variant, solve.Options{Jobs: 1, Nodes: o.Nodes, Tables: o.Tables})
	return &Analyst{variant: variant, turns: play.For(variant), goal: o.Goal, half: o.Half,
		solver: solver, tables: o.Tables}
}

// ForPuzzle returns an analyst that looks for what a puzzle asks for, without a limit. tables may
// be nil.
func ForPuzzle(p *puzzle.Puzzle, tables *tablebase.Tables) *Analyst {
	return New(p.Variant(), Options{Goal: p.Goal(), Half: p.Half, Tables: tables})
}

// Variant returns the rules of the analyst.
func (a *Analyst) Variant() *rules.Variant { return a.variant }

// Shortest finds the shortest win in at most most turns and every first move that forces it; 0 when
// it is proved that there is none. The error is the context's, or wraps [rules.ErrLimit].
func (a *Analyst) Shortest(ctx context.Context, p *board.Position, most int) (in int,
	keys []board.Move, err error) {
	if most < 1 {
		return 0, nil, nil
	}
	result, err := a.search(ctx, p, most)
	if err == nil && result.Status == solve.Won && result.In == 0 {
		err = ErrAtOnce
	}
	if err != nil {
		return 0, nil, err
	}
	return result.In, result.Keys, nil
}

// search looks for the goal in at most most turns. It is an error if the search has no answer.
func (a *Analyst) search(ctx context.Context, p *board.Position, most int) (result solve.Result,
	err error) {
	result, err = a.solver.SolveHalf(ctx, p, a.goal, most, a.half)
	if err == nil &&
		result.Status == solve.Unknown {
		err = fmt.Errorf("%w: no answer for a %s in %s", rules.ErrLimit, a.goal,
			puzzle.LengthText(most, a.half))
	}

	return result, err
}

// ErrAtOnce is the error of a help-win in n and a half turns whose side to move wins at once.
var ErrAtOnce = errors.New("the side to move wins at once")

// Unanswered reports whether an error of [Analyst.Shortest] or [Analyst.Analyse] is about this
// position alone, so that a search of many positions can go on with the next.
func Unanswered(err error) bool {
	return errors.Is(err, rules.ErrLimit) ||
		errors.Is(err, ErrAtOnce)
}

// Analyse solves a position for a win in at most most turns. Without one In is 0.
func (a *Analyst) Analyse(ctx context.Context, p *board.Position, most int) (Analysis, error) {
	in, keys, err := a.Shortest(ctx, p, most)
	if err != nil || in == 0 {
		return Analysis{}, err
	}
	return a.Solution(ctx, p, in, keys, Bounds{Duals: -1})
}

// AnyLength solves a position for a win of any length up to most turns. Without one In is 0.
func (a *Analyst) AnyLength(ctx context.Context, p *board.Position, most int) (Analysis, error) {
	r, err := a.solver.AnyLength(ctx, p, a.goal, most, nil)
	switch {
	case err != nil || r.Status == solve.None:
		return Analysis{}, err
	case r.Status == solve.Unknown || !r.Complete:
		return Analysis{}, fmt.Errorf("%w: no answer for the shortest %s", rules.ErrLimit, a.goal)
	}

	return a.Solution(ctx, p, r.AtMost, r.Keys, Bounds{Duals: -1})
}

// won returns the result of a search that was won. Of the keys only the first gets a solution.
func (a *Analyst) won(p *board.Position, in int, keys []board.Move) solve.Result {
	return solve.Result{Position: *p, Goal: a.goal, Asked: in, Status: solve.Won, In: in,
		Keys: keys[:1]}
}

// Bounds say when a solution has too many duals or turns to be wanted. Then its making ends early.
type Bounds struct {
	Duals int // more duals than that are not wanted; below 0 there is no bound
	Turns int // turns of the enemy's; 0 means as many as anyone would read
}

// Solution makes the solution of a position of which the shortest win and the keys are known. The
// error is the context's, [solve.ErrDuals], or wraps [rules.ErrLimit].
func (a *Analyst) Solution(ctx context.Context, p *board.Position, in int, keys []board.Move,
	bounds Bounds) (Analysis, error) {
	if a.goal.HasLines() {
		return a.helpSolution(ctx, p, in)
	}
	wanted := solve.Wanted{EachSearch: true, MaxTurns: maxTurns}
	if bounds.Turns > 0 {
		wanted.MaxTurns = bounds.Turns
	}
	if bounds.Duals >= 0 {
		wanted.MaxDuals = &bounds.Duals
	}
	tree, err := a.solver.Solution(ctx, a.won(p, in, keys), wanted)
	if err != nil {
		return Analysis{}, err
	}
	key := &tree.Keys[0]
	return Analysis{In: in, Keys: keys, Tree: tree, Claims: puzzle.Claims{
		FirstTurns: len(a.variant.Moves(p)), Defences: len(key.Defences),
		Choice: key.HasChoice(),
		Duals:  key.Duals, LineDuals: key.LineDuals,
	}}, nil
}

// Make makes a puzzle of a position and its analysis: line and themes, no grade yet.
func (a *Analyst) Make(ctx context.Context, at *board.Position, found *Analysis) (puzzle.Puzzle,
	error) {
	p := puzzle.Puzzle{
		ID: puzzle.Identify(a.variant, at, a.goal, found.In, a.half), Rules: a.variant.Set(),
		FEN: a.variant.FEN(at),
		In:  found.In, Half: a.half,
		Keys: puzzle.UCI(at, found.Keys), Line: puzzle.Line(a.variant, at, found.Key().Line()),
		Claims: found.Claims,
	}
	if a.goal.HasLines() {
		p.Lines = a.lines(at, found)
	} else {
		p.Solution = found.Key().Text()
	}

	if a.goal != solve.Win {
		p.Stipulation = a.goal.String()
	}
	var err error
	p.Themes, err = a.Themes(ctx, at, found)
	return p, err
}
