package build

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"turncoat/internal/tablebase"
	"turncoat/rules/ruleset"
)

// A Worker does slices for builds on other machines. It holds the values of one build, and follows
// it from pass to pass. Any number of goroutines may use it.
type Worker struct {
	Memory int64 // as in Options

	moving sync.RWMutex // held for writing while the worker moves to another pass
	build  *followedBuild

	mu        sync.Mutex // guards lastUsed and idleTimer
	lastUsed  time.Time
	idleTimer *time.Timer
}

// A Fetch writes the content of the [Part] with a checksum to w.
type Fetch func(ctx context.Context, sum string, w io.Writer) error

// ErrBusy is the class of errors about requests for a build while a [Worker] is working on another.
var ErrBusy = errors.New("at work on other tables")

const (
	// loyalty is how long a worker waits for its build to continue before it turns to another one.
	loyalty = 10 * time.Second
	// idleTime is how long an unused worker keeps its values.
	idleTime = time.Minute
)

// A followedBuild is a worker's copy of a build.
type followedBuild struct {
	*solution
	pass Pass
	room room

	mu   sync.Mutex // guards done and idle
	done map[int]*sliceResult
	idle []*expander
}

// A sliceResult is a slice that is being done, or has been done, in a pass.
type sliceResult struct {
	sync.Once
	found []byte
}

// Slice does a slice of a pass. It fetches the data that it lacks, and returns an error of fetch.
func (w *Worker) Slice(ctx context.Context, p *Pass, n int, fetch Fetch) ([]byte, error) {
	for ctx.Err() == nil {
		w.moving.RLock()
		if w.build.isAt(p) {
			defer w.moving.RUnlock()
			defer w.touch()
			return w.build.sliceOnce(n)
		}

		w.moving.RUnlock()
		if err := w.moveTo(ctx, p, fetch); err != nil {
			return nil, err
		}
	}

	return nil, ctx.Err()
}

// Close releases the values.
func (w *Worker) Close() error {
	w.moving.Lock()
	defer w.moving.Unlock()
	return w.leave()
}

// moveTo prepares for a pass.
func (w *Worker) moveTo(ctx context.Context, p *Pass, fetch Fetch) error {
	w.moving.Lock()
	defer w.moving.Unlock()
	if w.build.isAt(p) {
		return nil // another goroutine has done it
	}
	isOther := w.build != nil && w.build.pass.Build != p.Build
	if isOther && w.sinceUsed() < loyalty {
		return fmt.Errorf("%w: %s", ErrBusy, w.build.pass.Class)
	}
	if len(p.Before) != p.Number || p.Number > tablebase.MaxPlies {
		return fmt.Errorf("pass %d has %d earlier passes", p.Number, len(p.Before))
	}

	if !w.build.leadsTo(p) {
		if err := w.leave(); err != nil {
			return err
		}
		build, err := w.open(ctx, p, fetch)
		if err != nil {
			return err
		}
		w.build = build
	}

	for w.build.pass.Number < p.Number {
		err := w.build.follow(ctx, p.Before[w.build.pass.Number], fetch)
		if errors.Is(err, tablebase.ErrFile) {
			return errors.Join(err, w.leave())
		}
		if err != nil {
			return err // may be temporary
		}
	}

	w.build.begin()
	return nil
}

// leave releases a build.
func (w *Worker) leave() error {
	if w.build == nil {
		return nil
	}
	left := w.build
	w.build = nil
	return left.room.close()
}

// touch records that the worker is in use, and restarts the timer that makes it release its build.
func (w *Worker) touch() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lastUsed = time.Now()
	if w.idleTimer == nil {
		w.idleTimer = time.AfterFunc(idleTime, w.leaveIfIdle)
	} else {
		w.idleTimer.Reset(idleTime)
	}
}

func (w *Worker) leaveIfIdle() {
	w.moving.Lock()
	defer w.moving.Unlock()
	if w.sinceUsed() >= idleTime {
		w.leave()
	}
}

func (w *Worker) sinceUsed() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	return time.Since(w.lastUsed)
}

// open returns a build before its first pass.
func (w *Worker) open(ctx context.Context, p *Pass, fetch Fetch) (_ *followedBuild, err error) {
	tables, err := tablebase.New(p.Rules)
	if err != nil {
		return nil, err
	}
	c, err := tablebase.ParseClass(p.Class)
	if err != nil {
		return nil, err
	}

	memory := w.Memory
	if memory <= 0 {
		memory = DefaultMemory
	}
	b := &followedBuild{
		room: room{dir: os.TempDir(), left: memory},
		done: map[int]*sliceResult{},
		pass: Pass{Build: p.Build, Rules: p.Rules, Class: p.Class, Slices: p.Slices, Lower: p.Lower},
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, b.room.close())
		}
	}()
	set := tables.Set()
	index := tablebase.NewIndex(c, set)
	values, err := b.room.values(index.Size + extraValues)
	if err != nil {
		return nil, err
	}
	lower, err := b.fetchLower(ctx, set, fetch)
	if err != nil {
		return nil, err
	}
	for _, d := range c.LeadsInto(set.Family) {
		if lower[d] == nil {
			return nil, fmt.Errorf("%w of %s, into which %s leads", tablebase.ErrMissing, d, c)
		}
	}

	b.solution = newSolution(tables.Rules(), set.Family, index, lower, values, b.room.left)
	if p.Slices != len(b.slices) {
		return nil, fmt.Errorf("%s has %d slices, not %d", c, len(b.slices), p.Slices)
	}
	return b, nil
}

// isAt reports whether a build is at a pass, so that its slices can be done.
func (b *followedBuild) isAt(p *Pass) bool {
	return b != nil && b.pass.Number == p.Number && b.leadsTo(p)
}

// leadsTo reports whether a build is at a pass or at an earlier one.
func (b *followedBuild) leadsTo(p *Pass) bool {
	return b != nil && b.pass.sameClass(p) && b.pass.Number <= len(p.Before) &&
		sameParts(b.pass.Before, p.Before[:b.pass.Number])
}

// sliceOnce does a slice once in each pass. It must not be repeated, because doing it changes what
// is kept for the next pass.
func (b *followedBuild) sliceOnce(n int) ([]byte, error) {
	if n < 0 || n >= len(b.slices) {
		return nil, fmt.Errorf("%s has no slice %d", b.index.Class, n)
	}
	b.mu.Lock()
	result := b.done[n]
	if result == nil {
		result = &sliceResult{}
		b.done[n] = result
	}

	b.mu.Unlock()

	result.Do(func() {
		e := b.expander()
		result.found = e.slice(n)
		b.mu.Lock()
		b.idle = append(b.idle, e)
		b.mu.Unlock()
	})
	if result.found == nil {
		return nil, fmt.Errorf("slice %d of %s has failed before", n, b.index.Class)
	}
	return result.found, nil
}

// expander returns an expander that is idle, or a new one.
func (b *followedBuild) expander() *expander {
	b.mu.Lock()
	defer b.mu.Unlock()
	last := len(b.idle) - 1
	if last < 0 {
		return newExpander(b.solution)
	}
	e := b.idle[last]
	b.idle = b.idle[:last]
	return e
}

// fetchLower fetches the tables of the classes that the class leads into, and reads their values.
func (b *followedBuild) fetchLower(ctx context.Context, set ruleset.Set,
	fetch Fetch) (map[tablebase.Class]*solved, error) {
	lower := map[tablebase.Class]*solved{}
	for _, part := range b.pass.Lower {
		c, err := tablebase.ParseClass(part.Class)
		if err == nil {
			lower[c], err = b.fetchTable(ctx, set, c, part.Sum, fetch)
		}
		if err != nil {
			return nil, err
		}
	}

	return lower, nil
}

// fetchTable fetches the table of a class and reads its values.
func (b *followedBuild) fetchTable(ctx context.Context, set ruleset.Set, c tablebase.Class,
	sum string, fetch Fetch) (*solved, error) {
	dir, err := os.MkdirTemp(b.room.dir, "turncoat-table-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, c.String()+tablebase.Extension)
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(fetch(ctx, sum, file), file.Close()); err != nil {
		return nil, err
	}

	tables, err := tablebase.New(set)
	if err != nil {
		return nil, err
	}
	defer tables.Close()
	if err := tables.AddFile(path); err != nil {
		return nil, err
	}
	return readSolved(tables.Table(c), &b.room)
}

// follow fetches the results of the current pass and finishes the pass.
func (b *followedBuild) follow(ctx context.Context, part Part, fetch Fetch) error {
	from, to := io.Pipe()
	go func() { to.CloseWithError(fetch(ctx, part.Sum, to)) }()
	b.begin()
	err := b.readResults(bufio.NewReader(from))
	from.CloseWithError(err)
	if err == nil {
		err = b.end()
	}
	if err != nil {
		clear(b.results)
		return fmt.Errorf("results of pass %d of %s: %w", b.pass.Number, b.pass.Class, err)
	}

	clear(b.done)
	b.pass.Before = append(b.pass.Before, part)
	b.pass.Number++
	return nil
}
