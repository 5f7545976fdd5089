package searching

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"

	"turncoat/internal/puzzle/solution"
	"turncoat/protocol"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// goals are the stipulations by name.
var goals = map[string]solve.Goal{"": solve.Win, "win": solve.Win, "self-win": solve.SelfWin,
	"help-win": solve.HelpWin, "claim": solve.Claim}

// search holds the fields of a search request besides the position.
type search struct {
	Goal  string `json:"goal"`
	In    int    `json:"in"`
	Nodes uint64 `json:"nodes"` // limit of turns
	Tree  bool   `json:"tree"`  // return the solution as a tree
	Tries int    `json:"tries"` // return first turns with at most this many refutations
	Set   bool   `json:"set"`   // return set play
	Proof bool   `json:"proof"` // return a proof as JSON Lines
}

// position returns the search and the position of a request.
func (d answerer) position(ctx context.Context, q *protocol.Question) (s search, goal solve.Goal, variant *rules.Variant,
	p board.Position, err error) {
	err = q.Fields(&s)
	if err != nil {
		return
	}
	goal, ok := goals[s.Goal]
	if !ok {
		err = protocol.Invalid(`"goal" must be win, self-win, help-win or claim, not %q`, s.Goal)
	}
	err = cmp.Or(err, protocol.Within("in", s.In, 1, solve.MaxTurns), protocol.AtLeast("tries", s.Tries, 0))
	if err == nil {
		variant, p, err = q.At(ctx)
	}
	return
}

// progress reports how far a search has got.
type progress struct {
	Depth   int     `json:"depth"`
	Turns   int     `json:"turns"`
	Settled int     `json:"settled"`
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

func (d answerer) solve(ctx context.Context, q *protocol.Question) (any, error) {
	s, goal, variant, p, err := d.position(ctx, q)
	if err != nil {
		return nil, err
	}
	if s.Proof && !d.o.Proofs {
		return nil, &protocol.Error{Code: protocol.Unsupported, Message: "proofs are not supported here"}
	}
	solver := d.solver(variant, q, s.Nodes)
	result, err := solver.Solve(ctx, &p, goal, s.In)
	if err != nil {
		return nil, err
	}
	out := solution.AnswerOf(variant, &result, true)
	if result.Status == solve.Won && goal != solve.HelpWin && (s.Tree || s.Tries > 0 || s.Set) {
		if err := d.addSolution(ctx, solver, result, s, &out); err != nil {
			return nil, err
		}
	}

	if s.Proof && result.Status != solve.Unknown && (goal != solve.HelpWin || result.Status == solve.Won) {
		text := limitedBuffer{most: maxText}
		if err := solver.WriteProof(ctx, &text, result, true); err != nil {
			return nil, err
		}
		out.Proof = text.String()
	}

	return body(AskSolve, out), nil
}

// solver returns a solver that reports its progress.
func (d answerer) solver(variant *rules.Variant, q *protocol.Question, nodes uint64) *solve.Solver {
	options := d.options(variant, nodes)
	options.Memory = maxMemory
	if runtime.GOOS == "js" {
		options.Memory = maxMemory / 4
	}
	options.Progress = func(at solve.Progress) {
		q.Report(progress{at.Depth, at.Turns, at.Settled, at.Nodes, at.Elapsed.Seconds()})
	}
	return solve.New(variant, options)
}

// maxText is the maximum length of a solution or proof in bytes.
const maxText = 8 << 20

// limitedBuffer is a buffer with a maximum length.
type limitedBuffer struct {
	bytes.Buffer
	most int
}

func (l *limitedBuffer) Write(b []byte) (int, error) {
	if l.Len()+len(b) > l.most {
		return 0, fmt.Errorf("%w: output longer than %d MiB", rules.ErrLimit, l.most>>20)
	}
	return l.Buffer.Write(b)
}

// addSolution adds the solution as a tree and as text.
func (d answerer) addSolution(ctx context.Context, s *solve.Solver, result solve.Result, asked search,
	out *solution.Answer) error {
	tree, err := s.Solution(ctx, result, solve.Wanted{Refutations: asked.Tries, SetPlay: asked.Set,
		RealOnly: true})
	if err != nil {
		return err
	}
	text := limitedBuffer{most: maxText}
	if err := solution.WriteText(&text, s.Variant(), tree); err != nil {
		return err
	}
	whole := solution.JSON(s.Variant(), tree)
	out.Solution, out.Text = &whole, text.String()
	return nil
}

// tries answers [AskTries]: first turns with few refutations, and the refutations.
func (d answerer) tries(ctx context.Context, q *protocol.Question) (any, error) {
	s, goal, variant, p, err := d.position(ctx, q)
	if err != nil {
		return nil, err
	}
	if goal == solve.HelpWin {
		return nil, protocol.Invalid("a help-win has no tries")
	}
	solver := d.solver(variant, q, s.Nodes)
	result, err := solver.Solve(ctx, &p, goal, s.In)
	switch {
	case err != nil:
		return nil, err
	case result.Status == solve.Unknown:
		return nil, searched(&result)
	}

	tree, err := solver.Solution(ctx, result, solve.Wanted{Refutations: max(1, s.Tries)})
	if errors.Is(err, solve.ErrUnsupported) {
		return nil, protocol.Invalid("%v", err)
	}
	if err != nil {
		return nil, err
	}
	list := solution.JSON(variant, tree).Tries
	if list == nil {
		list = []solution.PlayJSON{}
	}
	return body(AskTries, list), nil
}
