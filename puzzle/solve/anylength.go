package solve

import (
	"context"
	"fmt"
	"io"
	"time"

	"turncoat/puzzle/proof"
	"turncoat/puzzle/solve/internal/dfpn"
	"turncoat/rules/board"
)

// MaxAnyLength is the greatest number of turns that a win of any length may have.
const MaxAnyLength = dfpn.MaxTurns

// Bounds say how many turns the shortest win takes, as far as that is known.
type Bounds struct {
	AtLeast int // it is proved that there is none in fewer
	AtMost  int // a win in so many turns is proved; 0 while there is none
}

// String returns "won in 7", "won in at most 11, at least 7" or "not won in fewer than 7".
func (b Bounds) String() string {
	switch {
	case b.AtMost == 0:
		return fmt.Sprintf("not won in fewer than %d", b.AtLeast)
	case b.AtMost == b.AtLeast:
		return fmt.Sprintf("won in %d", b.AtMost)
	}

	return fmt.Sprintf("won in at most %d, at least %d", b.AtMost, b.AtLeast)
}

// LongResult is the answer of a search for a win of any length, with its question.
type LongResult struct {
	Position board.Position
	Goal     Goal
	Asked    int // the greatest number of turns asked for

	// Status is Won when the shortest win is known (then the bounds are equal), None when it is
	// proved that there is no win in the number of turns asked for, and Unknown otherwise: a win
	// may have been proved all the same, see Bounds.
	Status Status
	Bounds
	// Keys are first turns that win in AtMost turns, sorted as UCI text; with Complete there are no
	// others.
	Keys     []board.Move
	Complete bool
	Never    bool // there is no win in any number of turns
	Nodes    uint64
	Elapsed  time.Duration
}

// String returns what is known: "win in 7", "win in at most 11, at least 7", "no win in 60", "no
// win in any number of turns", or "unknown; no win in 6".
func (r LongResult) String() string {
	switch {
	case r.Never:
		return fmt.Sprintf("no %s in any number of turns", r.Goal)
	case r.Status == None:
		return fmt.Sprintf("no %s in %d", r.Goal, r.Asked)
	case r.AtMost > r.AtLeast:
		return fmt.Sprintf("%s in at most %d, at least %d", r.Goal, r.AtMost, r.AtLeast)
	case r.AtMost > 0:
		return fmt.Sprintf("%s in %d", r.Goal, r.AtMost)
	case r.AtLeast > 1:
		return fmt.Sprintf("unknown; no %s in %d", r.Goal, r.AtLeast-1)
	}

	return "unknown"
}

// AnyLength looks for a forced win of any length up to a number of turns. Two searches alternate,
// each time with twice as much work: proof-number search finds a win and then shorter ones, which
// lowers AtMost; the exact search raises AtLeast. Both have about the same time until a win is
// found; from then on the exact search has most of it. Of a win that the tables of the options hold
// they say the length. When the two meet, the shortest win is known, and all first turns are
// settled. report, when set, is called whenever a bound has changed. At a limit it returns what is
// known so far and no error; when the context ends, the same with the context's error.
func (s *Solver) AnyLength(ctx context.Context, p *board.Position, goal Goal, turns int,
	report func(Bounds)) (LongResult, error) {
	if goal != goal.Plain() || goal == HelpWin || turns > MaxAnyLength {
		return LongResult{}, fmt.Errorf("%w: a win, self-win or claim in 1 to %d turns is wanted", ErrUnsupported,
			MaxAnyLength)
	}

	if err := s.check(goal, min(turns, MaxTurns)); err != nil {
		return LongResult{}, err
	}
	if n, known := s.tableTurns(p); known && goal == Win && n <= MaxTurns {
		return s.ofTables(ctx, p, turns, n)
	}
	work := ctx
	if s.options.Time > 0 {
		var cancel context.CancelFunc
		work, cancel = context.WithTimeout(ctx, s.options.Time)
		defer cancel()
	}

	a := s.approach(p, goal, turns, report)
	began := time.Now()
	err := a.run(work)
	a.Elapsed = time.Since(began)
	if a.AtLeast == a.AtMost {
		a.Status = Won
	}
	sortKeys(p, a.Keys)
	if err != nil && work.Err() == nil {
		return a.LongResult, err
	}
	return a.LongResult, ctx.Err()
}

// ofTables answers for a position that the tables hold and that is won in n turns, 0 if it is not.
func (s *Solver) ofTables(ctx context.Context, p *board.Position, turns, n int) (LongResult, error) {
	out := LongResult{
		Position: *p,
		Goal:     Win,
		Asked:    turns,
		Bounds:   Bounds{AtLeast: turns + 1},
		Status:   None,
		Never:    n == 0,
	}
	if n == 0 || n > turns {
		return out, nil
	}
	r, err := s.Solve(ctx, p, Win, n)
	out.Status, out.Keys, out.Nodes, out.Elapsed = r.Status, r.Keys, r.Nodes, r.Elapsed
	out.Bounds = Bounds{AtLeast: r.Excluded + 1, AtMost: r.In}
	out.Complete = r.Status == Won
	return out, err
}

// An approach closes in on the shortest win from both sides.
type approach struct {
	LongResult
	limit  uint64
	exact  *Solver
	long   *dfpn.Search
	report func(Bounds)
}

// firstWork is how many nodes proof-number search has in the first round. A node of it takes as
// long as some workRatio turns of the exact search. Once a win is known the exact search has
// exactShare times as long: it proves in seconds that there is no shorter one where proof-number
// search takes minutes, and is slower only at wins many turns away.
const (
	firstWork  = 4 << 10
	workRatio  = 64
	exactShare = 4
)

func (s *Solver) approach(p *board.Position, goal Goal, turns int, report func(Bounds)) *approach {
	memory := s.options.Memory
	if memory <= 0 {
		memory = 2 * DefaultMemory
	}
	if s.long == nil {
		s.exact = New(s.variant, Options{Jobs: s.options.Jobs, Memory: memory / 2})
		s.long = dfpn.New(s.variant, dfpn.Options{Jobs: s.options.Jobs, Memory: memory / 2, Short: s.exact.shortWins})
	}

	a := &approach{
		LongResult: LongResult{Position: *p, Goal: goal, Asked: turns},
		limit:      s.options.Nodes,
		exact:      s.exact,
		long:       s.long,
		report:     report,
	}
	a.Position.Rekey()
	a.AtLeast = 1
	return a
}

// run goes on until the shortest win is known or the work is stopped.
func (a *approach) run(ctx context.Context) error {
	for work := uint64(firstWork); ; work *= 2 {
		if done, err := a.raise(ctx, a.exactWork(work)); done || err != nil {
			return err
		}
		if done, err := a.lower(ctx, work); done || err != nil {
			return err
		}
		if a.AtMost > 0 && a.AtMost == a.AtLeast {
			return a.allKeys(ctx, work)
		}
		if a.limit > 0 && a.Nodes >= a.limit {
			return nil
		}
	}
}

// exactWork returns how many turns the exact search has beside so many nodes of proof-number
// search.
func (a *approach) exactWork(nodes uint64) uint64 {
	if a.AtMost > 0 {
		nodes *= exactShare
	}
	return nodes * workRatio
}

// within returns how much of some work the limit allows.
func (a *approach) within(work uint64) uint64 {
	if a.limit > 0 {
		return max(min(work, a.limit-min(a.Nodes, a.limit)), 1)
	}
	return work
}

// raise works on the lower bound by the exact search. It is done when that has found the shortest
// win, or that there is none.
func (a *approach) raise(ctx context.Context, work uint64) (done bool, err error) {
	most := a.Asked
	if a.AtMost > 0 {
		most = a.AtMost - 1
	}
	most = min(most, MaxTurns)
	if most < a.AtLeast {
		return false, nil
	}
	a.exact.options.Nodes = a.within(work)
	r, err := a.exact.solve(ctx, &a.Position, a.Goal, a.AtLeast, most)
	a.Nodes += r.Nodes
	a.setBounds(Bounds{AtLeast: max(a.AtLeast, r.Excluded+1), AtMost: a.AtMost})
	if r.Status == Won {
		a.Keys, a.Complete = r.Keys, true
		a.setBounds(Bounds{AtLeast: r.In, AtMost: r.In})
		return true, err
	}

	if r.Status == None && most == a.Asked {
		a.Status = None
		return true, err
	}

	return false, err
}

// lower works on the upper bound by proof-number search. It is done when that has shown that there
// is no win.
func (a *approach) lower(ctx context.Context, work uint64) (done bool, err error) {
	if a.AtMost > 0 {
		return false, a.shorten(ctx, work)
	}
	r, err := a.long.Find(ctx, &a.Position, a.Goal, a.Asked, a.within(work))
	a.Nodes += r.Nodes
	switch r.Status {
	case dfpn.Won:
		a.Keys = []board.Move{r.Move}
		a.setBounds(Bounds{AtLeast: a.AtLeast, AtMost: r.Turns})
	case dfpn.None:
		a.Status, a.Never = None, r.Ever
		return true, err
	}

	return false, err
}

// shorten looks for shorter wins than the one that is known: half-way between the bounds first,
// then nearer to the upper one, for a first win may take many turns too many. Each question has a
// part of the work.
func (a *approach) shorten(ctx context.Context, work uint64) error {
	end := a.Nodes + work
	for least := a.AtLeast; least < a.AtMost && a.Nodes < end && ctx.Err() == nil; {
		turns := least + (a.AtMost-1-least)/2
		part := end - a.Nodes
		if turns < a.AtMost-1 {
			part = (part + 3) / 4
		}
		r, err := a.long.FindIn(ctx, &a.Position, a.Goal, turns, a.within(part))
		a.Nodes += r.Nodes
		switch {
		case err != nil:
			return err
		case r.Status == dfpn.Won:
			a.Keys = []board.Move{r.Move}
			a.setBounds(Bounds{AtLeast: a.AtLeast, AtMost: r.Turns})
			least = a.AtLeast
		case r.Status == dfpn.None:
			a.setBounds(Bounds{AtLeast: turns + 1, AtMost: a.AtMost})
			least = a.AtLeast
		default:
			least = turns + 1
		}

		if a.limit > 0 && a.Nodes >= a.limit {
			break
		}
	}

	return nil
}

// allKeys settles all first turns once the shortest win is known, by whichever search can do it.
func (a *approach) allKeys(ctx context.Context, work uint64) error {
	for ; ctx.Err() == nil && (a.limit == 0 || a.Nodes < a.limit); work *= 2 {
		if a.AtMost <= MaxTurns {
			a.exact.options.Nodes = a.within(a.exactWork(work))
			r, err := a.exact.solve(ctx, &a.Position, a.Goal, a.AtMost, a.AtMost)
			a.Nodes += r.Nodes
			if r.Status == Won || err != nil {
				if r.Status == Won {
					a.Keys, a.Complete = r.Keys, true
				}
				return err
			}
		}

		keys, nodes, complete, err := a.long.Keys(ctx, &a.Position, a.Goal, a.AtMost, a.within(work))
		a.Nodes += nodes
		if complete {
			a.Keys, a.Complete = keys, true
		}
		if complete || err != nil {
			return err
		}
	}

	return ctx.Err()
}

// setBounds sets the bounds and reports a change.
func (a *approach) setBounds(b Bounds) {
	if b != a.Bounds {
		a.Bounds = b
		if a.report != nil {
			a.report(b)
		}
	}
}

// WriteLongProof writes the proof of the win in AtMost turns that [Solver.AnyLength] has found, in
// the format of package proof. It shows that the win is forced, not that there is no shorter one.
func (s *Solver) WriteLongProof(ctx context.Context, out io.Writer, result LongResult) error {
	p, goal := result.Position, result.Goal
	if result.AtMost == 0 {
		return ErrLimit
	}
	if s.long == nil {
		s.approach(&p, goal, result.AtMost, nil)
	}
	h := proofHeader(s.variant, &p, goal)
	h.In = result.AtMost
	w, err := proof.NewWriter(out, h)
	if err != nil {
		return err
	}
	a := s.ask(ctx, goal, p.Turn, 1)
	defer a.finish()
	v := newProver(ctx, a, longSource{ctx, s.long, goal}, w)
	v.wins.need(&p, result.AtMost)
	return v.all()
}

// A longSource takes proofs from the search for long wins.
type longSource struct {
	ctx  context.Context
	long *dfpn.Search
	goal Goal
}

func (l longSource) key(p *board.Position, n int) (board.Move, int, error) {
	a, err := l.long.Find(l.ctx, p, l.goal, n, 0)
	return a.Move, a.Turns, err
}

func (l longSource) proved(p *board.Position, n int) int {
	in := l.long.Proved(p, l.goal)
	if in > n {
		return 0
	}
	return in
}

func (l longSource) find(p *board.Position, n int) (int, error) {
	if n < 1 {
		return 0, nil
	}
	a, err := l.long.FindIn(l.ctx, p, l.goal, n, 0)
	return a.Turns, err
}
