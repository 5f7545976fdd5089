// Package work does long work that is cut into numbered units: by several goroutines or by other
// machines, in any order, with the results taken in the order of the units and kept in a file, so
// that work that was killed continues where it stopped.
package work

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"turncoat/internal/workers"
)

// A Job is work that is cut into units, which are numbered from 0. What comes of a unit depends on
// the job and its number alone, so the results are the same with any number of goroutines or
// machines, and after any interruption.
type Job struct {
	Units int // perhaps [Endless]
	// Do does a unit in this process. Calls at the same time have different workers, which are
	// numbers below Jobs.
	Do   func(ctx context.Context, worker, unit int) ([]byte, error)
	Jobs int // calls of Do at a time, at least one
	// Client has the units done elsewhere; nil is Do.
	Client Client
	// Check returns what is wrong with a result that comes from a client; nil accepts all.
	Check func(unit int, result []byte) error
	// Take is called once a unit, in the order of the units, with its result or with the reason why
	// there is none. [ErrEnough] ends the job well, and any other error ends it with that error.
	Take func(unit int, result []byte, failed error) error
	// Progress is called at the beginning and after each unit with the number of those done, by one
	// goroutine at a time. It may be nil.
	Progress func(done int)
	// Journal keeps the results; nil is memory. Jobs that use one journal have different steps.
	Journal *Journal
	Step    string
}

// A Client has units done: it calls [Results.Keep] or [Results.Fail] for every unit that
// [Results.Has] does not report. An error of these ends its work, and it returns that error, or nil
// for [ErrEnough].
type Client func(ctx context.Context, r *Results) error

// Endless is the number of units of a job that goes on until Take returns [ErrEnough].
const Endless = math.MaxInt

var (
	// ErrEnough is the error by which [Job.Take] says that the units that are left are not wanted.
	ErrEnough = errors.New("enough results")
	// ErrBadResult is the class of errors about results that cannot be right. The unit can be done
	// again.
	ErrBadResult = errors.New("invalid result")
)

// Run does what is missing of the job. The error is that of Take, of the journal or of the client,
// or the context's when that ended before everything was done.
func (j *Job) Run(ctx context.Context) error {
	r := &Results{job: j, waiting: map[int]outcome{}}
	if err := r.load(); err != nil {
		return err
	}
	client := j.Client
	if client == nil {
		client = r.here
	}
	over := func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.err != nil || r.taken == j.Units
	}
	var err error
	if !over() {
		err = client(ctx, r)
	}
	switch {
	case errors.Is(r.err, ErrEnough), r.err == nil && over():
		return nil
	case r.err != nil:
		return r.err
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return err
	}
	return fmt.Errorf("unit %d was not done", r.taken)
}

// Results are the results of a job that are there. All methods may be called by several goroutines.
type Results struct {
	job *Job

	mu      sync.Mutex
	taken   int             // units before it were given to Take
	waiting map[int]outcome // those after it that are done
	err     error           // that ended the job
}

type outcome struct {
	result []byte
	failed error
	at     *place // in the journal, where there is one
}

// Units returns how many units the job has, perhaps [Endless].
func (r *Results) Units() int { return r.job.Units }

// load notes which results the journal holds.
func (r *Results) load() error {
	if r.job.Journal != nil {
		for unit, at := range r.job.Journal.kept[r.job.Step] {
			if unit >= r.job.Units {
				return fmt.Errorf("%w: %s: there is no unit %d", ErrJournal, r.job.Journal.file.Name(), unit)
			}
			r.waiting[unit] = outcome{at: &at}
		}
		delete(r.job.Journal.kept, r.job.Step)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.deliver()
	return nil
}

func (r *Results) here(ctx context.Context, _ *Results) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	return workers.Each(ctx, max(1, r.job.Jobs), r.job.Units, func(worker, unit int) {
		if r.Has(unit) {
			return
		}
		result, err := r.job.Do(ctx, worker, unit)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			err = r.Fail(unit, err)
		default:
			err = r.put(unit, outcome{result: result})
		}
		if err != nil {
			cancel() // what other goroutines are doing is not wanted any more
		}
	})
}

// Has reports whether there is nothing left to do of a unit.
func (r *Results) Has(unit int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, waits := r.waiting[unit]
	return waits || unit < r.taken
}

// Keep keeps the result of a unit that a client has had done. The error wraps [ErrBadResult] if the
// unit must be done again; any other ends the work.
func (r *Results) Keep(unit int, result []byte) error {
	if r.job.Check != nil {
		if err := r.job.Check(unit, result); err != nil {
			return fmt.Errorf("%w: %w", ErrBadResult, err)
		}
	}
	return r.put(unit, outcome{result: result})
}

// Fail notes that a unit has no result. It is tried again when the job is run again.
func (r *Results) Fail(unit int, reason error) error { return r.put(unit, outcome{failed: reason}) }

// Sync waits until the results are on the disk, where there is a journal.
func (r *Results) Sync() error {
	if r.job.Journal == nil {
		return nil
	}
	return r.job.Journal.Sync()
}

// put notes what came of a unit, and keeps its result.
func (r *Results) put(unit int, o outcome) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, waits := r.waiting[unit]; waits || unit < r.taken || r.err != nil {
		return r.err
	}
	if j := r.job.Journal; j != nil && o.failed == nil {
		o.at, r.err = j.keep(r.job.Step, unit, o.result)
		if r.err != nil {
			return r.err
		}
		if unit > r.taken {
			o.result = nil // it is read again in its turn
		}
	}
	r.waiting[unit] = o
	r.deliver()
	return r.err
}

// deliver gives results to Take as far as they are in order. It is called with mu held.
func (r *Results) deliver() {
	for r.err == nil {
		o, ok := r.waiting[r.taken]
		if !ok {
			break
		}
		if o.at != nil && o.result == nil {
			o.result, r.err = r.job.Journal.read(*o.at)
			if r.err != nil {
				return
			}
		}
		delete(r.waiting, r.taken)
		r.taken++
		r.err = r.job.Take(r.taken-1, o.result, o.failed)
	}
	if r.job.Progress != nil {
		r.job.Progress(r.taken + len(r.waiting))
	}
}
