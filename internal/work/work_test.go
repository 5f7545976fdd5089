package work_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"turncoat/internal/work"
)

var errThird = errors.New("every third of ten fails")

// list returns a job of a hundred units that puts together what it takes, and how many units were
// done.
func list(taken *[]string, done *atomic.Int64) *work.Job {
	return &work.Job{Units: 100, Do: func(_ context.Context, _, unit int) ([]byte, error) {
		done.Add(1)
		if unit%10 == 3 {
			return nil, errThird
		}
		return fmt.Appendf(nil, "%d\n%s", unit, make([]byte, unit%7)), nil
	}, Take: func(_ int, result []byte, failed error) error {
		*taken = append(*taken, fmt.Sprintf("%s%v", result, failed))
		return nil
	}}
}

// alone returns what one goroutine takes.
func alone(t *testing.T) []string {
	t.Helper()
	var want []string
	if err := list(&want, new(atomic.Int64)).Run(t.Context()); err != nil || len(want) != 100 ||
		want[3] != errThird.Error() || want[8] != "8\n\x00<nil>" {
		t.Fatalf("%q, %v", want, err)
	}

	return want
}

// elsewhere is a client that does the units in a random order, some of them badly at first, some
// twice.
func elsewhere(j *work.Job) work.Client {
	return func(ctx context.Context, r *work.Results) error {
		for i, unit := range rand.Perm(100) {
			if r.Has(unit) {
				continue
			}
			if err := r.Keep(unit, []byte("bad")); !errors.Is(err, work.ErrBadResult) ||
				r.Has(unit) {
				return fmt.Errorf("a bad result: %w", err)
			}
			result, err := j.Do(ctx, 0, unit)
			for range 1 + i%2 {
				if err != nil {
					r.Fail(unit, err)
				} else if err := r.Keep(unit, result); err != nil &&
					!errors.Is(err, work.ErrEnough) {
					return err
				}
			}
		}

		return r.Sync()
	}
}

// The results are the same, in the same order, with any number of goroutines or elsewhere, with a
// journal or not, and when the job is interrupted again and again; what is in the journal is not
// done again.
func TestJob(t *testing.T) {
	want := alone(t)
	for _, jobs := range []int{0, 1, 5, -1} {
		for _, kept := range []bool{false, true} {
			path := filepath.Join(t.TempDir(), "journal")
			run := func(stop int) (taken []string, done int64, err error) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				var count atomic.Int64
				j := list(&taken, &count)
				j.Jobs, j.Check = jobs, func(_ int, result []byte) error {
					if string(result) == "bad" {
						return errThird
					}
					return nil
				}
				last := 0
				j.Progress = func(done int) {
					if last > done {
						t.Errorf("%d done after %d", done, last)
					}
					last = done
					if done >= stop {
						cancel()
					}
				}
				if jobs < 0 {
					j.Client = elsewhere(j)
				}
				if kept {
					j.Journal, err = work.Open(path, []byte("header"))
					if err != nil {
						t.Fatal(err)
					}
					defer j.Journal.Close()
				}

				err = j.Run(ctx)
				return taken, count.Load(), err
			}
			for stop := 20; kept && jobs >= 0 && stop < 90; stop += 20 {
				taken, _, err := run(stop)
				if !errors.Is(err, context.Canceled) || !slices.Equal(taken, want[:len(taken)]) ||
					len(taken) == 100 {
					t.Errorf("%d jobs, interrupted at %d: %d taken, %v", jobs, stop,
						len(taken), err)
				}
			}

			for again := range 2 {
				taken, done, err := run(1000)
				if err != nil || !slices.Equal(taken, want) {
					t.Errorf("%d jobs, journal %t: %q, %v", jobs, kept, taken, err)
				}
				if kept && again == 1 && done != 10 { // those that failed
					t.Errorf("%d jobs: %d units were done again", jobs, done)
				}
			}
		}
	}
}

// Work without end stops when Take has enough, whatever was done ahead, and an error of Take ends
// it with that.
func TestEnds(t *testing.T) {
	odd := errors.New("odd")
	for _, end := range []error{work.ErrEnough, odd} {
		for _, jobs := range []int{1, 4, -1} {
			var taken []string
			j := list(&taken, new(atomic.Int64))
			take := j.Take
			j.Units, j.Jobs, j.Take = work.Endless, jobs, func(unit int, result []byte, failed error) error {
				take(unit, result, failed)
				if unit == 42 {
					return end
				}
				return nil
			}
			if jobs < 0 {
				j.Client = func(_ context.Context, r *work.Results) error {
					for unit := range 1000 {
						if err := r.Keep(unit, nil); err != nil {
							return err
						}
					}

					return nil
				}
			}

			err := j.Run(t.Context())
			if len(taken) != 43 || end == odd && !errors.Is(err, odd) || end != odd && err != nil {
				t.Errorf("%v, %d jobs: %d taken, %v", end, jobs, len(taken), err)
			}
		}
	}

	var taken []string
	if err := (&work.Job{Take: list(&taken, nil).Take}).Run(t.Context()); err != nil ||
		len(taken) != 0 {
		t.Errorf("no units: %q, %v", taken, err)
	}
	j := list(&taken, nil)
	j.Client = func(_ context.Context, r *work.Results) error {
		return errors.Join(r.Keep(1, nil), odd)
	}
	if err := j.Run(t.Context()); !errors.Is(err, odd) || len(taken) != 0 {
		t.Errorf("a client that fails: %q, %v", taken, err)
	}
	j.Client = func(context.Context, *work.Results) error { return nil }
	if err := j.Run(t.Context()); err == nil {
		t.Error("units that nobody has done are no error")
	}
}

// A job of which the journal cannot be written ends with that error.
func TestJournalFails(t *testing.T) {
	journal, err := work.Open(filepath.Join(t.TempDir(), "journal"), []byte("header"))
	if err != nil {
		t.Fatal(err)
	}
	journal.Close()
	var taken []string
	j := list(&taken, new(atomic.Int64))
	j.Journal = journal
	if err := j.Run(t.Context()); err == nil || len(taken) != 0 {
		t.Errorf("%q, %v", taken, err)
	}
}
