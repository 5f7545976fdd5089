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
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// search holds the fields of a search request besides the position.
type search struct {
	Goal  string `json:"goal"` // the name of a goal, or a stipulation such as h#2.5; then In is 0
	In    int    `json:"in"`
	Nodes uint64 `json:"nodes"` // limit of turns
	Tree  bool   `json:"tree"`  // return the solution as a tree
	Tries int    `json:"tries"` // return first turns with at most this many refutations
	Set   bool   `json:"set"`   // return set play
	Proof bool   `json:"proof"` // return a proof as JSON Lines
}

// stipulation is what a search is for.
type stipulation struct {
	goal solve.Goal
	in   int
	half bool // half a turn more
}

// stipulation returns what a request asks for.
func (s *search) stipulation() (asked stipulation, err error) {
	var whole bool
	asked.goal, asked.in, asked.half, whole = puzzle.ParseStipulation(s.Goal)
	if whole && s.In != 0 {
		return asked, protocol.Invalid(`"goal": %q says in how many turns: leave out "in"`, s.Goal)
	}
	if whole {
		return asked, nil
	}

	var known bool
	asked.goal, known = puzzle.ParseGoal(cmp.Or(s.Goal, solve.Win.String()))
	if !known {
		return asked, protocol.Invalid(`"goal" must be the name of a goal, such as self-win, or a `+
			`stipulation, such as h#2.5, not %q`, s.Goal)
	}
	asked.in = s.In
	return asked, protocol.Within("in", s.In, 1, solve.MaxTurns)
}

// position returns the search and the position of a request.
func (d answerer) position(ctx context.Context, q *protocol.Question) (s search, asked stipulation,
	variant *rules.Variant, p board.Position, err error) {
	err = q.Fields(&s)
	if err != nil {
		return
	}
	asked, err = s.stipulation()
	err = cmp.Or(err, protocol.AtLeast("tries", s.Tries, 0))
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
	s, asked, variant, p, err := d.position(ctx, q)
	if err != nil {
		return nil, err
	}
	if s.Proof && !d.o.Proofs {
		return nil, unsupported("proofs are not supported here")
	}
	if s.Proof && !asked.goal.IsPlain() {
		return nil, unsupported("a %s has no proof", asked.goal)
	}

	solver := d.solver(variant, q, s.Nodes)
	result, err := solver.SolveHalf(ctx, &p, asked.goal, asked.in, asked.half)
	if err != nil {
		return nil, err
	}
	out := solution.AnswerOf(variant, &result, true)
	if result.Status == solve.Won && (s.Tree || s.Tries > 0 || s.Set) {
		if err := d.addSolution(ctx, solver, result, s, &out); err != nil {
			return nil, err
		}
	}

	if s.Proof && result.Status != solve.Unknown && (!asked.goal.HasLines() || result.Status == solve.Won) {
		text := limitedBuffer{most: maxText}
		if err := solver.WriteProof(ctx, &text, result, true); err != nil {
			return nil, err
		}
		out.Proof = text.String()
	}

	return body(AskSolve, out), nil
}

// unsupported returns the error of a request for what is not there.
func unsupported(format string, args ...any) error {
	return &protocol.Error{Code: protocol.Unsupported, Message: fmt.Sprintf(format, args...)}
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

// addSolution adds the solution as a tree and as text; to lines, which the answer has already, their
// set play.
func (d answerer) addSolution(ctx context.Context, s *solve.Solver, result solve.Result, asked search,
	out *solution.Answer) error {
	if result.Goal.HasLines() {
		return addSetLines(ctx, s, result, asked, out)
	}
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

// addSetLines adds the set play of a help-win or a series: the lines without the first turn.
func addSetLines(ctx context.Context, s *solve.Solver, result solve.Result, asked search,
	out *solution.Answer) error {
	if !asked.Set {
		return nil
	}
	plies := result.Goal.Plies(result.In, result.Half)
	set, err := s.SetLines(ctx, &result.Position, result.Goal, plies)
	passed := puzzle.NullMove(&result.Position)
	out.Set = solution.Lines(s.Variant(), &passed, set.Lines)
	return err
}

// tries answers [AskTries]: first turns with few refutations, and the refutations.
func (d answerer) tries(ctx context.Context, q *protocol.Question) (any, error) {
	s, asked, variant, p, err := d.position(ctx, q)
	if err != nil {
		return nil, err
	}
	if asked.goal.HasLines() {
		return nil, protocol.Invalid("a %s has no tries", asked.goal)
	}
	solver := d.solver(variant, q, s.Nodes)
	result, err := solver.Solve(ctx, &p, asked.goal, asked.in)
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
