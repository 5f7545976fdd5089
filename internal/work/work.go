// Package work does long work that is cut into numbered units, by several goroutines or by other
// machines, in any order. The results are delivered in the order of the units and kept in a file,
// so that work that was killed continues where it stopped.
package work

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"turncoat/internal/workers"
)

// A Job is work that is cut into units, which are numbered from 0. The result of a unit depends
// only on the job and the unit's number, so the results are the same with any number of goroutines
// or machines, and after any interruption.
type Job struct {
	Units int // perhaps [Endless]
	// Do does a unit in this process. Concurrent calls have different workers, which are numbers
	// below Jobs.
	Do   func(ctx context.Context, worker, unit int) ([]byte, error)
	Jobs int // concurrent calls of Do, at least one
	// Client has the units done elsewhere; if it is nil, Do does them.
	Client Client
	// Check checks a result that comes from a client; nil accepts all.
	Check func(unit int, result []byte) error
	// Take is called once for each unit, in order, with its result or with the reason why there is
	// none. [ErrEnough] ends the job successfully, and any other error ends it with that error.
	Take func(unit int, result []byte, failed error) error
	// Progress is called at the beginning and after each unit with the number of units done, by one
	// goroutine at a time. It may be nil.
	Progress func(done int)
	// Journal keeps the results; if it is nil, they are kept in memory only. Jobs that share a
	// journal must have different steps.
	Journal *Journal
	Step    string
}

// A Client has units done elsewhere. It calls [Results.Keep] or [Results.Fail] for every unit for
// which [Results.Has] is false. An error of these calls ends its work, and it returns that error,
// or nil for [ErrEnough].
type Client func(ctx context.Context, r *Results) error

// Endless is the number of units of a job that continues until Take returns [ErrEnough].
const Endless = math.MaxInt

var (
	// ErrEnough is returned by [Job.Take] if the remaining units are not wanted.
	ErrEnough = errors.New("enough results")
	// ErrBadResult is the class of errors about results that cannot be right, whose unit can be
	// done again.
	ErrBadResult = errors.New("invalid result")
)

// Run does the missing units of the job. The error is that of Take, of the journal or of the
// client, or the context's if it ended before everything was done.
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

// Results are the available results of a job. Any number of goroutines may call its methods.
type Results struct {
	job *Job

	mu      sync.Mutex
	taken   int             // how many units have been given to Take
	waiting map[int]outcome // later units that are done
	err     error           // the error that ended the job
}

type outcome struct {
	result []byte
	failed error
	at     *place // in the journal, if there is one
}

// Units returns how many units the job has, perhaps [Endless].
func (r *Results) Units() int { return r.job.Units }

// load reads which results are in the journal.
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
			cancel() // stop the other goroutines
		}
	})
}

// Has reports whether a unit needs no more work.
func (r *Results) Has(unit int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, waits := r.waiting[unit]
	return waits || unit < r.taken
}

// Keep stores the result of a unit that was done elsewhere. The error wraps [ErrBadResult] if the
// unit must be done again; any other error ends the work.
func (r *Results) Keep(unit int, result []byte) error {
	if r.job.Check != nil {
		if err := r.job.Check(unit, result); err != nil {
			return fmt.Errorf("%w: %w", ErrBadResult, err)
		}
	}

	return r.put(unit, outcome{result: result})
}

// Fail records that a unit has no result. It is tried again when the job is run again.
func (r *Results) Fail(unit int, reason error) error { return r.put(unit, outcome{failed: reason}) }

// Sync waits until the results are on the disk, if there is a journal.
func (r *Results) Sync() error {
	if r.job.Journal == nil {
		return nil
	}
	return r.job.Journal.Sync()
}

// put records the outcome of a unit and stores its result.
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
			o.result = nil // read again when its turn comes
		}
	}

	r.waiting[unit] = o
	r.deliver()
	return r.err
}

// deliver passes results to Take as far as they are in order. mu must be held.
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
