package solve

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"turncoat/rules/board"
)

// A run is one call of a Solver: its limits, its clock and its count.
type run struct {
	s     *Solver
	goal  Goal
	began time.Time
	stop  atomic.Bool // set when a limit is reached or the context has ended
	spent atomic.Uint64

	depth, turns, settled atomic.Int64 // for progress

	done  chan struct{}
	group sync.WaitGroup
}

func (s *Solver) start(ctx context.Context, goal Goal) *run {
	if s.table == nil {
		s.table = newTable(s.options.Memory)
	}
	r := &run{s: s, goal: goal, began: time.Now(), done: make(chan struct{})}
	if ctx.Err() != nil {
		r.stop.Store(true)
	}
	r.group.Go(func() { r.watch(ctx) })
	return r
}

// finish ends the run's own goroutines.
func (r *run) finish() {
	close(r.done)
	r.group.Wait()
}

// watch stops the run at its limits and tells its progress.
func (r *run) watch(ctx context.Context) {
	var clock, beat <-chan time.Time
	if limit := r.s.options.Time; limit > 0 {
		timer := time.NewTimer(limit)
		defer timer.Stop()
		clock = timer.C
	}
	if r.s.options.Progress != nil {
		ticker := time.NewTicker(200 * time.Millisecond)
		defer ticker.Stop()
		beat = ticker.C
	}
	for {
		select {
		case <-r.done:
			return
		case <-ctx.Done():
			r.stop.Store(true)
			return
		case <-clock:
			r.stop.Store(true)
			clock = nil
		case <-beat:
			r.s.options.Progress(Progress{
				Depth: int(r.depth.Load()), Turns: int(r.turns.Load()), Settled: int(r.settled.Load()),
				Nodes: r.spent.Load(), Elapsed: time.Since(r.began), TableUse: r.s.table.use(),
			})
		}
	}
}

// nodes gives the turns looked at so far.
func (r *run) nodes() uint64 { return r.spent.Load() }

// spend counts turns against the limit.
func (r *run) spend(turns uint64) {
	if total := r.spent.Add(turns); r.s.options.Nodes > 0 && total >= r.s.options.Nodes {
		r.stop.Store(true)
	}
}

// root settles every first turn for a number of turns, and tells whether it could settle them all.
func (r *run) root(p board.Position, n int) (keys []board.Move, complete bool) {
	moves := r.s.moves(&p)
	verdicts := make([]bool, len(moves))
	complete = r.each(len(moves), n, p.Turn, func(w *worker, i int) {
		verdicts[i] = w.turnWins(&p, moves[i], n, 0)
	})
	for i, m := range moves {
		if verdicts[i] {
			keys = append(keys, m)
		}
	}
	return keys, complete
}

// each has the workers go through a list of questions. It tells whether all were answered; a
// question during which the run was stopped must have been answered with no.
func (r *run) each(count, n int, attacker board.Colour, ask func(w *worker, i int)) bool {
	r.depth.Store(int64(n))
	r.turns.Store(int64(count))
	r.settled.Store(0)
	workers := r.s.workers(r, attacker, max(1, min(r.s.options.Jobs, count)))
	var next atomic.Int64
	work := func(w *worker) {
		for i := int(next.Add(1)) - 1; i < count && !r.stop.Load(); i = int(next.Add(1)) - 1 {
			ask(w, i)
			w.flush()
			if !r.stop.Load() {
				r.settled.Add(1)
			}
		}
	}
	if len(workers) == 1 {
		work(workers[0])
	} else {
		var group sync.WaitGroup
		for _, w := range workers {
			group.Go(func() { work(w) })
		}
		group.Wait()
	}
	return int(r.settled.Load()) == count
}

// moves lists the legal moves of a position.
func (s *Solver) moves(p *board.Position) []board.Move {
	if s.isQuick {
		return s.quick.AppendMoves(nil, p)
	}
	return s.game.Moves(p)
}

// workers gives so many workers, made ready for a run.
func (s *Solver) workers(r *run, attacker board.Colour, count int) []*worker {
	for len(s.hands) < count {
		s.hands = append(s.hands, newWorker(s))
	}
	for _, w := range s.hands[:count] {
		w.run, w.salt = r, salt(r.goal, attacker)^s.epoch
		w.goal, w.attacker = r.goal, attacker
	}
	return s.hands[:count]
}
