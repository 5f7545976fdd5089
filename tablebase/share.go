package tablebase

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// DefaultShareFrom is how many positions have to be undecided before a pass is shared out: with fewer, carrying
// what is found to and fro takes longer than finding it.
const DefaultShareFrom = 1 << 20

// A Pass is all that the slices of a pass depend on beside their numbers. As JSON it goes to other machines.
type Pass struct {
	Build  string `json:"build"` // the same for all classes of one call of Build
	Rules  string `json:"rules"`
	Class  string `json:"class"`
	Number int    `json:"pass"`
	Slices int    `json:"slices"`
	Lower  []Part `json:"lower,omitempty"`  // the tables of the classes that it leads into
	Before []Part `json:"before,omitempty"` // what each pass before it has found
}

// A Part is a file that slices depend on.
type Part struct {
	Class string `json:"class,omitempty"` // of a table
	Sum   string `json:"sum"`             // SHA-256 of the content, in hexadecimal

	path string
}

// Open opens the file. It is there in the process that builds, as long as it is at the pass.
func (p *Part) Open() (io.ReadCloser, error) { return os.Open(p.path) }

// same reports whether two passes are of the same class of a build.
func (p *Pass) same(q *Pass) bool {
	return p.Build == q.Build && p.Rules == q.Rules && p.Class == q.Class && p.Slices == q.Slices &&
		slices.EqualFunc(p.Lower, q.Lower, sameParts)
}

func sameParts(p, q Part) bool { return p.Class == q.Class && p.Sum == q.Sum }

// A Task is a pass of a build whose slices are worked out here or elsewhere, by [Task.Slice] or by the method of
// a [Slicer], in any order.
type Task struct {
	Pass
	s    *solution
	keep *checkpoint
	told func()
}

// ErrOver is the class of errors about slices of a pass that has ended.
var ErrOver = errors.New("the pass has ended")

// Span returns how many slices make a piece of work that is worth its way to another machine and back: those of
// some hundred thousand undecided positions, but never so many that there are fewer than sixteen pieces.
func (t *Task) Span() int {
	slices := uint64(t.Slices)
	return int(max(1, min(64, slices/16, 2*slices*sliceSize/max(1, t.s.undecided))))
}

// Has reports whether it is known what a slice has found.
func (t *Task) Has(slice int) bool { return t.s.results[slice] != nil }

// Keep takes what a slice has found. What it cannot have found, as far as a look at some of its positions shows,
// is refused with an error of the class [ErrFound], and another may be given. It must not be called by two
// goroutines at once.
func (t *Task) Keep(slice int, found []byte) error {
	if err := t.s.doubt(slice, found); err != nil {
		return fmt.Errorf("%w: %w", ErrFound, err)
	}
	t.s.results[slice] = found
	t.told()
	return t.keep.add(t.Number, slice, found)
}

// Sync waits until what was kept is on the disk.
func (t *Task) Sync() error {
	if t.keep == nil {
		return nil
	}
	return t.keep.journal.Sync()
}

// SliceOf works out a slice of a pass of the same build, as [Task.Slice] does. The error is of the class
// [ErrOver] when it is another pass.
func (t *Task) SliceOf(p *Pass, n int) ([]byte, error) {
	if !t.same(p) || t.Number != p.Number || !slices.EqualFunc(t.Before, p.Before, sameParts) {
		return nil, fmt.Errorf("%w: %s, pass %d", ErrOver, p.Class, p.Number)
	}
	return t.Slice(n)
}

// Slice works out a slice in the memory of the build. The error is of the class [ErrOver] when the pass has
// ended. Any number of goroutines may call it, at any time.
func (t *Task) Slice(n int) ([]byte, error) {
	t.s.moving.RLock()
	defer t.s.moving.RUnlock()
	if t.s.pass != t.Number {
		return nil, fmt.Errorf("%w: %s, pass %d", ErrOver, t.Class, t.Number)
	}
	return t.s.once(n)
}

// A sharing has the passes of a solution shared out.
type sharing struct {
	share func(ctx context.Context, t *Task) error
	from  uint64
	pass  Pass // the next one
	dir   string
}

// shares reports whether the pass that a solution is at is to be shared out. What comes after a pass that is not
// is not either.
func (s *solution) shares() bool { return s.sharing != nil && s.undecided >= s.sharing.from }

// passShared has the slices of a pass worked out, wherever.
func (s *solution) passShared(ctx context.Context, keep *checkpoint, told func()) error {
	t := &Task{s.sharing.pass, s, keep, told}
	for n := range s.results {
		if t.Has(n) {
			told()
		}
	}
	if err := s.sharing.share(ctx, t); err != nil {
		return err
	}
	for n := range s.results {
		if !t.Has(n) {
			return fmt.Errorf("%s, pass %d: nobody has worked out slice %d", t.Class, t.Number, n)
		}
	}
	return nil
}

// passed writes what a pass has found to a file, for those who join later.
func (h *sharing) passed(results [][]byte) error {
	path := filepath.Join(h.dir, fmt.Sprint(h.pass.Number))
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	sum := sha256.New()
	to := bufio.NewWriter(io.MultiWriter(file, sum))
	for _, result := range results {
		to.Write(binary.AppendUvarint(nil, uint64(len(result))))
		to.Write(result)
	}
	if err := errors.Join(to.Flush(), file.Close()); err != nil {
		return err
	}
	h.pass.Before = append(slices.Clip(h.pass.Before), Part{Sum: hex.EncodeToString(sum.Sum(nil)), path: path})
	h.pass.Number++
	return nil
}

// readPassed reads what passed has written, to the end.
func (s *solution) readPassed(from *bufio.Reader) error {
	for n := range s.results {
		length, err := binary.ReadUvarint(from)
		if err == nil && length > maxFound {
			err = fmt.Errorf("%w: %d bytes are too many for a slice", ErrFile, length)
		}
		if err == nil {
			s.results[n] = make([]byte, length)
			_, err = io.ReadFull(from, s.results[n])
		}
		if err != nil {
			return err
		}
	}
	switch _, err := from.ReadByte(); err {
	case io.EOF:
		return nil
	case nil:
		return fmt.Errorf("%w: there is more than the slices have found", ErrFile)
	default:
		return err
	}
}

// maxFound is more than any slice finds, in bytes.
const maxFound = 4 * sliceSize / 8

// A doing is a slice that is being worked out, or has been.
type doing struct {
	sync.Once
	found []byte
}

// once works out a slice, once a pass: what is kept of a slice is another when it has been worked out. It is
// called with moving held for reading.
func (s *solution) once(n int) ([]byte, error) {
	if n < 0 || n >= len(s.slices) {
		return nil, fmt.Errorf("%s has no slice %d", s.x.class, n)
	}
	s.mu.Lock()
	d := s.doings[n]
	if d == nil {
		d = &doing{}
		s.doings[n] = d
	}
	s.mu.Unlock()
	d.Do(func() {
		e := s.expander()
		d.found = e.slice(n)
		s.rests(e)
	})
	if d.found == nil {
		return nil, fmt.Errorf("slice %d of %s has failed before", n, s.x.class)
	}
	return d.found, nil
}

// expander returns an expander that is idle, or a new one.
func (s *solution) expander() *expander {
	s.mu.Lock()
	defer s.mu.Unlock()
	if last := len(s.idle) - 1; last >= 0 {
		e := s.idle[last]
		s.idle = s.idle[:last]
		return e
	}
	return newExpander(s)
}

// rests takes back an expander that is idle again.
func (s *solution) rests(e *expander) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.idle = append(s.idle, e)
}
