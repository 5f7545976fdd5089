package analysis

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"turncoat/protocol"
	"turncoat/puzzle/solution"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// goals are the stipulations by their names.
var goals = map[string]solve.Goal{"": solve.Win, "win": solve.Win, "self-win": solve.SelfWin,
	"help-win": solve.HelpWin, "claim": solve.Claim}

// search holds the fields of a request for a search, but for the position.
type search struct {
	Goal  string `json:"goal"`
	In    int    `json:"in"`
	Nodes uint64 `json:"nodes"` // how many turns may be looked at
	// Tree asks for the solution as a tree, Tries for first turns that fail to at most so many defences, Set for set
	// play.
	Tree  bool `json:"tree"`
	Tries int  `json:"tries"`
	Set   bool `json:"set"`
	Proof bool `json:"proof"` // the proof, as a text of JSON Lines
}

// solved is what a search has found.
type solved struct {
	Goal     string              `json:"goal"`
	Status   string              `json:"status"`       // "won", "none" or "unknown"
	In       int                 `json:"in,omitempty"` // if won
	Keys     []solution.TurnJSON `json:"keys"`
	Excluded int                 `json:"excluded"` // there is no win in so many turns
	Nodes    uint64              `json:"nodes"`
	Lines    [][]string          `json:"lines,omitempty"` // of a help-win, in notation
	Solution *solution.TreeJSON  `json:"solution,omitempty"`
	Text     string              `json:"text,omitempty"`
	Proof    string              `json:"proof,omitempty"`
}

// position reads the search and the position that a request asks about.
func (d answerer) position(ctx context.Context, q *protocol.Question) (s search, goal solve.Goal, g *rules.Variant,
	p board.Position, err error) {
	if err = q.Fields(&s); err != nil {
		return
	}
	goal, ok := goals[s.Goal]
	switch {
	case !ok:
		err = protocol.Invalid(`"goal" is %q: it is win, self-win, help-win or claim`, s.Goal)
	case s.In < 1 || s.In > solve.MaxTurns:
		err = protocol.Invalid(`"in" is %d: it is 1 to %d`, s.In, solve.MaxTurns)
	case s.Tries < 0:
		err = protocol.Invalid(`"tries" is %d: it is at least 0`, s.Tries)
	}
	if err == nil {
		g, p, err = q.At(ctx)
	}
	return
}

// progress is a line of progress of a search.
type progress struct {
	Depth   int     `json:"depth"`
	Turns   int     `json:"turns"`
	Settled int     `json:"settled"`
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

func (d answerer) solve(ctx context.Context, q *protocol.Question) (any, error) {
	s, goal, g, p, err := d.position(ctx, q)
	if err != nil {
		return nil, err
	}
	if s.Proof && !d.o.Proofs {
		return nil, &protocol.Error{Code: protocol.Unsupported, Message: "proofs are not written here"}
	}
	solver := d.solver(g, q, s.Nodes)
	result, err := d.find(ctx, q, solver, p, goal, s.In)
	if err != nil {
		return nil, err
	}
	out := solved{Goal: goal.String(), Status: result.Status.String(), In: result.In, Keys: []solution.TurnJSON{},
		Excluded: result.Excluded, Nodes: result.Nodes}
	for _, m := range result.Keys {
		t := g.Full(&p, m)
		key := solution.TurnJSON{UCI: m.UCI(&p), SAN: g.SAN(&p, t)}
		for _, wave := range t.Waves {
			key.Waves = append(key.Waves, wave.Names())
		}
		out.Keys = append(out.Keys, key)
	}
	for _, line := range result.Lines {
		out.Lines = append(out.Lines, written(g, p, line))
	}
	if result.Status == solve.Won && goal != solve.HelpWin && (s.Tree || s.Tries > 0 || s.Set) {
		if err := d.addSolution(ctx, solver, result, s, &out); err != nil {
			return nil, err
		}
	}
	if s.Proof && result.Status != solve.Unknown && (goal != solve.HelpWin || result.Status == solve.Won) {
		text := limited{most: maxText}
		if err := solver.WriteProof(ctx, &text, result, true); err != nil {
			return nil, err
		}
		out.Proof = text.String()
	}
	return body(AskSolve, out), nil
}

// written returns the turns of a line in notation.
func written(g *rules.Variant, p board.Position, line []board.Played) []string {
	var list []string
	for _, t := range line {
		list = append(list, g.Typed(&p, t))
		p = t.After
	}
	return list
}

// solver returns a solver whose progress is reported.
func (d answerer) solver(g *rules.Variant, q *protocol.Question, nodes uint64) *solve.Solver {
	options := d.options(g, nodes)
	options.Memory = maxMemory
	if runtime.GOOS == "js" {
		options.Memory = maxMemory / 4
	}
	options.Progress = func(at solve.Progress) {
		q.Report(progress{at.Depth, at.Turns, at.Settled, at.Nodes, at.Elapsed.Seconds()})
	}
	return solve.New(g, options)
}

// find searches. In a browser, where one thread does everything, a search reports nothing before its end: there
// it asks for one length after the other, which the solver's table makes cheap.
func (d answerer) find(ctx context.Context, q *protocol.Question, s *solve.Solver, p board.Position, goal solve.Goal,
	n int) (solve.Result, error) {
	if runtime.GOOS != "js" {
		return s.Solve(ctx, p, goal, n)
	}
	return lengthByLength(ctx, s, p, goal, n, func(at progress) { q.Report(at) })
}

// lengthByLength searches for a win in one turn, then in two, up to n, and reports before each but the first.
func lengthByLength(ctx context.Context, s *solve.Solver, p board.Position, goal solve.Goal, n int,
	report func(progress)) (solve.Result, error) {
	begun, nodes := time.Now(), uint64(0)
	for in := 1; ; in++ {
		result, err := s.Solve(ctx, p, goal, in)
		nodes += result.Nodes
		result.Nodes = nodes
		if err != nil || result.Status != solve.None || in == n {
			return result, err
		}
		report(progress{Depth: in + 1, Nodes: nodes, Seconds: time.Since(begun).Seconds()})
	}
}

// maxText is the greatest length of a solution or a proof, in bytes.
const maxText = 8 << 20

// limited is a buffer that refuses to grow beyond a length.
type limited struct {
	bytes.Buffer
	most int
}

func (l *limited) Write(b []byte) (int, error) {
	if l.Len()+len(b) > l.most {
		return 0, fmt.Errorf("%w: more than %d MiB to write", rules.ErrLimit, l.most>>20)
	}
	return l.Buffer.Write(b)
}

// addSolution adds the solution as a tree and as text.
func (d answerer) addSolution(ctx context.Context, s *solve.Solver, result solve.Result, asked search,
	out *solved) error {
	tree, err := s.Solution(ctx, result, solve.Wanted{Refutations: asked.Tries, SetPlay: asked.Set,
		Threats: true})
	if err != nil {
		return err
	}
	text := limited{most: maxText}
	if err := tree.WriteText(&text, s.Variant()); err != nil {
		return err
	}
	whole := tree.JSON(s.Variant())
	out.Solution, out.Text = &whole, text.String()
	return nil
}

// tries answers [AskTries]: the first turns that fail to few defences, and by which.
func (d answerer) tries(ctx context.Context, q *protocol.Question) (any, error) {
	s, goal, g, p, err := d.position(ctx, q)
	if err != nil {
		return nil, err
	}
	if goal == solve.HelpWin {
		return nil, protocol.Invalid("a help-win has no tries")
	}
	solver := d.solver(g, q, s.Nodes)
	result, err := d.find(ctx, q, solver, p, goal, s.In)
	switch {
	case err != nil:
		return nil, err
	case result.Status == solve.Unknown:
		return nil, fmt.Errorf("%w: %d turns looked at", rules.ErrLimit, result.Nodes)
	case result.Status == solve.None:
		// The tries of a position without a solution.
		result = solve.Result{Position: p, Goal: goal, In: s.In}
	}
	tree, err := solver.Solution(ctx, result, solve.Wanted{Refutations: max(1, s.Tries)})
	if errors.Is(err, solve.ErrUnsupported) {
		return nil, protocol.Invalid("%v", err)
	}
	if err != nil {
		return nil, err
	}
	list := tree.JSON(g).Tries
	if list == nil {
		list = []solution.PlayJSON{}
	}
	return body(AskTries, list), nil
}
