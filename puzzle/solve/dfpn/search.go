package dfpn

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"turncoat/puzzle/solution"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// MaxTurns is the greatest number of turns that a win may have.
const MaxTurns = 250

// ErrUnsupported is the class of errors about questions that this search does not answer.
var ErrUnsupported = errors.New("not supported")

// Options are the means of a search.
type Options struct {
	Jobs   int   // workers that share the table; at least 1
	Memory int64 // bytes of the table; 0 means [DefaultMemory]
}

// DefaultMemory is the size of the table when none is asked for.
const DefaultMemory = 64 << 20

// Status is the answer to one question.
type Status uint8

// The answers.
const (
	// Unknown: a limit, or the end of the context, came first.
	Unknown Status = iota
	// Won: the goal can be forced, in Answer.Turns or fewer.
	Won
	// None: it is proved that the goal cannot be forced in so many turns.
	None
)

// Answer is what a search has found.
type Answer struct {
	Status Status
	Turns  int        // of the win found, perhaps not the shortest; 0 unless Won
	Move   board.Move // its first turn
	// Ever is set with None when the goal can be forced in no number of turns at all.
	Ever  bool
	Nodes uint64
}

// A Search looks for forced wins under one rule set. It keeps its table from one question to the next. One question at a time is
// put to it.
type Search struct {
	game    *rules.Variant
	options Options
	table   *table
	workers []*worker
}

// New returns a search.
func New(game *rules.Variant, options Options) *Search {
	if options.Memory <= 0 {
		options.Memory = DefaultMemory
	}
	options.Jobs = max(options.Jobs, 1)
	s := &Search{game: game, options: options, table: newTable(options.Memory)}
	for i := range options.Jobs {
		s.workers = append(s.workers, newWorker(game, s.table, i))
	}
	return s
}

func newWorker(game *rules.Variant, t *table, number int) *worker {
	w := &worker{game: game, table: t, number: number}
	w.rules, w.quick = game.Fast()
	set := game.Set()
	w.reclaims = set.Family == ruleset.Pacifist && set.Reclaim == ruleset.OptionalReclaim
	return w
}

// Use returns the share of the table in use, 0 to 1.
func (s *Search) Use() float64 { return s.table.use() }

// Find looks for a forced win, of any length up to a number of turns. nodes limits the work; 0 is no limit. The win found is a
// forced one, and seldom the shortest: [Search.FindIn] tightens it.
func (s *Search) Find(ctx context.Context, p board.Position, goal solution.Goal, turns int, nodes uint64) (Answer, error) {
	return s.ask(ctx, p, goal, turns, nodes, false)
}

// FindIn says whether there is a forced win in at most a number of turns.
func (s *Search) FindIn(ctx context.Context, p board.Position, goal solution.Goal, turns int, nodes uint64) (Answer, error) {
	return s.ask(ctx, p, goal, turns, nodes, true)
}

func (s *Search) ask(ctx context.Context, p board.Position, goal solution.Goal, turns int, nodes uint64, within bool) (Answer, error) {
	switch {
	case goal == solution.HelpWin:
		return Answer{}, fmt.Errorf("%w: nobody is forced in a help-win", ErrUnsupported)
	case goal == solution.Claim && s.game.Set().Family != ruleset.Pacifist:
		return Answer{}, fmt.Errorf("%w: in the %s family no king is ever converted", ErrUnsupported, s.game.Set().Family)
	case turns < 1 || turns > MaxTurns:
		return Answer{}, fmt.Errorf("%w: a number of turns from 1 to %d is wanted, not %d", ErrUnsupported, MaxTurns, turns)
	}
	p.Rekey()
	var stop atomic.Bool
	var spent atomic.Uint64
	if ctx.Err() != nil {
		stop.Store(true)
	}
	release := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer release()
	roots := make([]node, len(s.workers))
	var group sync.WaitGroup
	for i, w := range s.workers {
		w.begin(goal, p.Turn, within)
		w.stop, w.spent, w.limit = &stop, &spent, nodes
		group.Go(func() {
			roots[i] = w.root(p, turns)
			if roots[i].verdict != open {
				stop.Store(true)
			}
		})
	}
	group.Wait()
	answer := Answer{Nodes: spent.Load()}
	for i, w := range s.workers {
		answer.Nodes += w.nodes
		r := &roots[i]
		switch {
		case r.verdict == proven && (answer.Status != Won || r.length < answer.Turns):
			answer.Status, answer.Turns, answer.Move, answer.Ever = Won, r.length, r.best, false
		case r.verdict == disproven && answer.Status == Unknown:
			answer.Status, answer.Ever = None, r.ply >= 0
		}
	}
	return answer, ctx.Err()
}

// begin prepares a worker for a question.
func (w *worker) begin(goal solution.Goal, attacker board.Colour, within bool) {
	w.goal, w.attacker, w.within = goal, attacker, within
	w.salt = salt(goal, attacker)
	w.leaves = w.quick && !w.reclaims && goal == solution.Win
	w.nodes, w.trail = 0, 0
}

// salt is part of every key: what is proved for one goal and attacker is nothing to another.
func salt(goal solution.Goal, attacker board.Colour) uint64 {
	return mix(uint64(goal)<<1 | uint64(attacker&1) | 1<<40)
}

// root searches a position until it is settled or the worker is stopped.
func (w *worker) root(p board.Position, turns int) node {
	n := node{kind: attack, at: p, key: p.Key ^ w.salt}
	n.value = value{verdict: open, pn: 1, dn: 1}
	if w.known(&n, turns) && n.verdict != open {
		return n
	}
	n.value = value{verdict: open, pn: 1, dn: 1}
	w.search(&n, 0, turns, infinite, infinite)
	return n
}
