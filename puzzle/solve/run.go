package solve

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"turncoat/internal/workers"
	"turncoat/puzzle"
	"turncoat/rules/board"
)

// A run is one call of a Solver: its limits, its clock and its count.
type run struct {
	s     *Solver
	goal  Goal
	began time.Time
	limit uint64      // of turns looked at; 0 is none
	stop  atomic.Bool // set when a limit is reached or the context has ended
	spent atomic.Uint64

	depth, turns, settled atomic.Int64 // for progress

	ends []func() // to be called when the run is over
}

func (s *Solver) start(ctx context.Context, goal Goal) *run {
	r := &run{s: s, goal: goal, began: time.Now(), limit: s.options.Nodes}
	halt := func() { r.stop.Store(true) }
	if ctx.Err() != nil {
		halt()
	} else if ctx.Done() != nil {
		release := context.AfterFunc(ctx, halt)
		r.ends = append(r.ends, func() { release() })
	}

	if limit := s.options.Time; limit > 0 {
		timer := time.AfterFunc(limit, halt)
		r.ends = append(r.ends, func() { timer.Stop() })
	}

	if s.options.Progress != nil {
		done := make(chan struct{})
		var group sync.WaitGroup
		group.Go(func() { r.show(done) })
		r.ends = append(r.ends, func() { close(done); group.Wait() })
	}

	return r
}

// finish stops the timer, the reports and the watch on the context.
func (r *run) finish() {
	for _, end := range r.ends {
		end()
	}
}

// show reports progress until the run is done.
func (r *run) show(done <-chan struct{}) {
	ticker := time.NewTicker(200 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-done:
			return
		case <-ticker.C:
			r.report()
		}
	}
}

func (r *run) report() {
	r.s.options.Progress(Progress{
		Depth: int(r.depth.Load()), Turns: int(r.turns.Load()), Settled: int(r.settled.Load()),
		Nodes: r.spent.Load(), Elapsed: time.Since(r.began), TableUse: r.s.table.use(),
	})
}

// spend counts turns against the limit.
func (r *run) spend(turns uint64) {
	if total := r.spent.Add(turns); r.limit > 0 && total >= r.limit {
		r.stop.Store(true)
	}
}

// maxChoices bounds the reclaim choices of one move that are looked at. A search that meets more is
// stopped, like one that has reached another limit.
const maxChoices = 1 << 12

// tooMany counts a choice of a move, and reports whether the run is stopped, for that or another
// reason.
func (r *run) tooMany(choices *int) bool {
	*choices++
	if *choices > maxChoices {
		r.stop.Store(true)
	}
	return r.stop.Load()
}

// root settles every first turn for a number of turns, and reports whether it could settle them
// all.
func (r *run) root(p *board.Position, n int) (keys []board.Move, complete bool) {
	turns := r.s.turns.AppendTurns(r.s.first[:0], p)
	r.s.first = turns
	if only := r.s.options.First; only != nil {
		turns = slices.DeleteFunc(turns, func(t board.Turn) bool { return !only(p, t.Move) })
	}
	if r.goal&puzzle.Reflex == puzzle.Reflex && r.s.workers(r, p.Turn, 1)[0].obliged(p, turns, 0) {
		turns = nil
	}
	verdicts := make([]bool, len(turns))
	complete = r.each(len(turns), n, p.Turn, func(w *worker, i int) { verdicts[i] = w.turn(p, turns[i], true, n, 0) })
	for i, won := range verdicts {
		if won {
			keys = append(keys, turns[i].Move)
		}
	}

	return keys, complete
}

// each has the workers answer count questions and reports whether all were answered. A question
// during which the run is stopped gets a no.
func (r *run) each(count, n int, attacker board.Colour, ask func(w *worker, i int)) bool {
	r.depth.Store(int64(n))
	r.turns.Store(int64(count))
	r.settled.Store(0)
	if runtime.GOOS == "js" && r.s.options.Progress != nil {
		r.report() // with one thread, nobody else can
	}
	pool := r.s.workers(r, attacker, max(1, min(r.s.options.Jobs, count)))
	one := func(job, i int) {
		if r.stop.Load() {
			return
		}
		ask(pool[job], i)
		pool[job].flush()
		if !r.stop.Load() {
			r.settled.Add(1)
		}
	}
	if len(pool) > 1 {
		_ = workers.Each(context.Background(), len(pool), count, one) // the run ends it
	} else {
		for i := range count {
			one(0, i)
		}
	}

	return int(r.settled.Load()) == count
}

// workers returns count workers, prepared for a run.
func (s *Solver) workers(r *run, attacker board.Colour, count int) []*worker {
	for len(s.pool) < count {
		s.pool = append(s.pool, newWorker(s))
	}
	for _, w := range s.pool[:count] {
		w.begin(r, attacker)
	}
	return s.pool[:count]
}
