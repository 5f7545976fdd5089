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
	// Short, when set, returns for each worker a search for short wins, exact, which settles new positions before
	// they are gone into. It is used for wins only, and only under rule sets without a reclaim that package fast
	// plays.
	Short func() ShortWin
}

// A ShortWin reports whether the attacker, to move, wins in at most a few turns, and by which turn.
type ShortWin func(p *board.Position, turns int) (first board.Move, wins bool)

// shortTurns is how long the wins are that a [ShortWin] is asked for.
const shortTurns = 2

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

// A Search looks for forced wins under one rule set. It keeps its table from one question to the next. One
// question at a time is put to it.
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
		if options.Short != nil {
			s.workers[i].short = options.Short()
		}
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

// Find looks for a forced win, of any length up to a number of turns. nodes limits the work; 0 is no limit. The
// win found is a forced one, and seldom the shortest: [Search.FindIn] tightens it.
func (s *Search) Find(ctx context.Context, p board.Position, goal solution.Goal, turns int, nodes uint64) (Answer,
	error) {
	return s.ask(ctx, p, goal, turns, nodes, false)
}

// FindIn says whether there is a forced win in at most a number of turns.
func (s *Search) FindIn(ctx context.Context, p board.Position, goal solution.Goal, turns int, nodes uint64) (Answer,
	error) {
	return s.ask(ctx, p, goal, turns, nodes, true)
}

// check refuses questions that make no sense.
func (s *Search) check(goal solution.Goal, turns int) error {
	switch {
	case goal == solution.HelpWin:
		return fmt.Errorf("%w: nobody is forced in a help-win", ErrUnsupported)
	case goal == solution.Claim && s.game.Set().Family != ruleset.Pacifist:
		return fmt.Errorf("%w: in the %s family no king is ever converted", ErrUnsupported, s.game.Set().Family)
	case turns < 1 || turns > MaxTurns:
		return fmt.Errorf("%w: a number of turns from 1 to %d is wanted, not %d", ErrUnsupported, MaxTurns, turns)
	}
	return nil
}

// limits are what ends the work on a question.
type limits struct {
	stop    atomic.Bool
	spent   atomic.Uint64
	release func() bool
}

// start prepares the workers for a question.
func (s *Search) start(ctx context.Context, goal solution.Goal, attacker board.Colour, nodes uint64,
	within bool) *limits {
	l := new(limits)
	l.stop.Store(ctx.Err() != nil)
	l.release = context.AfterFunc(ctx, func() { l.stop.Store(true) })
	for _, w := range s.workers {
		w.begin(goal, attacker, within)
		w.stop, w.spent, w.limit = &l.stop, &l.spent, nodes
	}
	return l
}

func (s *Search) ask(ctx context.Context, p board.Position, goal solution.Goal, turns int, nodes uint64,
	within bool) (Answer, error) {
	if err := s.check(goal, turns); err != nil {
		return Answer{}, err
	}
	p.Rekey()
	l := s.start(ctx, goal, p.Turn, nodes, within)
	defer l.release()
	roots := make([]node, len(s.workers))
	var group sync.WaitGroup
	for i, w := range s.workers {
		group.Go(func() {
			if roots[i] = w.root(p, turns); roots[i].verdict != open {
				l.stop.Store(true)
			}
		})
	}
	group.Wait()
	answer := Answer{Nodes: l.spent.Load()}
	for i, w := range s.workers {
		answer.Nodes += w.nodes
		answer.add(&roots[i].value, s.table.cut.Load())
	}
	return answer, ctx.Err()
}

// add adds what a worker has found: of wins the shortest counts, and that there is none unless choices were cut.
func (a *Answer) add(v *value, cut bool) {
	switch {
	case v.verdict == proven && (a.Status != Won || v.length < a.Turns):
		a.Status, a.Turns, a.Move, a.Ever = Won, v.length, v.best, false
	case v.verdict == disproven && a.Status == Unknown && !cut:
		a.Status, a.Ever = None, v.ply >= 0
	}
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
	w.trail = mix(uint64(turns)) // what is cut short by one greatest length is not by another
	if w.known(&n, turns) && n.verdict != open {
		return n
	}
	n.value = value{verdict: open, pn: 1, dn: 1}
	w.search(&n, 0, turns, infinite, infinite)
	return n
}

// Keys settles every first turn: which of them force the goal in at most a number of turns. They stand in the
// order of the rules. complete is false when a limit came first; then they are the keys found.
func (s *Search) Keys(ctx context.Context, p board.Position, goal solution.Goal, turns int,
	limit uint64) (keys []board.Move, nodes uint64, complete bool, err error) {
	if err := s.check(goal, turns); err != nil {
		return nil, 0, false, err
	}
	p.Rekey()
	l := s.start(ctx, goal, p.Turn, limit, true)
	defer l.release()
	root := node{kind: attack, at: p, key: p.Key ^ salt(goal, p.Turn)}
	children := s.workers[0].firstTurns(&root)
	var next atomic.Int64
	var group sync.WaitGroup
	for _, w := range s.workers {
		group.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(children)); i = next.Add(1) - 1 {
				w.settle(&children[i], &root, turns-1)
			}
		})
	}
	group.Wait()
	nodes = l.spent.Load()
	for _, w := range s.workers {
		nodes += w.nodes
	}
	complete = !s.table.cut.Load()
	for i := range children {
		switch children[i].verdict {
		case proven:
			keys = append(keys, children[i].move)
		case open:
			complete = false
		}
	}
	return keys, nodes, complete, ctx.Err()
}

// firstTurns returns the choices at a root. Those that reach a claim at once are proved.
func (w *worker) firstTurns(root *node) []node {
	var children []node
	for _, m := range w.game.Moves(&root.at) {
		c := node{move: m}
		t := w.game.Full(&root.at, m)
		switch {
		case w.goal == solution.Claim && t.Converted&t.After.Kings != 0:
			c.value = provenIn(0)
		case w.reclaims && t.Reclaimed != 0:
			w.reclaim(&c, root)
		default:
			c.at = t.After
			w.after(&c, root.kind)
		}
		children = append(children, c)
	}
	return children
}

// settle searches a choice at a root, with so many turns left after it, until it is settled or the worker is stopped.
func (w *worker) settle(c, root *node, left int) {
	w.path, w.trail = append(w.path[:0], root.key), mix(root.key)
	if c.verdict == proven || w.known(c, left) && c.verdict != open {
		return
	}
	w.search(c, 1, left, infinite, infinite)
}
