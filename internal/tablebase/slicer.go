//go:build !turncoat_web

package tablebase

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"turncoat/rules/ruleset"
)

// A Slicer works out slices for builds that run elsewhere. Of the build that it is at it holds the values, and
// follows it from pass to pass. Any number of goroutines may use it.
type Slicer struct {
	Memory int64 // as in Options

	moving sync.RWMutex // held for writing while it goes to another pass
	at     *site
	mu     sync.Mutex // of what follows
	used   time.Time
	rest   *time.Timer
}

// ErrBusy is the class of errors about slices of one build that are asked for while a [Slicer] is at another.
var ErrBusy = errors.New("at work on other tables")

const (
	// faithful is how long a slicer stays with a build of which it is asked nothing.
	faithful = 10 * time.Second
	// idle is after what time it lets go of it.
	idle = time.Minute
)

// A site is a build as a slicer follows it.
type site struct {
	*solution
	pass Pass
	room room

	mu   sync.Mutex // of what follows
	done map[int]*sliceDone
	idle []*expander
}

// A sliceDone is a slice that is being done in a pass, or has been.
type sliceDone struct {
	sync.Once
	found []byte
}

// once does a slice, once a pass: what is kept of it for the next pass changes when it is done.
func (at *site) once(n int) ([]byte, error) {
	if n < 0 || n >= len(at.slices) {
		return nil, fmt.Errorf("%s has no slice %d", at.x.class, n)
	}
	at.mu.Lock()
	d := at.done[n]
	if d == nil {
		d = &sliceDone{}
		at.done[n] = d
	}
	at.mu.Unlock()
	d.Do(func() {
		e := at.expander()
		d.found = e.slice(n)
		at.mu.Lock()
		at.idle = append(at.idle, e)
		at.mu.Unlock()
	})
	if d.found == nil {
		return nil, fmt.Errorf("slice %d of %s has failed before", n, at.x.class)
	}
	return d.found, nil
}

// expander returns an expander that is idle, or a new one.
func (at *site) expander() *expander {
	at.mu.Lock()
	defer at.mu.Unlock()
	if last := len(at.idle) - 1; last >= 0 {
		e := at.idle[last]
		at.idle = at.idle[:last]
		return e
	}
	return newExpander(at.solution)
}

// Slice works out a slice of a pass. It calls fetch for what it has not got, which writes the content of the
// [Part] with a checksum to w; an error of fetch is returned.
func (s *Slicer) Slice(ctx context.Context, p *Pass, n int, fetch func(ctx context.Context, sum string,
	w io.Writer) error) ([]byte, error) {
	for ctx.Err() == nil {
		s.moving.RLock()
		if s.at.isAt(p) {
			defer s.moving.RUnlock()
			defer s.touch()
			return s.at.once(n)
		}
		s.moving.RUnlock()
		if err := s.move(ctx, p, fetch); err != nil {
			return nil, err
		}
	}
	return nil, ctx.Err()
}

// isAt reports whether all is there for a pass.
func (at *site) isAt(p *Pass) bool {
	return at != nil && at.pass.same(p) && at.pass.Number == p.Number && slices.EqualFunc(at.pass.Before, p.Before,
		sameParts)
}

// move gets ready for a pass.
func (s *Slicer) move(ctx context.Context, p *Pass, fetch func(context.Context, string, io.Writer) error) error {
	s.moving.Lock()
	defer s.moving.Unlock()
	if s.at.isAt(p) {
		return nil // another goroutine has done it
	}
	if s.at != nil && s.at.pass.Build != p.Build && s.sinceUsed() < faithful {
		return fmt.Errorf("%w: %s", ErrBusy, s.at.pass.Class)
	}
	if len(p.Before) != p.Number || p.Number > MaxPlies {
		return fmt.Errorf("pass %d comes after %d others", p.Number, len(p.Before))
	}
	if s.at == nil || !s.at.pass.same(p) || s.at.pass.Number > p.Number || !slices.EqualFunc(s.at.pass.Before,
		p.Before[:s.at.pass.Number], sameParts) {
		if err := s.leave(); err != nil {
			return err
		}
		at, err := s.open(ctx, p, fetch)
		if err != nil {
			return err
		}
		s.at = at
	}
	for s.at.pass.Number < p.Number {
		if err := s.at.follow(ctx, p.Before[s.at.pass.Number], fetch); errors.Is(err, ErrFile) {
			return errors.Join(err, s.leave())
		} else if err != nil { // it can be tried again
			return err
		}
	}
	s.at.begin()
	return nil
}

// leave lets go of a build.
func (s *Slicer) leave() error {
	if s.at == nil {
		return nil
	}
	at := s.at
	s.at = nil
	return at.room.close()
}

// Close lets go of what is held.
func (s *Slicer) Close() error {
	s.moving.Lock()
	defer s.moving.Unlock()
	return s.leave()
}

// touch notes that the slicer is used, and lets go of the build when it is not any more.
func (s *Slicer) touch() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.used = time.Now()
	if s.rest == nil {
		s.rest = time.AfterFunc(idle, s.rested)
	} else {
		s.rest.Reset(idle)
	}
}

func (s *Slicer) rested() {
	s.moving.Lock()
	defer s.moving.Unlock()
	if s.sinceUsed() >= idle {
		s.leave()
	}
}

func (s *Slicer) sinceUsed() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Since(s.used)
}

// open returns a build before its first pass.
func (s *Slicer) open(ctx context.Context, p *Pass, fetch func(context.Context, string, io.Writer) error) (_ *site,
	err error) {
	set, err := ruleset.Builtin(p.Rules)
	if err != nil {
		return nil, err
	}
	tables, err := none(set)
	if err != nil {
		return nil, err
	}
	c, err := ParseClass(p.Class)
	if err != nil {
		return nil, err
	}
	memory := s.Memory
	if memory <= 0 {
		memory = DefaultMemory
	}
	at := &site{room: room{dir: os.TempDir(), left: memory}, done: map[int]*sliceDone{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, at.room.close())
		}
	}()
	values, err := at.room.values(newIndexing(c, set.Family).size + extraValues)
	if err != nil {
		return nil, err
	}
	lower := map[Class]*solved{}
	for _, part := range p.Lower {
		if err := at.fetchLower(ctx, tables, part, lower, fetch); err != nil {
			return nil, err
		}
	}
	for _, d := range c.leadsInto(set.Family) {
		if lower[d] == nil {
			return nil, fmt.Errorf("%w of %s, into which %s leads", ErrMissing, d, c)
		}
	}
	at.solution = newSolution(tables.rules, set.Family, c, lower, values, at.room.left)
	if p.Slices != len(at.slices) {
		return nil, fmt.Errorf("%s has %d slices, not %d", c, len(at.slices), p.Slices)
	}
	at.pass = Pass{Build: p.Build, Rules: p.Rules, Class: p.Class, Slices: p.Slices, Lower: p.Lower}
	return at, nil
}

// fetchLower fetches the table of a class and reads its values.
func (at *site) fetchLower(ctx context.Context, tables *Tables, part Part, lower map[Class]*solved,
	fetch func(context.Context, string, io.Writer) error) (err error) {
	c, err := ParseClass(part.Class) // before it names a file
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp(at.room.dir, "turncoat-table-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, c.String()+Extension)
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := errors.Join(fetch(ctx, part.Sum, file), file.Close()); err != nil {
		return err
	}
	t, err := open(path, tables.cache)
	if err != nil {
		return err
	}
	defer t.close()
	if err := tables.fits(t, part.Class); err != nil {
		return err
	}
	known, err := solvedBy(t, &at.room)
	lower[t.Class] = known
	return err
}

// follow fetches what the pass has found that the build is at, and ends it.
func (at *site) follow(ctx context.Context, part Part, fetch func(context.Context, string, io.Writer) error) error {
	from, to := io.Pipe()
	go func() { to.CloseWithError(fetch(ctx, part.Sum, to)) }()
	at.begin()
	err := at.readPassed(bufio.NewReader(from))
	from.CloseWithError(err)
	if err == nil {
		err = at.end()
	}
	if err != nil {
		clear(at.results)
		return fmt.Errorf("what pass %d of %s has found: %w", at.pass.Number, at.pass.Class, err)
	}
	clear(at.done)
	at.pass.Before = append(at.pass.Before, part)
	at.pass.Number++
	return nil
}
