package dfpn

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"turncoat/internal/hashtable"
	"turncoat/internal/play"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// MaxTurns is the greatest number of turns that a win may have.
const MaxTurns = 250

// Options are the means of a search.
type Options struct {
	Jobs   int   // workers that share the table; at least 1
	Memory int64 // bytes of the table at most
	// Short, when set, returns for each worker a search for short wins, exact, which settles new
	// positions before they are gone into. It is used for wins only, and only under rule sets
	// without a reclaim that package fast plays.
	Short func() ShortWin
}

// A ShortWin reports whether the attacker, to move, wins in at most a few turns, and by which turn.
type ShortWin func(p *board.Position, turns int) (first board.Move, wins bool)

// shortTurns is how long the wins are that a [ShortWin] is asked for.
const shortTurns = 2

// Status is one of the three answers to a question.
type Status = puzzle.Status

// The answers.
const (
	Unknown = puzzle.Unknown
	Won     = puzzle.Won
	None    = puzzle.None
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

// A Search looks for forced wins under one rule set. It keeps its table from one question to the
// next. One question at a time is put to it.
type Search struct {
	variant *rules.Variant
	options Options
	table   *table
	workers []*worker

	asked atomic.Pointer[limits] // of the question that is being worked on
}

// firstMemory is how many bytes a table has before it grows.
const firstMemory = 1 << 20

// New returns a search.
func New(variant *rules.Variant, options Options) *Search {
	options.Jobs = max(options.Jobs, 1)
	s := &Search{variant: variant, options: options,
		table: &table{Table: hashtable.NewGrowing(firstMemory, options.Memory)}}
	for i := range options.Jobs {
		s.workers = append(s.workers, newWorker(variant, s.table, i))
		if options.Short != nil {
			s.workers[i].short = options.Short()
		}
	}

	return s
}

// Close lets other searches have the memory of the table. The search must not be used afterwards.
func (s *Search) Close() { s.table.Free() }

func newWorker(variant *rules.Variant, t *table, number int) *worker {
	w := &worker{variant: variant, table: t, number: number}
	w.turns = play.For(variant)
	w.rules, w.quick = w.turns.Fast()
	w.reclaims = variant.Set().Reclaim == ruleset.OptionalReclaim
	return w
}

// Find looks for a forced win, self-win or claim, of any length from 1 up to a number of turns, at
// most [MaxTurns]. nodes limits the work; 0 is no limit. The win found is a forced one, and seldom
// the shortest: [Search.FindIn] tightens it.
func (s *Search) Find(ctx context.Context, p *board.Position, goal puzzle.Goal, turns int, nodes uint64) (Answer,
	error) {
	return s.ask(ctx, p, goal, turns, nodes, false)
}

// FindIn says whether there is a forced win in at most a number of turns.
func (s *Search) FindIn(ctx context.Context, p *board.Position, goal puzzle.Goal, turns int, nodes uint64) (Answer,
	error) {
	return s.ask(ctx, p, goal, turns, nodes, true)
}

// Proved returns the turns of the win of a position that has been found, 0 if the table holds none.
func (s *Search) Proved(p *board.Position, goal puzzle.Goal) int {
	if v := s.table.probe(p.Key ^ Salt(goal, p.Turn)); v.verdict == proven {
		return v.length
	}
	return 0
}

// Progress is how far the work on a question has come.
type Progress struct {
	Nodes uint64
	// Proof and Disproof are the proof and disproof numbers of the question's position.
	Proof, Disproof uint32
}

// Progress returns how far the present question is. It may be called while another goroutine has
// the question answered.
func (s *Search) Progress() Progress {
	l := s.asked.Load()
	if l == nil {
		return Progress{}
	}
	return Progress{l.spent.Load(), l.pn.Load(), l.dn.Load()}
}

// limits are what ends the work on a question, and how far it is.
type limits struct {
	stop   atomic.Bool
	spent  atomic.Uint64
	most   uint64        // nodes, by all workers; 0 is no limit
	pn, dn atomic.Uint32 // of the question's position, as the first worker sees it
}

// run has every worker do its part of a question, and returns how many nodes that took. within says
// that no win longer than the question's counts.
func (s *Search) run(ctx context.Context, root *node, goal puzzle.Goal, most uint64, within bool,
	part func(i int, w *worker)) uint64 {
	l := &limits{most: most}
	l.stop.Store(ctx.Err() != nil)
	s.asked.Store(l)
	release := context.AfterFunc(ctx, func() { l.stop.Store(true) })
	defer release()
	var group sync.WaitGroup
	for i, w := range s.workers {
		w.begin(goal, root.at.Turn, within)
		w.limits = l
		group.Go(func() { part(i, w) })
	}

	group.Wait()
	nodes := l.spent.Load()
	for _, w := range s.workers {
		nodes += w.nodes
	}
	return nodes
}

// rootOf returns the node that a question begins at.
func rootOf(p *board.Position, goal puzzle.Goal) node {
	n := node{kind: attack, at: *p}
	n.at.Rekey()
	n.key = n.at.Key ^ Salt(goal, p.Turn)
	return n
}

func (s *Search) ask(ctx context.Context, p *board.Position, goal puzzle.Goal, turns int, nodes uint64,
	within bool) (Answer, error) {
	root := rootOf(p, goal)
	roots := slices.Repeat([]node{root}, len(s.workers))
	answer := Answer{Nodes: s.run(ctx, &root, goal, nodes, within, func(i int, w *worker) {
		w.root(&roots[i], turns)
		if roots[i].verdict != open {
			w.stop.Store(true)
		}
	})}
	for i := range roots {
		answer.add(&roots[i].value, s.table.cut.Load())
	}
	return answer, ctx.Err()
}

// add adds what a worker has found: of wins the shortest counts, and that there is none unless
// choices were cut.
func (a *Answer) add(v *value, cut bool) {
	switch {
	case v.verdict == proven && (a.Status != Won || v.length < a.Turns):
		a.Status, a.Turns, a.Move, a.Ever = Won, v.length, v.best, false
	case v.verdict == disproven && a.Status == Unknown && !cut:
		a.Status, a.Ever = None, v.ply >= 0
	}
}

// begin prepares a worker for a question.
func (w *worker) begin(goal puzzle.Goal, attacker board.Colour, within bool) {
	w.goal, w.attacker, w.within = goal, attacker, within
	w.salt = Salt(goal, attacker)
	w.leaves = w.quick && !w.reclaims && goal == puzzle.Win
	family := w.variant.Set().Family
	w.unguarded = w.leaves && family.KingsConvert() && !family.HasClaims()
	w.nodes, w.trail = 0, 0
	clear(w.efforts)
}

// Salt is part of every key: what is proved for one goal and attacker is nothing to another.
func Salt(goal puzzle.Goal, attacker board.Colour) uint64 {
	return mix(uint64(goal)<<1 | uint64(attacker&1) | 1<<40)
}

// root searches a position until it is settled or the worker is stopped.
func (w *worker) root(n *node, turns int) {
	w.trail = mix(uint64(turns)) // what is cut short by one greatest length is not by another
	if w.known(n, turns) && n.verdict != open {
		return
	}
	n.value = value{verdict: open, pn: 1, dn: 1}
	w.search(n, 0, turns, infinite, infinite)
}

// Keys settles every first turn: which of them force the goal in at most a number of turns. They
// stand in the order of the rules. complete is false when a limit came first; then they are the
// keys found.
func (s *Search) Keys(ctx context.Context, p *board.Position, goal puzzle.Goal, turns int,
	limit uint64) (keys []board.Move, nodes uint64, complete bool, err error) {
	root := rootOf(p, goal)
	first := s.workers[0]
	first.begin(goal, p.Turn, true)
	f := new(frame)
	first.expand(f, &root)
	var next atomic.Int64
	nodes = s.run(ctx, &root, goal, limit, true, func(_ int, w *worker) {
		for i := next.Add(1) - 1; i < int64(len(f.children)); i = next.Add(1) - 1 {
			w.settle(&f.children[i], &root, turns-1)
		}
	})
	complete = !s.table.cut.Load()
	for i := range f.children {
		switch f.children[i].verdict {
		case proven:
			keys = append(keys, f.children[i].move)
		case disproven:
		default:
			complete = false
		}
	}

	return keys, nodes, complete, ctx.Err()
}

// An OpenTurn is a first turn of which it is not known whether it forces the goal.
type OpenTurn struct {
	Move  board.Move
	Nodes uint64 // searched below it
}

// OpenTurns returns the first turns that the first worker has left open, if the last question is
// not settled.
func (s *Search) OpenTurns() (turns []OpenTurn) {
	w := s.workers[0]
	for i := range w.frame(0).children {
		c := &w.frame(0).children[i]
		if c.verdict == open {
			turns = append(turns, OpenTurn{c.move, w.efforts[i]})
		}
	}
	return turns
}

// FirstTurns asks which first turns force the goal in at most a number of turns, the most promising
// first, until all are settled or the limit is reached. They have the order of the rules. One worker
// does it.
func (s *Search) FirstTurns(ctx context.Context, p *board.Position, goal puzzle.Goal, turns int,
	limit uint64) (moves []board.Move, answers []Status, nodes uint64, err error) {
	root := rootOf(p, goal)
	f := new(frame)
	nodes = s.run(ctx, &root, goal, limit, true, func(i int, w *worker) {
		if i == 0 {
			w.firstTurns(f, &root, turns-1)
		}
	})
	for i := range f.children {
		var answer Answer
		answer.add(&f.children[i].value, s.table.cut.Load())
		moves, answers = append(moves, f.children[i].move), append(answers, answer.Status)
	}

	return moves, answers, nodes, ctx.Err()
}

// firstTurns settles the choices at a root, with so many turns left after each.
func (w *worker) firstTurns(f *frame, root *node, left int) {
	w.expand(f, root)
	for i := range f.children {
		if c := &f.children[i]; c.verdict == 0 && !w.known(c, left) {
			w.estimate(c, left)
		}
	}
	for !w.stopped() {
		var best *node
		second := uint32(infinite)
		for i := range f.children {
			c := &f.children[i]
			switch {
			case c.verdict != open:
			case best == nil:
				best = c
			case c.pn < best.pn:
				second, best = best.pn, c
			default:
				second = min(second, c.pn)
			}
		}
		if best == nil {
			return
		}
		w.path, w.trail = append(w.path[:0], root.key), mix(root.key)
		w.search(best, 1, left, after(second), infinite)
	}
}

// settle searches a choice at a root, with so many turns left after it, until it is settled or the
// worker is stopped.
func (w *worker) settle(c, root *node, left int) {
	w.path, w.trail = append(w.path[:0], root.key), mix(root.key)
	if c.verdict == proven || w.known(c, left) && c.verdict != open {
		return
	}
	w.search(c, 1, left, infinite, infinite)
}
