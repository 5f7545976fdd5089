// Package engine plays all rule sets: it searches for the best turn of a position and evaluates it.
//
//	e := engine.New(variant, engine.Options{})
//	result, err := e.Search(ctx, engine.At(position), engine.Limits{Time: time.Second})
//	result.Lines[0].Turns[0] // the best turn
//
// The search is alpha-beta with iterative deepening and a transposition table. It treats a reclaim
// as the enemy's choice (PAC-8). A win that it reports is proved: every defence was searched.
package engine

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"turncoat/rules"
	"turncoat/rules/board"
)

// Options configures an engine. The zero value is ready to use.
type Options struct {
	Memory  int64    // bytes of the transposition table; 16 MiB if it is not positive
	Threads int      // that search in parallel; 1 if it is not positive
	Weights *Weights // of the evaluation; those of the rule set if nil
	// Probe, if it is not nil, returns the score of a position with few pieces from tables, and
	// whether they contain it. It is called by several goroutines at once.
	Probe func(p *board.Position) (Score, bool)
}

const defaultMemory = 16 << 20

// Engine searches positions of one rule set. It keeps its table from one search to the next. An
// engine serves one caller at a time.
type Engine struct {
	variant *rules.Variant
	table   *table
	workers []*worker
	params  params
}

// params are the margins of the search, in hundredths of a pawn.
type params struct {
	// reverse is how far, for each ply of depth, an evaluation must exceed beta for the position to
	// need no search.
	reverse int
	// futility is how far, for each ply of depth, an evaluation may be below alpha for quiet turns
	// to be searched.
	futility int
	// delta is added to what a turn gains when the quiescence search asks whether it can raise
	// alpha.
	delta int
	// unsettling is the least gain of a conversion that the quiescence search looks at.
	unsettling int
	// quiet is how many plies deep the quiescence search looks at gains.
	quiet int
}

// New returns an engine for a rule set.
func New(variant *rules.Variant, o Options) *Engine {
	if o.Memory <= 0 {
		o.Memory = defaultMemory
	}
	e := &Engine{variant: variant, table: newTable(o.Memory), params: params{110, 140, 150, 0, 100}}
	weights := o.Weights
	if weights == nil {
		weights = weightsOf(variant.Set())
	}
	packed := weights.pack()
	var shared *busy
	learned := new(history)
	if o.Threads > 1 {
		shared = new(busy)
	}
	for range max(1, o.Threads) {
		w := newWorker(variant, e.table, packed)
		w.tables, w.busy, w.history = o.Probe, shared, learned
		e.workers = append(e.workers, w)
	}

	if e.workers[0].pacifist {
		e.params = params{220, 220, 300, 600, 4}
	}
	return e
}

// Variant returns the rule set.
func (e *Engine) Variant() *rules.Variant { return e.variant }

// Clear forgets what earlier searches have found.
func (e *Engine) Clear() {
	e.table.clear()
	clear(e.workers[0].history[:])
}

// A Game is a position and the positions before it, which count for repetition.
type Game struct {
	Position board.Position
	Before   []uint64 // the keys of the earlier positions, oldest first
}

// At returns a game that begins with a position.
func At(p board.Position) Game {
	p.Rekey()
	return Game{Position: p}
}

// Play continues with the position after a turn.
func (g *Game) Play(after board.Position) {
	g.Before = append(g.Before, g.Position.Key)
	g.Position = after
	g.Position.Rekey()
}

// Limits end a search. Without any of the first three it runs until its context ends.
type Limits struct {
	Depth int           // plies
	Nodes uint64        // positions
	Time  time.Duration // from the start of the search
	Soft  time.Duration // after which no deeper iteration is begun; 0 for no such limit
	Lines int           // how many first turns to report on, 1 if it is not positive
	// Only, if it is not nil, selects the first moves to search.
	Only func(board.Move) bool
	// Report, if it is not nil, is called after every depth.
	Report func(Result)

	plain bool // without the exact search for wins
	level int  // see Level; 0 is none
	seed  uint64
}

// Result is what a search found.
type Result struct {
	Lines   []Line // the best first; none if there is no legal turn
	Depth   int    // plies of the last finished iteration
	Deepest int    // plies of the longest line searched
	Nodes   uint64
	Time    time.Duration
	Fill    int // of the table, in thousandths
}

// Line is a sequence of best turns.
type Line struct {
	Turns []board.Turn
	Score Score // for the side to move
}

// Score is the worth of a position in hundredths of a pawn, or a win at a known distance.
type Score int

// Mate returns in how many turns of the winner the game is won, negative if the side to move loses,
// and whether that is known.
func (s Score) Mate() (turns int, known bool) {
	switch {
	case s >= winScore:
		return (mateScore - int(s) + 1) / 2, true
	case s <= -winScore:
		return -(mateScore + int(s) + 1) / 2, true
	}

	return 0, false
}

// A run is one search.
type run struct {
	ctx      context.Context
	stop     atomic.Bool
	limits   Limits
	begun    time.Time
	deadline time.Time // zero for none
	params   params
	many     bool // more than one worker
	counted  atomic.Uint64
	before   uint64 // positions searched by the exact search
}

// Search looks for the best turn. It always has an answer if there is a legal turn. The error is
// the context's, if that ended the search.
func (e *Engine) Search(ctx context.Context, g Game, l Limits) (Result, error) {
	if l.level > 0 {
		return e.weakened(ctx, g, l)
	}
	begun := time.Now()
	main := e.workers[0]
	if _, known := main.probe(&g.Position, 0); known {
		l.plain = true
	}
	keys, in, looked := e.forcedWin(ctx, &g.Position, &l)
	if in > 0 {
		r, err := e.winning(ctx, g, keys, in)
		r.Time = time.Since(begun)
		r.Nodes += looked
		if l.Report != nil && len(r.Lines) > 0 {
			l.Report(r)
		}
		return r, err
	}

	r := e.newRun(ctx, l, begun, looked)
	roots := main.rootTurns(&g.Position, l.Only)
	if len(roots) == 0 {
		return Result{}, ctx.Err()
	}

	var result Result
	helpers := e.startHelpers(r, g, roots)
	main.iterate(r, g, roots, func(depth int) {
		result = e.resultAt(r, roots, depth)
		if l.Report != nil {
			result.Fill = e.table.fill()
			l.Report(result)
		}
	})
	r.stop.Store(true)
	helpers.Wait()

	result.Nodes, result.Time = e.nodes(r), time.Since(r.begun)
	for i := range result.Lines {
		e.playOut(ctx, g, &result.Lines[i])
	}
	return result, ctx.Err()
}

// newRun returns a search within limits. The exact search has already searched some positions.
func (e *Engine) newRun(ctx context.Context, l Limits, begun time.Time, looked uint64) *run {
	r := &run{
		ctx:    ctx,
		limits: l,
		begun:  begun,
		params: e.params,
		many:   len(e.workers) > 1,
		before: looked,
	}
	if l.Nodes > 0 {
		r.limits.Nodes = max(1, l.Nodes-min(l.Nodes, looked))
	}
	if l.Time > 0 {
		r.deadline = begun.Add(l.Time)
	}
	e.table.age = (e.table.age + 1) & ageMask
	return r
}

// startHelpers starts all workers but the main one, each with its own copy of the roots.
func (e *Engine) startHelpers(r *run, g Game, roots []*root) *sync.WaitGroup {
	helpers := new(sync.WaitGroup)
	for _, w := range e.workers[1:] {
		own := make([]*root, len(roots)) // copied before the main worker changes them
		for i, one := range roots {
			copied := *one
			copied.line = slices.Clone(one.line)
			own[i] = &copied
		}

		helpers.Go(func() { w.iterate(r, g, own, nil) })
	}

	return helpers
}

// resultAt returns what the main worker has found at a depth, which is 0 if it has not finished the
// first.
func (e *Engine) resultAt(r *run, roots []*root, depth int) Result {
	result := Result{
		Depth:   depth,
		Deepest: e.workers[0].deepest,
		Nodes:   e.nodes(r),
		Time:    time.Since(r.begun),
	}
	for i, root := range roots[:min(max(1, r.limits.Lines), len(roots))] {
		score := root.score
		if depth == 0 && score <= -winScore { // turns that were not searched may be better
			if i > 0 {
				break
			}
			score = 0
		}

		result.Lines = append(result.Lines, Line{slices.Clone(root.line), Score(score)})
	}

	return result
}

func (e *Engine) nodes(r *run) uint64 {
	if r.many {
		return r.before + r.counted.Load() + e.workers[0].nodes%pace
	}
	return r.before + e.workers[0].nodes
}

// pace is how many nodes a worker searches between two looks at the clock.
const pace = 256

// stopped reports whether the search must end.
func (w *worker) stopped() bool {
	r := w.run
	if w.nodes%pace == 0 || !w.quick {
		if r.many {
			r.counted.Add(pace)
		}
		if r.ctx.Err() != nil || !r.deadline.IsZero() && time.Now().After(r.deadline) ||
			r.many && r.limits.Nodes > 0 && r.counted.Load() >= r.limits.Nodes {
			r.stop.Store(true)
		}
	}

	if !r.many && r.limits.Nodes > 0 && w.nodes >= r.limits.Nodes && w.depth > 1 {
		r.stop.Store(true)
	}
	return r.stop.Load()
}

// String returns the score as "+0.35", in pawns, or as "win in 3" or "loss in 2".
func (s Score) String() string {
	turns, known := s.Mate()
	switch {
	case !known:
		return fmt.Sprintf("%+.2f", float64(s)/100)
	case turns > 0:
		return fmt.Sprintf("win in %d", turns)
	case turns == 0:
		return "lost"
	}

	return fmt.Sprintf("loss in %d", -turns)
}

// Lost is the score of a position in which the side to move has lost.
const Lost Score = -mateScore

// Decided returns the score of a game that best play ends in a number of plies. The side to move
// wins if it is odd.
func Decided(plies int) Score {
	if plies%2 == 0 {
		return Lost + Score(plies)
	}
	return Score(mateScore - plies)
}
